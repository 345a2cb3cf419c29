import type { Clock } from '../../main/base/clock.ts';

interface Timer {
  readonly due: number;
  readonly order: number;
  readonly task: () => void;
}

/**
 * A clock that stands still until it is told to move. `advance` runs what falls due, in order, and lets every promise
 * that follows from it settle before the next: a test sees the same order each time, in no time at all.
 */
export class VirtualClock implements Clock {
  #monotonic = 0;
  #wallOffset: number;
  #order = 0;
  #timers: readonly Timer[] = [];

  constructor(start: number = Date.UTC(2026, 10, 20, 9, 0, 0)) {
    this.#wallOffset = start;
  }

  now(): number {
    return Math.round(this.#wallOffset + this.#monotonic);
  }

  monotonic(): number {
    return this.#monotonic;
  }

  after(ms: number, task: () => void): () => void {
    const timer = { due: this.#monotonic + Math.max(0, ms), order: this.#order, task };
    this.#order += 1;
    this.#timers = [...this.#timers, timer];
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Timers that have not run. */
  get pending(): number {
    return this.#timers.length;
  }

  /** ms until the next timer, or undefined when nothing waits. */
  get nextIn(): number | undefined {
    const timer = this.#next();
    return timer === undefined ? undefined : Math.max(0, timer.due - this.#monotonic);
  }

  /** Time passes at once: what falls due runs, in order, and nothing that it promised. */
  tick(ms: number): void {
    const until = this.#monotonic + ms;
    for (let timer = this.#next(); timer !== undefined && timer.due <= until; timer = this.#next()) this.#run(timer);
    this.#monotonic = until;
  }

  /** Time passes. Resolves when everything that fell due has run and settled. */
  async advance(ms: number): Promise<void> {
    const until = this.#monotonic + ms;
    await settle();
    for (let timer = this.#next(); timer !== undefined && timer.due <= until; timer = this.#next()) {
      this.#run(timer);
      await settle();
    }
    this.#monotonic = until;
    await settle();
  }

  /** The wall clock jumps; the monotonic one does not notice. */
  jump(ms: number): void {
    this.#wallOffset += ms;
  }

  /** The machine sleeps: the wall clock goes on, the monotonic one stands still, no timer runs. */
  sleep(ms: number): void {
    this.jump(ms);
  }

  #run(timer: Timer): void {
    this.#timers = this.#timers.filter((other) => other !== timer);
    this.#monotonic = Math.max(this.#monotonic, timer.due);
    timer.task();
  }

  #next(): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers)
      if (first === undefined || timer.due < first.due || (timer.due === first.due && timer.order < first.order))
        first = timer;
    return first;
  }
}

/** Lets every promise that is ready run, and those that they make ready: a macrotask comes after all microtasks. */
export async function settle(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
}
