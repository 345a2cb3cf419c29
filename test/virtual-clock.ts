import type { Clock, Random } from '../main/clock.ts';

interface Timer {
  readonly due: number;
  readonly order: number;
  readonly task: () => void;
}

/** Far more than a thousand sales need in one moment. */
const MOST_LOOKS = 200_000;

/**
 * A clock that stands still until it is told to move. `advance` runs what falls due, in order, and lets every promise
 * that follows from it settle before the next: a test sees the same order each time, in no time at all. Who looks at it
 * without an end while no time passes is stopped by an Error, and so is the test: it would wait for ever.
 */
export class VirtualClock implements Clock {
  #monotonic = 0;
  #wallOffset: number;
  #order = 0;
  #timers: readonly Timer[] = [];
  /** Since time last passed. */
  #looks = 0;

  constructor(start: number = Date.UTC(2026, 10, 20, 9, 0, 0)) {
    this.#wallOffset = start;
  }

  now(): number {
    this.#look();
    return Math.round(this.#wallOffset + this.#monotonic);
  }

  monotonic(): number {
    this.#look();
    return this.#monotonic;
  }

  after(ms: number, task: () => void): () => void {
    this.#look();
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

  /** Time passes. Resolves when everything that fell due has run and settled. */
  async advance(ms: number): Promise<void> {
    const until = this.#monotonic + ms;
    await this.#settle();
    for (let timer = this.#next(); timer !== undefined && timer.due <= until; timer = this.#next()) {
      const due = timer;
      this.#timers = this.#timers.filter((other) => other !== due);
      this.#pass(Math.max(this.#monotonic, due.due));
      due.task();
      await this.#settle();
    }
    this.#pass(until);
    await this.#settle();
  }

  /** The wall clock jumps; the monotonic one does not notice. */
  jump(ms: number): void {
    this.#wallOffset += ms;
  }

  /** The machine sleeps: the wall clock goes on, the monotonic one stands still, no timer runs. */
  sleep(ms: number): void {
    this.jump(ms);
  }

  #pass(to: number): void {
    if (to > this.#monotonic) this.#looks = 0;
    this.#monotonic = to;
  }

  #look(): void {
    this.#looks += 1;
    if (this.#looks > MOST_LOOKS) throw new Error('The clock is looked at without an end while no time passes.');
  }

  /** Whoever was stopped may have swallowed the error: the test is told too. */
  async #settle(): Promise<void> {
    await settle();
    if (this.#looks >= MOST_LOOKS) this.#look();
  }

  #next(): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers)
      if (first === undefined || timer.due < first.due || (timer.due === first.due && timer.order < first.order))
        first = timer;
    return first;
  }
}

/** The clock of one process: when the process is gone, nothing that it waited for happens any more. */
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

/** Lets every promise that is ready run, and those that they make ready: a macrotask comes after all microtasks. */
export async function settle(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
}

/** Random numbers from a seed (mulberry32): the same each time. */
export class SeededRandom implements Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  uuid(): string {
    const digits = Array.from({ length: 32 }, () => Math.floor(this.next() * 16).toString(16));
    digits[12] = '4';
    digits[16] = (8 + Math.floor(this.next() * 4)).toString(16);
    const hex = digits.join('');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  }
}
