import type { Clock, Random } from '../../main/base/clock.ts';

/** A clock that moves only by `advance`. Timers that are due run in order of time. */
export interface VirtualClock extends Clock {
  advance(ms: number): void;
  /** Moves the wall clock alone, as somebody setting it would. */
  jump(ms: number): void;
  /** How many timers are set. */
  readonly waiting: number;
}

export function createVirtualClock(start = Date.parse('2026-03-09T10:15:30.250Z')): VirtualClock {
  let wall = start;
  let elapsed = 0;
  let tasks: { readonly at: number; readonly task: () => void }[] = [];
  return {
    now: () => wall,
    monotonic: () => elapsed,
    after(ms, task) {
      const entry = { at: elapsed + ms, task };
      tasks.push(entry);
      return () => {
        tasks = tasks.filter((other) => other !== entry);
      };
    },
    advance(ms) {
      const end = elapsed + ms;
      for (;;) {
        const [due] = tasks.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
        if (due === undefined) break;
        tasks = tasks.filter((other) => other !== due);
        wall += due.at - elapsed;
        elapsed = due.at;
        due.task();
      }
      wall += end - elapsed;
      elapsed = end;
    },
    jump(ms) {
      wall += ms;
    },
    get waiting() {
      return tasks.length;
    },
  };
}

/** A clock on which every wait is over as soon as it begins; `waits` says how long each was. */
export function createImpatientClock(start?: number): VirtualClock & { readonly waits: number[] } {
  const clock = createVirtualClock(start);
  const waits: number[] = [];
  return {
    ...clock,
    get waiting() {
      return clock.waiting;
    },
    waits,
    after(ms, task) {
      waits.push(ms);
      const cancel = clock.after(ms, task);
      queueMicrotask(() => clock.advance(ms));
      return cancel;
    },
  };
}

/** Numbers that repeat from run to run. */
export function createCountingRandom(): Random {
  let count = 0;
  return {
    next: () => 0.5,
    uuid() {
      count += 1;
      return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
    },
  };
}
