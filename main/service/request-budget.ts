import { type Clock, sleep } from '../base/clock.ts';
import type { TillError } from '../base/till-error.ts';
import { TokenBucket } from '../base/token-bucket.ts';
import { type CallOptions, isBackground, LONGEST_HOLD_MS, obeyedMs } from '../domain/payment-service.ts';
import { type Operation, operations } from './operations.ts';
import { serviceError } from './service-error.ts';

interface Asked {
  readonly operation: Operation;
  readonly about?: { readonly paymentId?: string; readonly refundId?: string; readonly reference?: string };
}

/** A wait that the service asked for (monotonic), and the code of the answer that did. */
interface Hold {
  readonly until: number;
  readonly code: 'service.busy' | 'service.unavailable';
}

/**
 * Requests that every part of the till may send together, but for the lists of payouts, which are fetched page by page.
 */
const OF_SERVICE = { size: 100, perSecond: 10 };
/**
 * The background leaves so many of them to people and to the sale on the screen, and so many of those about one
 * payment.
 */
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
 * One budget for the service and one for each payment, which outlive a sale. `Retry-After` holds up what it was the
 * answer to; that of a 429 every read, or every write. Reads of one payment follow each other: the older answer never
 * comes last.
 */
export class RequestBudget {
  readonly #clock: Clock;
  readonly #ofService: TokenBucket;
  readonly #ofPayments = new Map<string, TokenBucket>();
  readonly #holds = new Map<string, Hold>();
  /** The last read of each payment that is under way or waits. */
  readonly #reads = new Map<string, Promise<unknown>>();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#ofService = new TokenBucket(clock, OF_SERVICE);
  }

  /** Rejects with `service.busy` or `service.unavailable`, telling how long to wait; nothing has been sent then. */
  async admit(asked: Asked, { urgency, signal }: CallOptions = {}): Promise<void> {
    if (urgency !== 'asked') this.#refuseHeld(asked);
    if (operations[asked.operation].api === 'reconciliation') return;
    const ofPayment = this.#ofPayment(asked.about?.paymentId);
    const waitFor = (ofService: number, own: number) =>
      Math.max(this.#ofService.waitFor(ofService), ofPayment?.waitFor(own) ?? 0);
    if (isBackground(urgency)) {
      for (let wait = waitFor(RESERVED, RESERVED_OF_PAYMENT); wait > 0; wait = waitFor(RESERVED, RESERVED_OF_PAYMENT))
        await sleep(this.#clock, Math.ceil(wait), signal);
      // Another answer may have asked for a wait meanwhile.
      this.#refuseHeld(asked);
    }
    const wait = waitFor(0, 0);
    if (wait > 0) throw held('service.busy', wait);
    this.#ofService.take();
    ofPayment?.take();
  }

  obey(asked: Asked, { code, retryAfterMs }: TillError, { urgency }: CallOptions = {}): void {
    if (retryAfterMs === undefined || (code !== 'service.busy' && code !== 'service.unavailable')) return;
    const ofOthers = Math.min(retryAfterMs, LONGEST_HOLD_MS);
    this.#hold(slotOf(asked), { code, until: ownHoldOf(asked, retryAfterMs, urgency) });
    if (code === 'service.busy') this.#hold(kindOf(asked), { code, until: ofOthers });
  }

  async inTurn<T>(paymentId: string, signal: AbortSignal | undefined, read: () => Promise<T>): Promise<T> {
    const before = this.#reads.get(paymentId);
    let end = () => {};
    const own = new Promise<void>((resolve) => {
      end = resolve;
    });
    const last = Promise.all([before, own]).then(() => {
      if (this.#reads.get(paymentId) === last) this.#reads.delete(paymentId);
    });
    this.#reads.set(paymentId, last);
    try {
      if (before !== undefined) await unlessAborted(before, signal);
      return await read();
    } finally {
      end();
    }
  }

  #refuseHeld(asked: Asked): void {
    for (const name of [slotOf(asked), kindOf(asked)]) {
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

  #ofPayment(paymentId: string | undefined): TokenBucket | undefined {
    if (paymentId === undefined) return undefined;
    const bucket = this.#ofPayments.get(paymentId) ?? new TokenBucket(this.#clock, OF_PAYMENT);
    if (this.#ofPayments.size >= PAYMENTS_KEPT)
      for (const [other, { isFull }] of this.#ofPayments) if (isFull) this.#ofPayments.delete(other);
    this.#ofPayments.set(paymentId, bucket);
    return bucket;
  }
}

/**
 * The subject of an answer's `Retry-After`: one operation, and the refund, payment or reference that is asked for by
 * it.
 */
function slotOf({ operation, about }: Asked): string {
  const reference = operations[operation].read ? about?.reference : undefined;
  return `${operation} ${about?.refundId ?? about?.paymentId ?? reference ?? ''}`;
}

/** ms. Reads and cancels of a payment follow their urgency, its other requests obey in full. */
function ownHoldOf({ operation, about }: Asked, askedMs: number, urgency: CallOptions['urgency']): number {
  if (operation === 'readPayment' || operation === 'cancelPayment') return obeyedMs(askedMs, urgency);
  return obeyedMs(askedMs, about?.paymentId === undefined ? 'screen' : 'background');
}

function kindOf({ operation }: Asked): string {
  const { api, read } = operations[operation];
  return `${api === 'reconciliation' ? api : 'payments'} ${read ? 'read' : 'write'}`;
}

function held(code: Hold['code'], leftMs: number): TillError {
  return serviceError(code, 'not asked before the wait is over', { acted: 'no', retryAfterMs: Math.ceil(leftMs) });
}

async function unlessAborted(promise: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return void (await promise);
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
