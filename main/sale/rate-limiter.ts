import type { Clock } from '../base/clock.ts';
import type { TillError } from '../base/till-error.ts';

/** `paced`: a read in the till's own rhythm; `urgent`: a read that a person or an event asked for. */
export type RequestKind = 'paced' | 'urgent' | 'write';

/**
 * A token bucket: each request takes a token, and tokens come back evenly. So no minute has more requests about one sale
 * than the bucket holds and what comes back, which is 60. Paced reads leave the last few tokens to cancels,
 * acknowledgements and presses of buttons.
 */
const BUCKET_SIZE = 12;
const RESERVED = 3;
const TOKENS_PER_MS = 0.8 / 1_000;

/** When the service may be asked about one sale, whoever asks. It counts on the monotonic clock. */
export class RateLimiter {
  readonly #clock: Clock;
  #tokens = BUCKET_SIZE;
  #tokensAt: number;
  /** The service asked for no request before this (monotonic). */
  #notBefore = 0;
  /** The service asked for no write before this (monotonic). */
  #noWriteBefore = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#tokensAt = clock.monotonic();
  }

  /** ms until a request may go out. */
  waitFor(kind: RequestKind): number {
    const missing = (kind === 'paced' ? 1 + RESERVED : 1) - this.#level();
    return Math.max(missing / TOKENS_PER_MS, kind === 'write' ? this.writesHeldForMs : this.heldForMs, 0);
  }

  /** A request goes out. */
  spend(): void {
    this.#tokens = this.#level() - 1;
    this.#tokensAt = this.#clock.monotonic();
  }

  /** A read was answered with `Retry-After`: nothing goes out before that time. */
  obeyRetryAfter(error: TillError): void {
    this.#notBefore = Math.max(this.#notBefore, this.#endOf(error));
  }

  /** A write was answered with it: no write goes out before that time. Reads go on, because they tell what became of it. */
  obeyRetryAfterOfWrite(error: TillError): void {
    this.#noWriteBefore = Math.max(this.#noWriteBefore, this.#endOf(error));
  }

  /** ms for which the service's `Retry-After` still holds up every request. */
  get heldForMs(): number {
    return Math.max(0, this.#notBefore - this.#clock.monotonic());
  }

  /** ms for which it still holds up writes. */
  get writesHeldForMs(): number {
    return Math.max(this.heldForMs, this.#noWriteBefore - this.#clock.monotonic());
  }

  /** Whether it is in the state of a new one, and can be forgotten. */
  get isIdle(): boolean {
    return this.writesHeldForMs === 0 && this.#level() === BUCKET_SIZE;
  }

  #endOf({ retryAfterMs = 0 }: TillError): number {
    return this.#clock.monotonic() + retryAfterMs;
  }

  #level(): number {
    return Math.min(BUCKET_SIZE, this.#tokens + (this.#clock.monotonic() - this.#tokensAt) * TOKENS_PER_MS);
  }
}

/** With more than this many, the idle ones are forgotten. */
const KEPT_AT_MOST = 64;

/** One for each sale. They outlive its follower: a button that is pressed again and again starts no new bucket. */
export class RateLimiters {
  readonly #clock: Clock;
  readonly #known = new Map<string, RateLimiter>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  of(saleId: string): RateLimiter {
    const known = this.#known.get(saleId) ?? new RateLimiter(this.#clock);
    this.#known.set(saleId, known);
    if (this.#known.size > KEPT_AT_MOST)
      for (const [other, limiter] of this.#known) if (other !== saleId && limiter.isIdle) this.#known.delete(other);
    return known;
  }
}
