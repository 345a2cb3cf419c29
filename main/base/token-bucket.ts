import type { Clock } from './clock.ts';

interface BucketSize {
  readonly size: number;
  readonly perSecond: number;
}

/** Limits requests: a bucket of `size` tokens, refilled evenly by the monotonic clock. */
export class TokenBucket {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #size: number;
  readonly #perMs: number;
  #tokens: number;
  #at: number;

  constructor(clock: Pick<Clock, 'monotonic'>, { size, perSecond }: BucketSize) {
    this.#clock = clock;
    this.#size = size;
    this.#perMs = perSecond / 1_000;
    this.#tokens = size;
    this.#at = clock.monotonic();
  }

  /** ms until a token can be taken that leaves `left` tokens. */
  waitFor(left = 0): number {
    return Math.max(0, (1 + left - this.#level()) / this.#perMs);
  }

  take(): void {
    this.#tokens = this.#level() - 1;
    this.#at = this.#clock.monotonic();
  }

  get isFull(): boolean {
    return this.#level() === this.#size;
  }

  #level(): number {
    return Math.min(this.#size, this.#tokens + (this.#clock.monotonic() - this.#at) * this.#perMs);
  }
}
