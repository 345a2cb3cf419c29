import type { Clock } from '../../main/base/clock.ts';

interface Timer {
  readonly due: number;
  readonly order: number;
  readonly task: () => void;
}

/** Far more reads than a thousand sales need without time passing. */
const MOST_LOOKS = 200_000;

/**
 * A clock that stands still until moved. `advance` runs due timers in order and settles all resulting promises before
 * the next timer: a test sees the same order each time, at once. Code reading the clock without end while no time
 * passes gets an Error, and so does the test, which would otherwise wait for ever.
 */
export class VirtualClock implements Clock {
  #monotonic = 0;
  #wallOffset: number;
  #order = 0;
  #timers: readonly Timer[] = [];
  /** Reads since time last passed. */
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

  /** Number of timers not yet run. */
  get pending(): number {
    return this.#timers.length;
  }

  /** Time until the next timer, ms; undefined without timers. */
  get nextIn(): number | undefined {
    const timer = this.#next();
    return timer === undefined ? undefined : Math.max(0, timer.due - this.#monotonic);
  }

  /** Time passes at once: due timers run in order, without settling their promises. */
  tick(ms: number): void {
    const until = this.#monotonic + ms;
    for (let timer = this.#next(); timer !== undefined && timer.due <= until; timer = this.#next()) this.#run(timer);
    this.#pass(until);
  }

  /** Time passes. Resolves when all due timers have run and settled. */
  async advance(ms: number): Promise<void> {
    const until = this.#monotonic + ms;
    await this.#settle();
    for (let timer = this.#next(); timer !== undefined && timer.due <= until; timer = this.#next()) {
      this.#run(timer);
      await this.#settle();
    }
    this.#pass(until);
    await this.#settle();
  }

  /** The process is blocked: timers due meanwhile run late, in a row, without settling their promises. */
  holdUp(ms: number): void {
    const until = this.#monotonic + ms;
    const late = this.#timers.filter(({ due }) => due <= until).sort((a, b) => a.due - b.due || a.order - b.order);
    this.#pass(until);
    for (const timer of late) if (this.#timers.includes(timer)) this.#run(timer);
  }

  /** The wall clock jumps; the monotonic clock is unaffected. */
  jump(ms: number): void {
    this.#wallOffset += ms;
  }

  /** The machine sleeps: the wall clock goes on, the monotonic clock stands still, no timer runs. */
  sleep(ms: number): void {
    this.jump(ms);
  }

  #run(timer: Timer): void {
    this.#timers = this.#timers.filter((other) => other !== timer);
    this.#pass(Math.max(this.#monotonic, timer.due));
    timer.task();
  }

  #pass(to: number): void {
    if (to > this.#monotonic) this.#looks = 0;
    this.#monotonic = to;
  }

  #look(): void {
    this.#looks += 1;
    if (this.#looks > MOST_LOOKS) throw new Error('The clock is looked at without an end while no time passes.');
  }

  /** The stopped code may have swallowed the error, so the test gets the error too. */
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

/** Lets all ready promises and their followers run: a macrotask comes after all microtasks. */
export async function settle(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
}
