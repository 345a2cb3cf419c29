import type { Clock, Random } from '../clock.ts';
import type { Journal } from '../journal/journal.ts';
import { isRefundEnd } from '../journal/refund-record.ts';
import type { SaleRecord } from '../journal/sale-record.ts';
import type { SaleLog } from '../sale/log.ts';
import type { PaymentService } from '../service/payment-service.ts';
import { toTillError } from '../till-error.ts';

interface ElsewhereContext {
  readonly service: PaymentService;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: SaleLog;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** The longest span that the service lists in one question (spec: Limits, reconciliation date range). */
const MAX_DAYS = 30;

/**
 * Takes into the journal the refunds of a payment that other tills made, so that what is left to refund is right before
 * the service has to say so. The service has no list of a payment's refunds; its reconciliation lists are the nearest.
 * When they cannot be had the refund goes on: the service itself refuses what would exceed the payment.
 */
export async function learnRefundsElsewhere(context: ElsewhereContext, sale: SaleRecord): Promise<void> {
  const { service, journal, clock, random, log } = context;
  const today = clock.now();
  const paidAt = sale.succeededAt ?? sale.createdAt ?? sale.startedAt;
  const ask = { startDate: dayOf(Math.max(Math.min(paidAt, today), today - MAX_DAYS * DAY_MS)), endDate: dayOf(today) };
  const found = [];
  try {
    for await (const one of service.payoutRefunds(ask)) if (one.paymentId === sale.paymentId) found.push(one);
  } catch (thrown) {
    const { code, message } = toTillError(thrown);
    log.warn('refund.elsewhere-unknown', { saleId: sale.saleId, code, reason: message });
    return;
  }
  const refunds = journal.refundsOf(sale.saleId);
  // One of the list may be the till's own, begun meanwhile and not answered yet: it must not be counted as another.
  if (refunds.some((refund) => refund.refundId === undefined && !isRefundEnd(refund.stage))) return;
  const known = new Set<string | undefined>(refunds.map((refund) => refund.refundId));
  for (const { refundId, paymentId, amount, date } of found) {
    if (refundId === undefined || known.has(refundId)) continue;
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
}

/** `yyyy-MM-dd` in UTC, as the service counts days. */
function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
