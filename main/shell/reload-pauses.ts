import type { Clock } from '../base/clock.ts';

/** How long a page that ended waits until it is loaded again: longer each time, so that a page that cannot run costs nothing. */
export interface ReloadPauses {
  /** ms. Each call counts as one end. */
  next(): number;
}

const PAUSES_MS = [0, 1_000, 5_000, 30_000];
const LONGEST_MS = 120_000;
/** A page that ran for so long begins anew. */
const QUIET_MS = 10 * 60_000;

/** Counts on the clock that does not jump: a changed wall clock neither grants nor denies a reload. */
export function reloadPauses(clock: Pick<Clock, 'monotonic'>): ReloadPauses {
  let ends = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  return {
    next() {
      const now = clock.monotonic();
      if (now - lastAt >= QUIET_MS) ends = 0;
      lastAt = now;
      ends += 1;
      return PAUSES_MS[ends - 1] ?? LONGEST_MS;
    },
  };
}
