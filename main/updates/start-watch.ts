import type { Log } from '../base/log.ts';
import { toTillError } from '../base/till-error.ts';
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
  const { state, goBack } = countStart(memory.state, version);
  const heard = new Set<string>();
  let up = false;
  const counted = remember(() => memory.change(() => state));

  /** Whether it was kept. */
  function remember(change: () => void): boolean {
    try {
      change();
      return true;
    } catch (thrown) {
      log.warn(toTillError(thrown));
      return false;
    }
  }

  return {
    // A count that was not kept is the same at the next start, which would go back again, and so without end.
    goBackTo: counted ? goBack : undefined,
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
