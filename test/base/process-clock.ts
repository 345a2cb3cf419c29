import type { Clock } from '../../main/base/clock.ts';

/** The clock of a process: after `kill`, no pending timer runs. */
export class ProcessClock implements Clock {
  readonly #clock: Clock;
  #alive = true;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  monotonic(): number {
    return this.#clock.monotonic();
  }

  after(ms: number, task: () => void): () => void {
    if (!this.#alive) return () => undefined;
    return this.#clock.after(ms, () => {
      if (this.#alive) task();
    });
  }

  kill(): void {
    this.#alive = false;
  }
}
