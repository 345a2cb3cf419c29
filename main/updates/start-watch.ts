import { toTillError } from '../base/till-error.ts';
import type { Log } from '../support/log.ts';
import type { KeptReleases } from './kept-releases.ts';
import { cameUp, countStart, type UpdateMemory } from './start-count.ts';

export interface StartWatch {
  /** The version to go back to, where this one was started twice and did not come up. */
  readonly goBackTo: string | undefined;
  /** A page runs. With the till's, and the display's where it is open, this version has come up. */
  heardFrom(window: 'till' | 'display', displayOpen: boolean): void;
}

/**
 * Counts this start, durably, before anything else is done that could fail. A disk that takes nothing costs the count and
 * no start.
 */
export function watchStart(
  version: string,
  memory: UpdateMemory,
  kept: Pick<KeptReleases, 'keepOnly'>,
  log: Pick<Log, 'warn'>,
): StartWatch {
  const { state, goBack: goBackTo } = countStart(memory.state, version);
  const heard = new Set<string>();
  let up = false;
  remember(() => memory.change(() => state));

  function remember(change: () => void): void {
    try {
      change();
    } catch (thrown) {
      const { code, message } = toTillError(thrown);
      log.warn(message, { code });
    }
  }

  return {
    goBackTo,
    heardFrom(window, displayOpen) {
      heard.add(window);
      if (up || !heard.has('till') || (displayOpen && !heard.has('display'))) return;
      up = true;
      remember(() => {
        memory.change((now) => cameUp(now, version));
        kept.keepOnly([version]);
      });
    },
  };
}
