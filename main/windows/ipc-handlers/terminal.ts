import { TillError } from '../../base/till-error.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';
import { notedSave } from './noted-save.ts';

/** Training or live, and the provisioning file that set the terminal up. */
export function terminalHandlers({
  till,
  store,
  save,
  acts,
  provisioning,
  about,
  licences,
}: Pick<HandlerParts, 'till' | 'store' | 'save' | 'acts' | 'provisioning' | 'about' | 'licences'>): HandlersOf<
  'terminal' | 'provision'
> {
  return {
    'terminal.choose': async ({ mode }) => {
      till.roles.touch();
      if (mode === 'live' && store.file.settings === undefined)
        throw new TillError('settings.required', 'Fill in and save the settings first');
      await till.reopenAfter(() => notedSave({ till, store, acts }, () => save.mode(mode)));
      if (till.mode !== mode)
        throw new TillError('terminal.forced', 'The till was started for training only: start it without --training');
      return {};
    },
    'terminal.about': () => ({ ...about }),
    'terminal.licences': async () => ({
      licences: (await licences.list()).map(({ name, version, licence }) => ({ name, version, licence })),
    }),
    'terminal.licence': async ({ index }) => ({ text: await licences.text(index) }),
    'terminal.try-again': async () => {
      await till.tryAgain();
      return {};
    },
    'provision.answer': async (answer) => {
      await provisioning.answer(answer);
      return {};
    },
    'provision.clear-alarm': async () => {
      till.roles.touch();
      await provisioning.clearAlarm();
      return {};
    },
    'provision.shred': () => {
      till.roles.touch();
      provisioning.shred();
      return {};
    },
  };
}
