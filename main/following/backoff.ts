import type { Clock, Random } from '../base/clock.ts';

/** ms between one try and the next, by how many have failed in a row. */
export type Steps = readonly [number, ...number[]];

const JITTER = 0.1;
/** Returns of the network are believed at most this often, ms: one that comes and goes must not undo the backoff. */
const FORGIVE_APART_MS = 15_000;

/** Between 0.9 and 1.1: spreads the requests of many tills. */
export function jitter(random: Random): number {
  return 1 - JITTER + 2 * JITTER * random.next();
}

/** The step after so many failures in a row (1 or more), ms. */
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

  /** In a row, until now. */
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

  /**
   * The network is back: earlier failures no longer count. False where there were none, or where it was back just now.
   */
  forgive(): boolean {
    const now = this.#clock.monotonic();
    if (this.#failures === 0 || now - this.#forgivenAt < FORGIVE_APART_MS) return false;
    this.#forgivenAt = now;
    this.#failures = 0;
    return true;
  }

  /** ms until the next try; 0 where none has failed. */
  waitFor(steps: Steps): number {
    if (this.#failures === 0) return 0;
    return Math.max(0, this.#failedAt + stepAfter(this.#failures, steps) * this.#jitter - this.#clock.monotonic());
  }
}
