import type { Clock, Random } from '../base/clock.ts';

/** Delays before the next attempt, ms, by the number of failures in a row. */
export type Steps = readonly [number, ...number[]];

const JITTER = 0.1;
/** Least time between two resets by a returning network, ms: an unstable network must not undo the backoff. */
const FORGIVE_APART_MS = 15_000;

/** Returns a factor between 0.9 and 1.1, to spread the requests of many tills. */
export function jitter(random: Random): number {
  return 1 - JITTER + 2 * JITTER * random.next();
}

/** Returns the delay after a number of failures in a row (1 or more), ms. */
export function stepAfter(failures: number, steps: Steps): number {
  return steps[Math.min(failures, steps.length) - 1] ?? steps[0];
}

export class Backoff {
  readonly #clock: Clock;
  readonly #random: Random;
  #failures = 0;
  #failedAt = 0;
  #jitter = 1;
  #forgivenAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  get failures(): number {
    return this.#failures;
  }

  failed(): void {
    this.#failures += 1;
    this.#failedAt = this.#clock.monotonic();
    this.#jitter = jitter(this.#random);
  }

  succeeded(): void {
    this.#failures = 0;
  }

  /** Drops the failures when the network returns. Returns false without failures, or just after another return. */
  forgive(): boolean {
    const now = this.#clock.monotonic();
    if (this.#failures === 0 || now - this.#forgivenAt < FORGIVE_APART_MS) return false;
    this.#forgivenAt = now;
    this.#failures = 0;
    return true;
  }

  /** Returns the ms until the next attempt; 0 without failures. */
  waitFor(steps: Steps): number {
    if (this.#failures === 0) return 0;
    return Math.max(0, this.#failedAt + stepAfter(this.#failures, steps) * this.#jitter - this.#clock.monotonic());
  }
}
