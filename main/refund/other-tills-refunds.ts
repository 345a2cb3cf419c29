import type { Clock, Random } from '../base/clock.ts';
import { toTillError } from '../base/till-error.ts';
import type { Journal } from '../journal/journal.ts';
import { isInDoubt } from '../journal/refund-record.ts';
import type { KnownSale } from '../journal/sale-record.ts';
import type { SaleLog } from '../sale/log.ts';
import type { PaymentService } from '../service/payment-service.ts';
import type { OtherTills } from './manager-permission.ts';
import { type ListedRefund, listedRefunds } from './service-refund-list.ts';

interface ImportContext {
  readonly service: PaymentService;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: SaleLog;
  /** The service's clock minus ours, ms; undefined while no answer has told it. */
  skewMs(): number | undefined;
}

/**
 * Keeps the refunds of a payment that other tills made, so that what is left to refund, and whether a manager is needed,
 * is right before anything is sent. They come from the service's reconciliation lists, because it has no list of one
 * payment's refunds. `unknown`: the lists could not be had; the service then refuses what would exceed the payment.
 */
export async function importOtherTillsRefunds(context: ImportContext, sale: KnownSale): Promise<OtherTills> {
  const { service, journal, clock, random, log, skewMs } = context;
  const now = clock.now() + (skewMs() ?? 0);
  const paidAt = sale.succeededAt ?? sale.createdAt;
  const found: ListedRefund[] = [];
  try {
    for await (const one of listedRefunds(service, Math.min(paidAt, now), Math.max(paidAt, now)))
      if (one.paymentId === sale.paymentId) found.push(one);
  } catch (thrown) {
    const { code, message } = toTillError(thrown);
    log.warn('refund.elsewhere-unknown', { saleId: sale.saleId, code, reason: message });
    return 'unknown';
  }
  const refunds = journal.refundsOf(sale.saleId);
  // A listed refund may be this till's own, begun meanwhile and without a proven id yet: it must not count twice.
  if (refunds.some(isInDoubt)) return 'counted';
  const known = new Set<string | undefined>(refunds.map((refund) => refund.refundId));
  for (const { refundId, paymentId, amount, date } of found) {
    if (known.has(refundId)) continue;
    known.add(refundId);
    journal.keep({
      type: 'refund.imported',
      refundKey: random.uuid(),
      saleId: sale.saleId,
      paymentId,
      refundId,
      amount,
      createdAt: date,
    });
  }
  return 'counted';
}
