/** Time, passed in: that of the system, or of a test. */
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

/** A clock whose time of day can be shifted by so many ms. Waits do not become longer or shorter by that. */
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

/** Delays that are cancelled when the sandbox closes, so that an injected latency does not keep the process alive. */
export interface Delays {
  /** Resolves after `ms`. Never settles when the sandbox is closed before. */
  delay(ms: number): Promise<void>;
  close(): void;
}

export function createDelays(clock: Clock): Delays {
  const running = new Set<() => void>();
  return {
    delay: (ms) =>
      new Promise((resolve) => {
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
