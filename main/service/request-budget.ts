import type { Clock } from '../base/clock.ts';
import type { TillError } from '../base/till-error.ts';
import { TokenBucket } from '../base/token-bucket.ts';
import { isBackground, LONGEST_HOLD_MS, obeyedMs, type Urgency } from '../domain/payment-service.ts';
import { type Operation, operations } from './operations.ts';
import { serviceError } from './service-error.ts';

export interface Asked {
  readonly operation: Operation;
  readonly about?: { readonly paymentId?: string; readonly refundId?: string; readonly reference?: string };
}

/** A wait that the service asked for (monotonic), and the code of the response. */
interface Hold {
  readonly until: number;
  readonly code: 'service.busy' | 'service.unavailable';
}

/**
 * Budget of all requests except the payout lists, which are fetched page by page. The foreground also has a budget of
 * the same size: only foreground requests can use it up.
 */
const OF_SERVICE = { size: 100, perSecond: 10 };
/** Tokens reserved for the foreground: of all requests, and of the requests about one payment. */
const RESERVED = 20;
const RESERVED_OF_PAYMENT = 5;
/** For a payment and its refunds: one more than the sale's own budget, whose count begins a little earlier. */
const OF_PAYMENT = { size: 13, perSecond: 0.8 };
/** Above this number of payments, full buckets are dropped. */
const PAYMENTS_KEPT = 256;

/**
 * Request budgets of the service and of each payment, which outlive a sale, and the waits that the service asked for.
 * `Retry-After` delays requests with the same subject. After a 429 all reads, or all writes, wait as well; a background
 * request's 429 delays only background reads or writes.
 */
export class RequestBudget {
  readonly #clock: Clock;
  readonly #all: TokenBucket;
  readonly #ofForeground: TokenBucket;
  readonly #ofPayments = new Map<string, TokenBucket>();
  readonly #holds = new Map<string, Hold>();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#all = new TokenBucket(clock, OF_SERVICE);
    this.#ofForeground = new TokenBucket(clock, OF_SERVICE);
  }

  /** ms. During a wait of the service, throws TillError `service.busy` or `service.unavailable` with the time left. */
  waitFor(asked: Asked, urgency?: Urgency): number {
    if (urgency !== 'asked') this.#refuseHeld(asked, urgency);
    const { api } = operations[asked.operation];
    if (api === 'reconciliation') return 0;
    const ofPayment = this.#ofPayments.get(asked.about?.paymentId ?? '');
    if (!isBackground(urgency)) return Math.max(this.#ofForeground.waitFor(), ofPayment?.waitFor() ?? 0);
    return Math.max(this.#all.waitFor(RESERVED), ofPayment?.waitFor(RESERVED_OF_PAYMENT) ?? 0);
  }

  take({ operation, about }: Asked, urgency?: Urgency): void {
    if (operations[operation].api === 'reconciliation') return;
    this.#all.take();
    if (!isBackground(urgency)) this.#ofForeground.take();
    if (about?.paymentId !== undefined) this.#ofPayment(about.paymentId).take();
  }

  obey(asked: Asked, { code, retryAfterMs }: TillError, urgency?: Urgency): void {
    if (retryAfterMs === undefined || (code !== 'service.busy' && code !== 'service.unavailable')) return;
    const ofOthers = Math.min(retryAfterMs, LONGEST_HOLD_MS);
    this.#hold(slotOf(asked, urgency), { code, until: ownHoldOf(asked, retryAfterMs, urgency) });
    if (code === 'service.busy') this.#hold(kindOf(asked, urgency), { code, until: ofOthers });
  }

  #refuseHeld(asked: Asked, urgency: Urgency | undefined): void {
    const names = [slotOf(asked), kindOf(asked)];
    if (isBackground(urgency)) names.push(slotOf(asked, urgency), kindOf(asked, urgency));
    for (const name of names) {
      const hold = this.#holds.get(name);
      const left = (hold?.until ?? 0) - this.#clock.monotonic();
      if (hold !== undefined && left > 0) throw held(hold.code, left);
    }
  }

  #hold(name: string, { code, until }: Hold): void {
    const now = this.#clock.monotonic();
    for (const [other, hold] of this.#holds) if (hold.until <= now) this.#holds.delete(other);
    if (now + until > (this.#holds.get(name)?.until ?? 0)) this.#holds.set(name, { code, until: now + until });
  }

  #ofPayment(paymentId: string): TokenBucket {
    const bucket = this.#ofPayments.get(paymentId) ?? new TokenBucket(this.#clock, OF_PAYMENT);
    if (this.#ofPayments.size >= PAYMENTS_KEPT)
      for (const [other, { isFull }] of this.#ofPayments) if (isFull) this.#ofPayments.delete(other);
    this.#ofPayments.set(paymentId, bucket);
    return bucket;
  }
}

/**
 * The subject of a `Retry-After`: the operation, and its refund, payment or reference. Requests without such a subject
 * are grouped into background and foreground.
 */
function slotOf({ operation, about }: Asked, urgency?: Urgency): string {
  const reference = operations[operation].read ? about?.reference : undefined;
  const subject = about?.refundId ?? about?.paymentId ?? reference;
  return `${operation} ${subject ?? laneOf(urgency)}`;
}

/**
 * The wait in ms. Reads and cancels of a payment follow their urgency. Other requests about a payment obey in full, all
 * others up to the foreground's limit.
 */
function ownHoldOf({ operation, about }: Asked, askedMs: number, urgency: Urgency | undefined): number {
  if (operation === 'readPayment' || operation === 'cancelPayment') return obeyedMs(askedMs, urgency);
  return obeyedMs(askedMs, about?.paymentId === undefined ? 'screen' : 'background');
}

function kindOf({ operation }: Asked, urgency?: Urgency): string {
  const { api, read } = operations[operation];
  return `${laneOf(urgency)} ${api === 'reconciliation' ? api : 'payments'} ${read ? 'read' : 'write'}`;
}

function laneOf(urgency: Urgency | undefined): string {
  return isBackground(urgency) ? 'background' : 'foreground';
}

export function held(code: Hold['code'], leftMs: number): TillError {
  return serviceError(code, 'not sent before the end of the wait', { acted: 'no', retryAfterMs: Math.ceil(leftMs) });
}
