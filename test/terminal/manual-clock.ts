import type { Clock } from '../../main/base/clock.ts';

/** A clock that only moves when a test says so. */
export interface ManualClock extends Clock {
  /** Moves on by `ms`, running what falls due on the way, in order. */
  advance(ms: number): void;
}

export function manualClock(start = Date.UTC(2026, 10, 20, 14, 2)): ManualClock {
  let elapsed = 0;
  let due: readonly { readonly at: number; readonly task: () => void }[] = [];
  return {
    now: () => start + elapsed,
    monotonic: () => elapsed,
    after(ms, task) {
      const entry = { at: elapsed + ms, task };
      due = [...due, entry];
      return () => {
        due = due.filter((other) => other !== entry);
      };
    },
    advance(ms) {
      const end = elapsed + ms;
      for (;;) {
        const next = due.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        due = due.filter((other) => other !== next);
        elapsed = Math.max(elapsed, next.at);
        next.task();
      }
      elapsed = end;
    },
  };
}
