export interface Clock {
  /** Wall clock, ms since the epoch. It may jump. */
  now(): number;
  /** Runs `task` once after `ms`; the function that it returns cancels that. */
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

/** A clock whose time of day can be shifted by so many ms. Waits do not become longer or shorter by that. */
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

/** Delays that are cancelled when the sandbox closes, so that an injected latency does not keep the process alive. */
export function createDelays(clock: Clock) {
  const running = new Set<() => void>();
  return {
    /** Resolves after `ms`. Never settles when the sandbox is closed before. */
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
