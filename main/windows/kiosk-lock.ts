import { TillError } from '../base/till-error.ts';
import type { TillStatus } from '../till/switchable-till.ts';
import type { Shell } from './shell-port.ts';

/**
 * True if ending the app needs a PIN, and the system opens nothing.
 * Without a working PIN check, e.g. a locked keyring, the app may be ended: otherwise the desktop is unreachable.
 */
export function isKioskLocked(
  { roles, pinError }: Pick<TillStatus, 'roles' | 'pinError'>,
  { kiosk }: { readonly kiosk?: { readonly on: boolean } | undefined },
): boolean {
  return kiosk?.on === true && pinError === undefined && roles.current() === 'cashier';
}

type Opening = Pick<Shell, 'chooseFile' | 'openFile' | 'openFolder' | 'openOutside' | 'paper'>;

/**
 * System dialogs give access to folders and programs. So a locked kiosk opens none, and prints without a dialog. Throws
 * `TillError` `pin.required`.
 */
export function withoutSystemDialogs(shell: Opening, locked: () => boolean): Opening {
  const ofSystem =
    <Args extends unknown[], Result>(open: (...args: Args) => Promise<Result>) =>
    async (...args: Args) => {
      if (locked()) throw new TillError('pin.required', 'Opening files and links is off for cashiers in kiosk mode');
      return open(...args);
    };
  return {
    chooseFile: ofSystem(shell.chooseFile),
    openFile: ofSystem(shell.openFile),
    openFolder: ofSystem(shell.openFolder),
    openOutside: ofSystem(shell.openOutside),
    paper: {
      ...shell.paper,
      print: (request) => shell.paper.print(locked() ? { ...request, silent: true } : request),
    },
  };
}
