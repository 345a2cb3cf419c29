import type { CallOptions, Payment, PaymentService } from '../domain/payment-service.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import type { Journal } from '../journal/journal.ts';

/**
 * Searched before and after the sale: further than a clock is likely to be off, and than the service looks by default.
 */
const WINDOW_MS = 48 * 60 * 60 * 1000;
/**
 * A typed reference may be an order number that was charged before: such a payment is older than the sale. The second
 * tolerance is for a creation of an earlier process whose time only the wall clock tells.
 */
const CLOCK_ERROR_MS = 15_000;
const CLOCKS_APART_MS = 5 * 60 * 1000;
const PAGE_SIZE = 50;

export type Found = { readonly payment: Payment } | 'absent';

/** The time as far as the till knows it, ms. */
export interface SearchTimes {
  now(): number;
  /** The service's clock minus this machine's, as far as it is known. */
  skewMs(): number;
  /** Since this process sent the creation, sleep not counted; undefined for one of an earlier process. */
  sentAgoMs(): number | undefined;
  /** A creation may still arrive so long after it was sent. */
  readonly arrivesWithinMs: number;
}

/**
 * One request. Under a typed reference the payment must also have been made when the creation can have arrived. Rejects
 * with the service's TillError.
 */
export async function findCreated(
  service: PaymentService,
  journal: Journal,
  sale: SaleRecord,
  times: SearchTimes,
  options: CallOptions,
): Promise<Found> {
  const begunAt = sale.startedAt + sale.skewMs;
  const now = times.now() + times.skewMs();
  const ask = {
    reference: sale.reference,
    from: Math.min(begunAt, now) - WINDOW_MS,
    to: Math.max(begunAt, now) + WINDOW_MS,
  };
  const page = await service.searchPage(ask, 0, PAGE_SIZE, options);
  const span = spanOf(sale, times);
  const payment = page.items.find((item) => isOurs(journal, sale, item, span));
  return payment === undefined ? 'absent' : { payment };
}

function isOurs(journal: Journal, sale: SaleRecord, payment: Payment, { earliest, latest }: Span): boolean {
  if (payment.reference !== sale.reference || payment.amount !== sale.amount) return false;
  const owner = journal.saleOfPayment(payment.paymentId);
  if (owner !== undefined && owner.saleId !== sale.saleId) return false;
  return sale.ownReference || (payment.createdAt >= earliest && payment.createdAt <= latest);
}

/** The time in which the service may have made the payment, by its own clock. ms since the epoch. */
interface Span {
  readonly earliest: number;
  readonly latest: number;
}

/**
 * Worked out after the answer, which may be the first to show the service's time. The sending lies between what the two
 * clocks say, unless one jumped and the machine slept: then the tolerance is wider. What another till charges later
 * under the same number must stay outside: it would be cancelled as a payment that came too late.
 */
function spanOf(sale: SaleRecord, { now, skewMs, sentAgoMs, arrivesWithinMs }: SearchTimes): Span {
  const ago = sentAgoMs();
  if (ago === undefined && sale.timeKnown) {
    const begunAt = sale.startedAt + sale.skewMs;
    return { earliest: begunAt - CLOCK_ERROR_MS, latest: begunAt + arrivesWithinMs + CLOCK_ERROR_MS };
  }
  const skews = [sale.skewMs, skewMs()];
  const byWall = skews.map((skew) => sale.startedAt + skew);
  const agree = ago !== undefined && Math.abs(now() - sale.startedAt - ago) <= CLOCK_ERROR_MS;
  const tolerance = agree ? CLOCK_ERROR_MS : CLOCKS_APART_MS;
  const sent = ago === undefined ? byWall : [...byWall, now() + skewMs() - ago];
  return { earliest: Math.min(...sent) - tolerance, latest: Math.max(...sent) + arrivesWithinMs + tolerance };
}
