import type { RefundDoubt } from '../../preload/views.ts';
import type { Clock } from '../clock.ts';
import type { Journal } from '../journal/journal.ts';
import type { RefundRecord } from '../journal/refund-record.ts';
import type { CallOptions, PaymentService, RefundId } from '../service/payment-service.ts';
import { DAY_MS, type ListedRefund, listedRefunds } from './listed.ts';

interface LookUpContext {
  readonly service: PaymentService;
  readonly journal: Journal;
  readonly clock: Clock;
}

export type LookedUp = { readonly refundId: RefundId } | { readonly doubt: Exclude<RefundDoubt, 'refused'> };

/**
 * Looks for a refund of unknown outcome in the service's signed list of refunds (operation 12). The list has no
 * idempotency key, so only one refund that fits and that the journal does not know already is taken for it. Rejects with
 * the service's TillError.
 */
export async function lookUp(
  { service, journal, clock }: LookUpContext,
  refund: RefundRecord,
  options: CallOptions,
): Promise<LookedUp> {
  const now = clock.now();
  const from = Math.min(refund.at, now) - DAY_MS;
  const listed: ListedRefund[] = [];
  for await (const one of listedRefunds(service, from, now + DAY_MS, options))
    if (one.paymentId === refund.paymentId) listed.push(one);
  const others = journal.refundsOf(refund.saleId).filter(({ refundKey }) => refundKey !== refund.refundKey);
  return choose(refund, listed, {
    taken: new Set(others.map(({ refundId }) => refundId)),
    saleDescription: journal.sale(refund.saleId)?.description,
  });
}

export interface Known {
  /** Ids of the payment's other refunds. */
  readonly taken: ReadonlySet<string | undefined>;
  readonly saleDescription: string | undefined;
}

/** Which of the listed refunds of a payment is this one. Pure. */
export function choose(refund: RefundRecord, listed: readonly ListedRefund[], known: Known): LookedUp {
  const fitting = listed.filter(
    ({ paymentId, amount, refundId, date, description }) =>
      paymentId === refund.paymentId &&
      amount === refund.amount &&
      !known.taken.has(refundId) &&
      // The till's clock may have been wrong; by more than a day it would have signed nothing.
      date >= refund.at - DAY_MS &&
      // The list may show the payment's description in place of the refund's (spec: Transaction details).
      (description === undefined || description === refund.reason || description === known.saleDescription),
  );
  const described = fitting.filter(({ description }) => description !== undefined && description === refund.reason);
  const candidates = described.length > 0 ? described : fitting;
  const [only] = candidates;
  if (only === undefined) return { doubt: 'absent' };
  return candidates.length === 1 ? { refundId: only.refundId as RefundId } : { doubt: 'several' };
}
