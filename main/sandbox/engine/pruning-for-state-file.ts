import type { StoredRecords } from './in-memory-store.ts';
import type { PaymentRecord } from './records.ts';

/**
 * The newest `keep` payments, all payments that have not ended yet, and the refunds of both. The state file is written
 * whole at each change, so it must not grow with each sale.
 */
export function prunedForStateFile(data: StoredRecords, keep: number): StoredRecords {
  if (data.payments.length <= keep) return data;
  const first = data.payments.length - keep;
  const payments = data.payments.filter((payment, index) => index >= first || isOpen(payment));
  const kept = new Set(payments.map((payment) => payment.paymentId));
  return { ...data, payments, refunds: data.refunds.filter((refund) => kept.has(refund.paymentId)) };
}

function isOpen({ status }: PaymentRecord): boolean {
  return ['PENDING', 'IDENTIFIED', 'AUTHORIZED', 'PENDING_MERCHANT_ACKNOWLEDGEMENT'].includes(status);
}
