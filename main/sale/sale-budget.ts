import { inBasicSepa } from '../../preload/contract/sepa-characters.ts';
import type { Clock } from '../base/clock.ts';
import type { TillError } from '../base/till-error.ts';
import { TokenBucket } from '../base/token-bucket.ts';
import { obeyedMs, type Urgency } from '../domain/payment-service.ts';
import type { SaleRecord } from '../domain/sale-record.ts';

/** Reads: `paced` in the till's rhythm, `urgent` after an event, `asked` for a click, which no `Retry-After` delays. */
export type RequestKind = 'paced' | 'urgent' | 'asked' | 'write';

/** At most 60 requests about a sale in any minute. */
const BUCKET = { size: 12, perSecond: 0.8 };
/** Paced reads leave the last tokens to cancels, acknowledgements and clicks. */
const RESERVED = 3;

/** Returns the most requests of a read: a search may be repeated with the reference in basic characters. */
export function requestsOfRead(sale: SaleRecord): number {
  return sale.creation === 'known' || inBasicSepa(sale.reference) === undefined ? 1 : 2;
}

/** Budget of requests about a sale, from all callers. Counts on the monotonic clock. */
export class SaleBudget {
  readonly #clock: Clock;
  readonly #bucket: TokenBucket;
  /** End of the wait for all requests, as requested by the service (monotonic). */
  #notBefore = 0;
  /** End of the wait for writes, as requested by the service (monotonic). */
  #noWriteBefore = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#bucket = new TokenBucket(clock, BUCKET);
  }

  /** Returns the ms until `requests` requests may be sent. */
  waitFor(kind: RequestKind, requests = 1): number {
    const wait = this.#bucket.waitFor((kind === 'paced' ? RESERVED : 0) + requests - 1);
    if (kind === 'asked') return wait;
    return Math.max(wait, kind === 'write' ? this.writesHeldForMs : this.heldForMs);
  }

  spend(requests = 1): void {
    for (let left = requests; left > 0; left -= 1) this.#bucket.take();
  }

  /** Obeys the `Retry-After` of a read: no request is sent before its end. */
  obeyRetryAfter(error: TillError, urgency: Urgency): void {
    this.#notBefore = Math.max(this.#notBefore, this.#endOf(error, urgency));
  }

  /** Obeys the `Retry-After` of a write: no write before its end. Reads go on, to find out the write's outcome. */
  obeyRetryAfterOfWrite(error: TillError, urgency: Urgency): void {
    this.#noWriteBefore = Math.max(this.#noWriteBefore, this.#endOf(error, urgency));
  }

  /** ms for which a `Retry-After` still delays every request. */
  get heldForMs(): number {
    return Math.max(0, this.#notBefore - this.#clock.monotonic());
  }

  /** ms for which a `Retry-After` still delays writes. */
  get writesHeldForMs(): number {
    return Math.max(this.heldForMs, this.#noWriteBefore - this.#clock.monotonic());
  }

  /** True if the budget is in its initial state, and can be dropped. */
  get isIdle(): boolean {
    return this.writesHeldForMs === 0 && this.#bucket.isFull;
  }

  #endOf({ retryAfterMs = 0 }: TillError, urgency: Urgency): number {
    return this.#clock.monotonic() + obeyedMs(retryAfterMs, urgency);
  }
}

/** Idle budgets are dropped beyond this number. */
const KEPT_AT_MOST = 64;

/** Budgets by sale. A budget outlives its follower: repeated clicks on a button start no new bucket. */
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
