import type { BrowserWindow } from 'electron';
import type { Ending } from '../windows/shell-port.ts';

const isMac = process.platform === 'darwin';

/** Also outside a kiosk the till asks before it closes. Kiosk mode on macOS hides the Dock, the only way to reopen it. */
export function keepTillOpen(
  till: BrowserWindow,
  kiosk: () => boolean,
  ending: Pick<Ending, 'isEnding' | 'mayCloseTill'>,
): void {
  keepOpen(till, () => (isMac && kiosk() && !ending.isEnding()) || !ending.mayCloseTill());
}

/** The customer display cannot be closed in a kiosk; the till closes the window with `destroy`. */
export function keepDisplayOpen(display: BrowserWindow, kiosk: () => boolean, ending: Pick<Ending, 'isEnding'>): void {
  keepOpen(display, () => kiosk() && !ending.isEnding());
}

function keepOpen(window: BrowserWindow, stays: () => boolean): void {
  window.on('close', (event) => {
    if (stays()) event.preventDefault();
  });
}
