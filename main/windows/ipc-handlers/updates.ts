import { TillError } from '../../base/till-error.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

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

/** Refuses to begin what the end of the app would cut off. Errors: `update.installing`. */
export function requireNotInstalling(updates: HandlerParts['updates']): void {
  if (updates.view().state === 'installing') throw new TillError('update.installing', 'An update is being installed');
}
