import type { Clock } from '../base/clock.ts';
import type { TillError } from '../base/till-error.ts';

/** What a request is: a question at the till's own pace, one that a person or an event asked for, or a write. */
export type RequestKind = 'paced' | 'urgent' | 'write';

/**
 * Requests about one sale come out of a store that fills evenly: no minute sees more than what it holds and what flows
 * in, which is 60. The till's own reads leave the last few to cancels, acknowledgements and presses of buttons.
 */
const STORE = 12;
const KEPT = 3;
const PER_MS = 0.8 / 1_000;

/** When the service may be asked about one sale, whoever asks and however often: on the clock that does not jump. */
export class RateLimiter {
  readonly #clock: Clock;
  #left = STORE;
  #leftAt: number;
  /** The service asked not to be asked anything before this. */
  #notBefore = 0;
  /** The service asked not to be told anything before this. */
  #noWriteBefore = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#leftAt = clock.monotonic();
  }

  /** ms until a request may go out. */
  waitFor(kind: RequestKind): number {
    const missing = (kind === 'paced' ? 1 + KEPT : 1) - this.#level();
    return Math.max(missing / PER_MS, kind === 'write' ? this.writesHeldForMs : this.heldForMs, 0);
  }

  /** A request goes out. */
  spend(): void {
    this.#left = this.#level() - 1;
    this.#leftAt = this.#clock.monotonic();
  }

  /** A question was answered with a wish to wait: nothing goes out before its time. */
  obeyRetryAfter(error: TillError): void {
    this.#notBefore = Math.max(this.#notBefore, this.#endOf(error));
  }

  /** A write was: no other goes out before its time. Reading goes on, by which the till learns what became of it. */
  obeyRetryAfterOfWrite(error: TillError): void {
    this.#noWriteBefore = Math.max(this.#noWriteBefore, this.#endOf(error));
  }

  /** ms that the service's own wish (Retry-After) still holds everything up. */
  get heldForMs(): number {
    return Math.max(0, this.#notBefore - this.#clock.monotonic());
  }

  /** ms that it still holds writes up. */
  get writesHeldForMs(): number {
    return Math.max(this.heldForMs, this.#noWriteBefore - this.#clock.monotonic());
  }

  /** Says no more than a new one would. */
  get isIdle(): boolean {
    return this.writesHeldForMs === 0 && this.#level() === STORE;
  }

  #endOf({ retryAfterMs = 0 }: TillError): number {
    return this.#clock.monotonic() + retryAfterMs;
  }

  #level(): number {
    return Math.min(STORE, this.#left + (this.#clock.monotonic() - this.#leftAt) * PER_MS);
  }
}

/** Beyond this many, those that say nothing any more are let go. */
const KEPT_AT_MOST = 64;

/** One for each sale; they outlive those who follow it, so that pressing a button again and again begins no new minute. */
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
