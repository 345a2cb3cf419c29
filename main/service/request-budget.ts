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

/** A wait that the service asked for (monotonic), and the code of the answer that did. */
interface Hold {
  readonly until: number;
  readonly code: 'service.busy' | 'service.unavailable';
}

/**
 * Requests that may be sent together, but for the lists of payouts, which are fetched page by page. The foreground is
 * counted by itself too: only its own requests can use up its budget.
 */
const OF_SERVICE = { size: 100, perSecond: 10 };
/** Tokens that the background leaves to the foreground: of all requests, and of those about one payment. */
const RESERVED = 20;
const RESERVED_OF_PAYMENT = 5;
/**
 * Requests about one payment and its refunds. One more than its sale takes by itself, whose count begins a little
 * earlier.
 */
const OF_PAYMENT = { size: 13, perSecond: 0.8 };
/** Payments that nothing was asked about lately are forgotten once there are more than this. */
const PAYMENTS_KEPT = 256;

/**
 * Requests that may go out now: one budget for the service and one for each payment, which outlive a sale, and the waits
 * that the service asked for. `Retry-After` holds up what it was the answer to; that of a 429 every read, or every write,
 * but none in the foreground where the request was in the background.
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

  /** ms until it may go out. Throws `service.busy` or `service.unavailable`, with the time that is left, where it is held. */
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
 * The subject of an answer's `Retry-After`: one operation, and the refund, payment or reference that is asked for by
 * it. Without one of these the subject of the background is another than that of the foreground.
 */
function slotOf({ operation, about }: Asked, urgency?: Urgency): string {
  const reference = operations[operation].read ? about?.reference : undefined;
  const subject = about?.refundId ?? about?.paymentId ?? reference;
  return `${operation} ${subject ?? laneOf(urgency)}`;
}

/** ms. Reads and cancels of a payment follow their urgency, its other requests obey in full. */
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
  return serviceError(code, 'not asked before the wait is over', { acted: 'no', retryAfterMs: Math.ceil(leftMs) });
}
