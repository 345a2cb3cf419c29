import { TillError } from '../../base/till-error.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

/** A manager looks for an update, or installs the one that is ready. */
export function updatesHandlers({ till, updates }: Pick<HandlerParts, 'till' | 'updates'>): HandlersOf<'updates'> {
  return {
    'updates.look': () => {
      till.roles.touch();
      if (updates.view().off !== undefined) throw new TillError('update.off', 'This till takes no updates');
      // It may take long: the windows see how it goes, and why it failed.
      updates.look().catch(() => undefined);
      return {};
    },
    'updates.install': async () => {
      till.roles.touch();
      await updates.install();
      return {};
    },
  };
}
