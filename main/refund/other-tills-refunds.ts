import { fieldsOf } from '../base/log.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { toTillError } from '../base/till-error.ts';
import type { PaymentId } from '../domain/payment-service.ts';
import { isInDoubt, type RefundRecord } from '../domain/refund-record.ts';
import { isElsewhere, type KnownSale } from '../domain/sale-record.ts';
import type { OtherTills } from './manager-permission.ts';
import {
  ARRIVES_WITHIN_MS,
  type ListedRefund,
  listedRefunds,
  matchListed,
  type RefundParts,
} from './refund-look-up.ts';

interface ImportContext extends RefundParts {
  /** A manager had closed a refund of this till as not made, but the service made the refund. */
  madeAfterAll(refund: RefundRecord): void;
  /** A listed refund was imported: its outcome must be read from the service. */
  imported(refundKey: string): void;
}

/**
 * Imports other tills' refunds of a payment before anything is sent. Source: the reconciliation lists, because the
 * service has no list of refunds by payment. `unknown`: the lists were not available; the service itself refuses to
 * exceed the payment.
 */
export async function importOtherTillsRefunds(
  context: ImportContext,
  sale: KnownSale,
  signal: AbortSignal,
): Promise<OtherTills> {
  const { service, clock, log, skewMs } = context;
  const now = clock.now() + (skewMs() ?? 0);
  const paidAt = sale.succeededAt ?? sale.createdAt;
  const found = new Map<string, ListedRefund>();
  try {
    for await (const one of listedRefunds(service, Math.min(paidAt, now), Math.max(paidAt, now), { signal }))
      if (one.paymentId === sale.paymentId) found.set(one.refundId, one);
  } catch (thrown) {
    signal.throwIfAborted();
    log.warn('refund.elsewhere-unknown', { saleId: sale.saleId, ...fieldsOf(toTillError(thrown)) });
    return 'unknown';
  }
  keepListed(context, sale, [...found.values()], {});
  return 'counted';
}

/**
 * Imports the refunds of all payments in the journal since `from` (ms since the epoch), after a journal was lost.
 * Rejects with the service's `TillError`; then nothing is imported.
 */
export async function importRefundsSince(context: ImportContext, from: number, signal?: AbortSignal): Promise<void> {
  const { service, journal, clock, skewMs } = context;
  const now = clock.now() + (skewMs() ?? 0);
  const options = { urgency: 'background', ...omitUndefined({ signal }) } as const;
  const found = new Map<string, Map<string, ListedRefund>>();
  for await (const one of listedRefunds(service, Math.min(from, now), now, options))
    found.set(one.paymentId, (found.get(one.paymentId) ?? new Map()).set(one.refundId, one));
  for (const [paymentId, listed] of found) {
    const sale = journal.saleOfPayment(paymentId as PaymentId);
    if (sale?.creation === 'known') keepListed(context, sale, [...listed.values()], { restored: true });
  }
}

/** Imports listed refunds of a payment that are unknown to the journal; `restored` if this till may have made them. */
function keepListed(
  context: ImportContext,
  sale: KnownSale,
  listed: readonly ListedRefund[],
  how: { readonly restored?: true },
): void {
  const { journal, random, imported } = context;
  // A listed refund may be this till's own, begun in the meantime and without a proven id: no refund may count twice.
  if (journal.refundsOf(sale.saleId).some(isInDoubt)) return;
  keepMadeAfterAll(context, sale, listed);
  const known = new Set<string | undefined>(journal.refundsOf(sale.saleId).map(({ refundId }) => refundId));
  // A lost journal can only have held this till's refunds of its own payments.
  const lost = isElsewhere(sale) && sale.toldPosId !== sale.posId ? {} : how;
  const { saleId } = sale;
  for (const { refundId, paymentId, amount, date: createdAt } of listed) {
    if (known.has(refundId)) continue;
    const refundKey = random.uuid();
    const refund = { refundKey, saleId, paymentId, refundId, amount, createdAt };
    journal.keep({ type: 'refund.imported', ...refund, ...lost });
    imported(refundKey);
  }
}

/** Journals, for this till's refunds that a manager closed as not made, any matching entries of the list. */
function keepMadeAfterAll(context: ImportContext, sale: KnownSale, listed: readonly ListedRefund[]): void {
  const { journal, madeAfterAll } = context;
  const closed = journal.refundsOf(sale.saleId).filter(({ stage }) => stage === 'not-made');
  if (closed.length === 0) return;
  const closedAt = journal.closedAsNotMade();
  for (const refund of closed) {
    const at = closedAt.get(refund.refundKey);
    if (at === undefined) continue;
    const others = journal.refundsOf(sale.saleId).filter(({ refundKey }) => refundKey !== refund.refundKey);
    const found = matchListed(refund, listed, {
      taken: new Set(others.map(({ refundId }) => refundId)),
      saleDescription: sale.description,
      until: at + ARRIVES_WITHIN_MS,
    });
    if ('doubt' in found) continue;
    const { refundKey } = refund;
    journal.keep({ type: 'refund.answered', refundKey, refundId: found.refundId, stage: 'pending', via: 'list' });
    madeAfterAll(refund);
  }
}
