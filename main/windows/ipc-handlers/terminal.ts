import { TillError } from '../../base/till-error.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';
import { notedSave } from './noted-save.ts';

export function terminalHandlers({
  till,
  store,
  save,
  acts,
  about,
  licences,
}: Pick<HandlerParts, 'till' | 'store' | 'save' | 'acts' | 'about' | 'licences'>): HandlersOf<'terminal'> {
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
  };
}
