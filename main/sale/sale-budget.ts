import { inBasicSepa } from '../../preload/contract/sepa-characters.ts';
import type { Clock } from '../base/clock.ts';
import type { TillError } from '../base/till-error.ts';
import { TokenBucket } from '../base/token-bucket.ts';
import { obeyedMs, type Urgency } from '../domain/payment-service.ts';
import type { SaleRecord } from '../domain/sale-record.ts';

/**
 * `paced`: a read in the till's own rhythm; `urgent`: a read after an event; `asked`: the read of a click, which no
 * `Retry-After` delays.
 */
export type RequestKind = 'paced' | 'urgent' | 'asked' | 'write';

/** No minute has more requests about one sale than 60. */
const BUCKET = { size: 12, perSecond: 0.8 };
/** Paced reads leave the last few tokens to cancels, acknowledgements and presses of buttons. */
const RESERVED = 3;

/** The most requests that one read of the sale takes: a search may go on with the reference in basic characters. */
export function requestsOfRead(sale: SaleRecord): number {
  return sale.creation === 'known' || inBasicSepa(sale.reference) === undefined ? 1 : 2;
}

/** The requests that may go out about one sale, whoever asks. It counts on the monotonic clock. */
export class SaleBudget {
  readonly #clock: Clock;
  readonly #bucket: TokenBucket;
  /** The service asked for no request before this (monotonic). */
  #notBefore = 0;
  /** The service asked for no write before this (monotonic). */
  #noWriteBefore = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#bucket = new TokenBucket(clock, BUCKET);
  }

  /** ms until so many requests may go out. */
  waitFor(kind: RequestKind, requests = 1): number {
    const wait = this.#bucket.waitFor((kind === 'paced' ? RESERVED : 0) + requests - 1);
    if (kind === 'asked') return wait;
    return Math.max(wait, kind === 'write' ? this.writesHeldForMs : this.heldForMs);
  }

  spend(requests = 1): void {
    for (let left = requests; left > 0; left -= 1) this.#bucket.take();
  }

  /** A read was answered with `Retry-After`: nothing goes out before that time. */
  obeyRetryAfter(error: TillError, urgency: Urgency): void {
    this.#notBefore = Math.max(this.#notBefore, this.#endOf(error, urgency));
  }

  /**
   * A write was answered with it: no write goes out before that time. Reads go on, because they tell what became of it.
   */
  obeyRetryAfterOfWrite(error: TillError, urgency: Urgency): void {
    this.#noWriteBefore = Math.max(this.#noWriteBefore, this.#endOf(error, urgency));
  }

  /** ms for which the service's `Retry-After` still holds up every request. */
  get heldForMs(): number {
    return Math.max(0, this.#notBefore - this.#clock.monotonic());
  }

  /** ms for which it still holds up writes. */
  get writesHeldForMs(): number {
    return Math.max(this.heldForMs, this.#noWriteBefore - this.#clock.monotonic());
  }

  /** True where it is in the state of a new one, and can be forgotten. */
  get isIdle(): boolean {
    return this.writesHeldForMs === 0 && this.#bucket.isFull;
  }

  #endOf({ retryAfterMs = 0 }: TillError, urgency: Urgency): number {
    return this.#clock.monotonic() + obeyedMs(retryAfterMs, urgency);
  }
}

/** The idle ones are forgotten once there are more than this. */
const KEPT_AT_MOST = 64;

/** One for each sale. They outlive its follower: a button that is pressed again and again starts no new bucket. */
export class SaleBudgets {
  readonly #clock: Clock;
  readonly #known = new Map<string, SaleBudget>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  of(saleId: string): SaleBudget {
    const known = this.#known.get(saleId) ?? new SaleBudget(this.#clock);
    this.#known.set(saleId, known);
    if (this.#known.size > KEPT_AT_MOST)
      for (const [other, budget] of this.#known) if (other !== saleId && budget.isIdle) this.#known.delete(other);
    return known;
  }
}
