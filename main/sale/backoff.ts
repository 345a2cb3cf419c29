import type { Clock, Random } from '../base/clock.ts';

/** ms between one try and the next, by how many have failed in a row. */
export type Steps = readonly [number, ...number[]];

/** The first repeat of a read is quick: one answer that is lost costs no more than a blink. */
export const READ_STEPS: Steps = [350, 1_000, 2_000, 4_000, 8_000, 15_000];
export const WRITE_STEPS: Steps = [1_000, 2_000, 4_000, 8_000, 15_000];
/** For a sale that nobody looks at. */
export const BACKGROUND_STEPS: Steps = [5_000, 10_000, 15_000];

const JITTER = 0.1;
/** A network that comes and goes is believed this seldom, ms. */
const FORGIVE_APART_MS = 15_000;

/** How long to leave the service alone after a failure. */
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
    this.#jitter = 1 - JITTER + 2 * JITTER * this.#random.next();
  }

  succeeded(): void {
    this.#failures = 0;
  }

  /** What failed before says nothing any more: the network is back. Whether that is news. */
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
    const step = steps[Math.min(this.#failures, steps.length) - 1] ?? steps[0];
    return Math.max(0, this.#failedAt + step * this.#jitter - this.#clock.monotonic());
  }
}
