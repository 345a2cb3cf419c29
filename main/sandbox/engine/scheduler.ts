import TinyQueue from 'tinyqueue';
import type { Clock } from '../clock.ts';

export type Scheduler = ReturnType<typeof createScheduler>;

/** Longest wait of the timer: a jump of the wall clock does not move timers. */
const LONGEST_WAIT_MS = 60_000;

interface Entry {
  readonly at: number;
  readonly order: number;
  readonly task: () => void;
}

/** Runs tasks by the wall clock, with a single timer for the earliest task. */
export function createScheduler(clock: Clock) {
  const queue = new TinyQueue<Entry>([], (one, other) => one.at - other.at || one.order - other.order);
  let order = 0;
  let stopTimer: (() => void) | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  let isClosed = false;

  const startTimer = () => {
    const first = queue.peek();
    if (isClosed || !first || first.at >= timerAt) return;
    stopTimer?.();
    timerAt = first.at;
    const wait = Math.min(Math.max(first.at - clock.now(), 0), LONGEST_WAIT_MS);
    stopTimer = clock.after(wait, () => {
      timerAt = Number.POSITIVE_INFINITY;
      stopTimer = undefined;
      runDue();
    });
  };

  const runDue = () => {
    for (let first = queue.peek(); first && !isClosed && first.at <= clock.now(); first = queue.peek()) {
      queue.pop();
      first.task();
    }
    startTimer();
  };

  return {
    /** Runs `task` at `at` (ms since the epoch); a past time is due at once. */
    schedule(at: number, task: () => void) {
      if (isClosed) return;
      queue.push({ at, order: order++, task });
      startTimer();
    },
    /** Also called before each response, so that a jump of the clock takes effect at once. */
    runDue,
    close() {
      isClosed = true;
      stopTimer?.();
    },
  };
}
