import type { Journal } from '../journal/journal.ts';
import type { SaleRecord } from '../journal/sale-record.ts';
import type { Payment, PaymentService } from '../service/payment-service.ts';

/** How far around the sale the search looks: wider than any clock that is off, far wider than the service's default. */
const WINDOW_MS = 48 * 60 * 60 * 1000;
/**
 * A typed reference may be an order number that was charged before, here or at another till: such a payment is older
 * than the sale. How long ago this very process sent the creation is known to the second; for one of another process
 * only the wall clock tells, which may have been wrong then.
 */
const CLOCK_ERROR_MS = 15_000;
const CLOCKS_APART_MS = 5 * 60 * 1000;
const PAGE_SIZE = 50;

/** What a search for a creation of unknown outcome found. */
export type Found = { readonly payment: Payment } | 'absent';

/** What the till knows of the time, ms. */
export interface Times {
  now(): number;
  /** How far the service's clock is ahead, as far as that is known. */
  skewMs(): number;
  /** Since this process sent the creation, sleep not counted; undefined for one of another process. */
  sentAgo(): number | undefined;
}

/**
 * Searches for the payment of a sale whose creation has no outcome: same reference, same amount, no other sale's
 * payment; for a reference that a person typed, also not older than the sale. One request. Rejects with the service's
 * TillError.
 */
export async function findCreated(
  service: PaymentService,
  journal: Journal,
  sale: SaleRecord,
  times: Times,
  signal: AbortSignal,
): Promise<Found> {
  const begunAt = sale.startedAt + sale.skewMs;
  const now = times.now() + times.skewMs();
  const ask = {
    reference: sale.reference,
    from: Math.min(begunAt, now) - WINDOW_MS,
    to: Math.max(begunAt, now) + WINDOW_MS,
  };
  const page = await service.searchPage(ask, 0, PAGE_SIZE, { signal, retry: 'never' });
  const earliest = earliestOf(sale, times);
  const payment = page.items.find((item) => isOurs(journal, sale, item, earliest));
  return payment === undefined ? 'absent' : { payment };
}

function isOurs(journal: Journal, sale: SaleRecord, payment: Payment, earliest: number): boolean {
  if (payment.reference !== sale.reference || payment.amount !== sale.amount) return false;
  const owner = journal.saleOfPayment(payment.paymentId);
  if (owner !== undefined && owner.saleId !== sale.saleId) return false;
  return sale.ownReference || payment.createdAt >= earliest;
}

/**
 * Asked after the answer, which may be the first to show how far the clocks are apart. A wall clock may have jumped since,
 * and the monotonic one stands still while the machine sleeps: the earlier of the two is never too late, unless both
 * happened, which shows in that they tell different times since the sending.
 */
function earliestOf(sale: SaleRecord, times: Times): number {
  const byWall = sale.startedAt + Math.min(sale.skewMs, times.skewMs());
  const sentAgo = times.sentAgo();
  if (sentAgo === undefined) return byWall - CLOCKS_APART_MS;
  const agree = Math.abs(times.now() - sale.startedAt - sentAgo) <= CLOCK_ERROR_MS;
  const tolerance = agree ? CLOCK_ERROR_MS : CLOCKS_APART_MS;
  return Math.min(byWall, times.now() + times.skewMs() - sentAgo) - tolerance;
}
