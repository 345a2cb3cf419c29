import { closingTime } from './dates.ts';
import type { EngineContext } from './engine-context.ts';
import { newId } from './ids.ts';
import type { PaymentRecord, PayoutRecord, RefundRecord } from './records.ts';

/** One per merchant, account and bulk id. A batch with more refunds than payments waits for the next run. */
export function runPayout(context: EngineContext): readonly PayoutRecord[] {
  const batches = new Map<string, { payments: PaymentRecord[]; refunds: RefundRecord[] }>();
  const batchOf = (payment: PaymentRecord) => {
    const account = context.store.profiles.get(payment.profileId)?.iban ?? '';
    const key = JSON.stringify([payment.merchantId, account, payment.bulkId ?? 'NONE']);
    const batch = batches.get(key) ?? { payments: [], refunds: [] };
    batches.set(key, batch);
    return batch;
  };
  for (const payment of context.store.payments.values()) {
    if (payment.status === 'SUCCEEDED' && payment.payoutId === undefined) batchOf(payment).payments.push(payment);
  }
  for (const refund of context.store.refunds.values()) {
    const payment = context.store.payments.get(refund.paymentId);
    if (payment && refund.status === 'REFUNDED' && refund.payoutId === undefined) batchOf(payment).refunds.push(refund);
  }
  const made = [...batches].flatMap(([key, batch]) => payoutOf(context, key, batch) ?? []);
  if (made.length > 0) context.changed();
  return made;
}

export function failPayout(context: EngineContext, payoutId: string): boolean {
  const payout = context.store.payouts.get(payoutId);
  if (!payout) return false;
  payout.status = 'FAILED';
  context.changed();
  return true;
}

export function scheduleDailyPayouts(context: EngineContext): void {
  context.scheduler.schedule(closingTime(context.choices.payoutClosing, context.clock.now()), () => {
    runPayout(context);
    scheduleDailyPayouts(context);
  });
}

function payoutOf(
  context: EngineContext,
  key: string,
  { payments, refunds }: { payments: PaymentRecord[]; refunds: RefundRecord[] },
): PayoutRecord | undefined {
  const totalPaymentAmount = sum(payments);
  const totalRefundAmount = sum(refunds);
  if (totalRefundAmount > totalPaymentAmount) return undefined;
  const [merchantId = '', iban = '', bulkId = 'NONE'] = JSON.parse(key) as string[];
  const payout: PayoutRecord = {
    payoutId: newId(context),
    merchantId,
    iban,
    bulkId,
    createdAt: context.clock.now(),
    totalPayments: payments.length,
    totalRefunds: refunds.length,
    totalPaymentAmount,
    totalRefundAmount,
    status: 'SUCCEEDED',
  };
  for (const item of [...payments, ...refunds]) item.payoutId = payout.payoutId;
  context.store.payouts.set(payout.payoutId, payout);
  return payout;
}

export function sum(items: readonly { readonly amount: number }[]): number {
  return items.reduce((total, item) => total + item.amount, 0);
}
