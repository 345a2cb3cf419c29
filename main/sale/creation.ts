import { basicSepa } from '../../preload/contract/sepa-characters.ts';
import type { ErrorCode } from '../base/error-codes.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import type { CallOptions, Payment, RequestBody } from '../domain/payment-service.ts';
import type { KnownSale, SaleRecord, SendingSale } from '../domain/sale-record.ts';
import type { SaleEvent } from '../domain/state-machine.ts';
import { findCreated } from './creation-search.ts';
import type { FollowerContext, Timing } from './follower-context.ts';

interface CreationContext extends Pick<FollowerContext, 'service' | 'journal' | 'clock' | 'undecided'> {
  readonly timing: Pick<Timing, 'skewMs' | 'arrivesWithinMs' | 'searchLagMs'>;
}

interface Sent {
  readonly event: SaleEvent;
  readonly error?: TillError;
}

/** Time for a sent creation to arrive, ms: longer than all client time-outs together, and the service's processing. */
export const CREATION_ARRIVES_WITHIN_MS = 20_000;
/**
 * Time after a creation during which a search may miss the payment, ms. A read by id is consistent at once, the search
 * index is not (docs/service.md, Search request and response).
 */
export const SEARCH_LAG_MS = 60_000;
/** Least time between two searches that count as evidence of absence, ms. */
const ABSENT_APART_MS = 2_000;
const ABSENT_TWICE = 2;

/**
 * Creation of a payment, sent once. After an unknown outcome the till searches for the payment. Absence takes two
 * searches, the second at a time when the index would show the payment. The creation is never repeated: the cashier
 * charges again, so that the two payments can be distinguished.
 */
export class Creation {
  readonly #context: CreationContext;
  /** Time from which a search shows a creation of unknown outcome (monotonic); undefined until needed. */
  #shownFrom: number | undefined;
  /** Time at which this process sent the creation (monotonic). */
  #sentAt: number | undefined;
  #absentAt: readonly number[] = [];
  /** Characters of the description that were not sent. */
  #leftOut: string | undefined;

  constructor(context: CreationContext) {
    this.#context = context;
  }

  /**
   * Sends the journaled bytes; returns the resulting event, with the error of a failure. If the service refuses the
   * description, the basic body is sent once: a 400 has created nothing. Never rejects.
   */
  async send(sale: SendingSale, signal: AbortSignal): Promise<Sent> {
    const sent = await this.#sendBody(sale, sale.body, signal);
    const isRefused = sent.error?.code === 'service.bad-request' && sent.error.field === 'description';
    if (!isRefused || sale.basicBody === undefined) return sent;
    this.#leftOut = basicSepa(sale.description ?? '').leftOut;
    return this.#sendBody(sale, sale.basicBody, signal);
  }

  async #sendBody(sale: SendingSale, body: RequestBody, signal: AbortSignal): Promise<Sent> {
    const { service, journal, clock } = this.#context;
    this.#sentAt = clock.monotonic();
    this.#shownFrom = this.#sentAt + this.#shownWithinMs;
    try {
      const create = sale.operation === 'static-qr' ? service.createStaticQr : service.createPayment;
      const payment = await create.call(service, body, { signal });
      // Payment of an earlier sale (same reference and amount): its success would show the new sale as paid too.
      if (journal.saleOfPayment(payment.paymentId) !== undefined) return { event: this.mismatched() };
      return { event: this.#created(payment, 'create') };
    } catch (thrown) {
      const error = toTillError(thrown);
      if (error.acted === 'no') return { event: { type: 'creation-refused', problem: error.toView() }, error };
      return { event: { type: 'creation-unknown', problem: error.toView() }, error };
    }
  }

  #created(payment: Payment, via: 'create' | 'search'): SaleEvent {
    return { type: 'created', payment, via, ...omitUndefined({ leftOut: this.#leftOut }) };
  }

  mismatched(): SaleEvent {
    return unknown('sale.other-payment', 'Response to the creation is about another payment.');
  }

  /** An earlier process may have sent the creation, and ended before it knew the outcome. */
  interrupted(): SaleEvent {
    return unknown('sale.interrupted', 'Till stopped during the creation of the payment.');
  }

  /** Sends a search; returns undefined if the result changes nothing. Rejects with the service's `TillError`. */
  async search(sale: Exclude<SaleRecord, KnownSale>, options: CallOptions): Promise<SaleEvent | undefined> {
    const { service, journal, clock, timing, undecided } = this.#context;
    const sentAt = this.#sentAt;
    const times = {
      now: () => clock.now(),
      skewMs: timing.skewMs,
      sentAgoMs: () => (sentAt === undefined ? undefined : clock.monotonic() - sentAt),
      arrivesWithinMs: timing.arrivesWithinMs,
    };
    const found = await findCreated(service, journal, sale, times, options);
    undecided.set(sale.saleId, found?.proof === 'undecided' ? found.payment : undefined);
    if (found !== undefined) return found.proof === 'own' ? this.#created(found.payment, 'search') : undefined;
    return sale.creation === 'unknown' && this.#isAbsent(sale) ? { type: 'creation-absent' } : undefined;
  }

  get #shownWithinMs(): number {
    const { arrivesWithinMs, searchLagMs } = this.#context.timing;
    return arrivesWithinMs + searchLagMs;
  }

  /** For a creation of an earlier process, only the wall clock shows the time since sending. */
  #shownFromByWallClock(sale: SaleRecord): number {
    const { clock } = this.#context;
    const since = Math.min(Math.max(0, clock.now() - sale.startedAt), this.#shownWithinMs);
    return clock.monotonic() + this.#shownWithinMs - since;
  }

  #isAbsent(sale: SaleRecord): boolean {
    this.#shownFrom ??= this.#shownFromByWallClock(sale);
    const now = this.#context.clock.monotonic();
    const last = this.#absentAt.at(-1);
    if (last === undefined || now - last >= ABSENT_APART_MS) this.#absentAt = [...this.#absentAt, now];
    return now >= this.#shownFrom && this.#absentAt.length >= ABSENT_TWICE;
  }
}

function unknown(code: ErrorCode, message: string): SaleEvent {
  return { type: 'creation-unknown', problem: new TillError(code, message, { retryable: true }).toView() };
}
