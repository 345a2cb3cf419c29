export interface Clock {
  /** Wall clock, ms since the epoch. May jump. */
  now(): number;
  /** Returns a function that cancels the timer. */
  after(ms: number, task: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

export type ShiftableClock = ReturnType<typeof shiftableClock>;

/** A clock with a time of day that can be shifted, in ms. Timers are not affected. */
export function shiftableClock(clock: Clock) {
  let offset = 0;
  return {
    now: () => clock.now() + offset,
    after: (ms: number, task: () => void) => clock.after(ms, task),
    setOffset(ms: number) {
      offset = ms;
    },
    offset: () => offset,
  };
}

/** Delays that are cancelled when the sandbox closes: an injected latency must not keep the process alive. */
export function createDelays(clock: Clock) {
  const running = new Set<() => void>();
  return {
    /** Never settles if the sandbox closes earlier. */
    delay: (ms: number) =>
      new Promise<void>((resolve) => {
        const cancel = clock.after(ms, () => {
          running.delete(cancel);
          resolve();
        });
        running.add(cancel);
      }),
    close() {
      for (const cancel of running) cancel();
      running.clear();
    },
  };
}
