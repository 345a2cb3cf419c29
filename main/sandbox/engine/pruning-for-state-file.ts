import type { StoredRecords } from './in-memory-store.ts';
import type { PaymentRecord } from './records.ts';

/**
 * The newest `keep` payments, with all that have not ended yet, and their refunds: what is worth writing to a file that
 * is written whole at each change.
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
