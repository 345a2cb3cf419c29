import type { Clock } from './engine/dates.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

/** A clock that can be put off by so many ms; what waits goes on waiting as long as it did. */
export interface ShiftableClock extends Clock {
  setOffset(ms: number): void;
  offset(): number;
}

export function shiftable(clock: Clock): ShiftableClock {
  let offset = 0;
  return {
    now: () => clock.now() + offset,
    after: (ms, task) => clock.after(ms, task),
    setOffset(ms) {
      offset = ms;
    },
    offset: () => offset,
  };
}
