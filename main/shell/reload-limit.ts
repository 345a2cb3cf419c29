import type { Clock } from '../base/clock.ts';

/** How often a crashed window is loaded again by itself: 3 times in 5 minutes. After that a person decides. */
export interface ReloadLimit {
  /** Whether one more reload is allowed now. Where it is, this call counts as one. */
  allow(): boolean;
}

const RELOADS = 3;
const WITHIN_MS = 5 * 60_000;

/** Counts on the clock that does not jump: a changed wall clock neither grants nor denies a reload. */
export function reloadLimit(clock: Pick<Clock, 'monotonic'>): ReloadLimit {
  let taken: readonly number[] = [];
  return {
    allow() {
      const now = clock.monotonic();
      taken = taken.filter((at) => now - at < WITHIN_MS);
      if (taken.length >= RELOADS) return false;
      taken = [...taken, now];
      return true;
    },
  };
}
