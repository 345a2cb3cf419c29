import type { Journal } from '../journal/journal.ts';
import type { SaleRecord } from '../journal/sale-record.ts';
import type { Payment, PaymentService } from '../service/payment-service.ts';

/** How far around the sale the search looks: wider than any clock that is off, far wider than the service's default. */
const WINDOW_MS = 48 * 60 * 60 * 1000;
/** A typed reference may be an order number that was charged before: such a payment is older than the sale. */
const CLOCKS_APART_MS = 5 * 60 * 1000;
const PAGE_SIZE = 50;

/** What a search for a creation of unknown outcome found. */
export type Found = { readonly payment: Payment } | 'absent';

/**
 * Searches for the payment of a sale whose creation has no outcome: same reference, same amount, no other sale's
 * payment; for a reference that a person typed, also not older than the sale. One request. Rejects with the service's
 * TillError.
 */
export async function findCreated(
  service: PaymentService,
  journal: Journal,
  sale: SaleRecord,
  now: number,
  signal: AbortSignal,
): Promise<Found> {
  const begunAt = sale.startedAt + sale.skewMs;
  const ask = {
    reference: sale.reference,
    from: Math.min(begunAt, now) - WINDOW_MS,
    to: Math.max(begunAt, now) + WINDOW_MS,
  };
  const page = await service.searchPage(ask, 0, PAGE_SIZE, { signal });
  const payment = page.items.find((item) => isOurs(journal, sale, item, begunAt));
  return payment === undefined ? 'absent' : { payment };
}

function isOurs(journal: Journal, sale: SaleRecord, payment: Payment, begunAt: number): boolean {
  if (payment.reference !== sale.reference || payment.amount !== sale.amount) return false;
  const owner = journal.saleOfPayment(payment.paymentId);
  if (owner !== undefined && owner.saleId !== sale.saleId) return false;
  return sale.ownReference || payment.createdAt >= begunAt - CLOCKS_APART_MS;
}
