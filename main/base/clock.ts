import { randomBytes, randomUUID } from 'node:crypto';

/** Time, passed in everywhere: tests and the simulation use a virtual clock. */
export interface Clock {
  /** Wall clock, ms since the epoch. The wall clock may jump. */
  now(): number;
  /** ms since an arbitrary start; never jumps and never goes back. */
  monotonic(): number;
  /** Runs `task` once after `ms`, never early by `monotonic`. Returns a function that cancels the timer. */
  after(ms: number, task: () => void): () => void;
}

export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  uuid(): string;
}

/** Node runs a timer above this limit at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, task) {
    const due = performance.now() + ms;
    // Node counts in whole milliseconds, so a timer in a busy process may fire up to 1 ms early. A task that then
    // checks the time would find time left and never run again.
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
 * Runs `task` once after `ms` of running time. A pause, such as the machine's sleep or a slow disk, counts only in
 * part, so that messages from the pause are handled before the time is over. Returns a function that cancels the timer.
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
