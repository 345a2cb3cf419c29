/** A clock that stands still until it is told to go on. */
export interface ManualClock {
  now(): number;
  after(ms: number, task: () => void): () => void;
  /** Lets time pass, doing what falls due on the way. */
  advance(ms: number): void;
  /** Sets the wall clock without letting time pass: a jump. */
  jump(ms: number): void;
}

export function manualClock(start = Date.parse('2026-03-09T10:15:30.250Z')): ManualClock {
  let wall = start;
  let elapsed = 0;
  let timers: { at: number; task: () => void }[] = [];
  return {
    now: () => wall,
    after(ms, task) {
      const timer = { at: elapsed + ms, task };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance(ms) {
      const end = elapsed + ms;
      for (;;) {
        const next = timers.filter((timer) => timer.at <= end).sort((one, other) => one.at - other.at)[0];
        if (!next) break;
        timers = timers.filter((timer) => timer !== next);
        wall += Math.max(next.at - elapsed, 0);
        elapsed = Math.max(next.at, elapsed);
        next.task();
      }
      wall += end - elapsed;
      elapsed = end;
    },
    jump(ms) {
      wall += ms;
    },
  };
}
