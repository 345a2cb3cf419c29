import { randomBytes, randomUUID } from 'node:crypto';

/** Time, passed in everywhere: tests and the simulation run on a virtual one. */
export interface Clock {
  /** Wall clock, ms since the epoch. It may jump. */
  now(): number;
  /** ms since some start; never jumps and never goes back. */
  monotonic(): number;
  /** Runs `task` once after `ms`, and not before `monotonic` says so. Returns how to cancel it. */
  after(ms: number, task: () => void): () => void;
}

export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  uuid(): string;
}

/** Node runs a longer one at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, task) {
    const due = performance.now() + ms;
    // Node counts in whole milliseconds, so in a busy process its timers are up to one early: whoever then looks whether
    // the time is over would find that it is not, and be called no more.
    const look = () => {
      const left = due - performance.now();
      if (left > 0) timer = setTimeout(look, Math.min(left, LONGEST_TIMER_MS));
      else task();
    };
    let timer = setTimeout(look, Math.min(ms, LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  },
};

export const systemRandom: Random = {
  next: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
  uuid: () => randomUUID(),
};

/**
 * Runs `task` once after `ms` in which this process could run. Of a pause in which the machine slept, or a disk held the
 * process up, only a part counts, so that what came meanwhile is heard before the time is over. Returns how to cancel it.
 */
export function afterAwake(clock: Pick<Clock, 'after'>, ms: number, task: () => void): () => void {
  let left = AWAKE_PARTS;
  let cancel: () => void;
  const wait = () => {
    cancel = clock.after(ms / AWAKE_PARTS, () => {
      left -= 1;
      if (left > 0) wait();
      else task();
    });
  };
  wait();
  return () => cancel();
}

const AWAKE_PARTS = 5;

/** Resolves after `ms`, or rejects with the signal's reason as soon as it aborts. */
export function sleep(clock: Pick<Clock, 'after'>, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
