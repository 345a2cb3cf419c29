import { TillError } from '../../base/till-error.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

/** Training or live, and the provisioning file that set the terminal up. */
export function terminalHandlers({
  till,
  store,
  save,
  provisioning,
  about,
}: Pick<HandlerParts, 'till' | 'store' | 'save' | 'provisioning' | 'about'>): HandlersOf<'terminal' | 'provision'> {
  return {
    'terminal.choose': async ({ mode }) => {
      till.roles.touch();
      if (mode === 'live' && store.file.settings === undefined)
        throw new TillError('settings.required', 'Fill in and save the settings first');
      await till.reopenAfter(() => save.mode(mode));
      if (till.mode !== mode)
        throw new TillError('terminal.forced', 'The till was started for training only: start it without --training');
      return {};
    },
    'terminal.about': () => ({ ...about }),
    'terminal.try-again': async () => {
      await till.tryAgain();
      return {};
    },
    'provision.shred': () => {
      provisioning.shred();
      return {};
    },
  };
}
