/** Time, passed in: the system's, or a simulation's. */
export interface Clock {
  /** Wall clock, ms since the epoch. It may jump. */
  now(): number;
  /** Runs `task` once after `ms`; the answer cancels it. */
  after(ms: number, task: () => void): () => void;
}

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

export function shiftableClock(clock: Clock): ShiftableClock {
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
