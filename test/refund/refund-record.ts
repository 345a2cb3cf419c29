import type { PaymentId, Refund, RefundId, RequestBody } from '../../main/domain/payment-service.ts';
import type { RefundRecord } from '../../main/domain/refund-record.ts';

export const AT = Date.UTC(2026, 10, 20, 9, 0, 0);
export const PAYMENT = 'P'.padStart(24, '0') as PaymentId;
export const REFUND = 'R'.padStart(24, '0') as RefundId;

export function record(change: Partial<RefundRecord> = {}): RefundRecord {
  return {
    refundKey: 'key-1',
    saleId: 'sale-1',
    paymentId: PAYMENT,
    amount: 500,
    body: '{"amount":500}' as RequestBody,
    stage: 'sending',
    maybeActed: false,
    at: AT,
    ...change,
  };
}

export function answer(change: Partial<Refund> = {}): Refund {
  return {
    refundId: REFUND,
    paymentId: PAYMENT,
    amount: 500,
    status: 'PENDING',
    createdAt: AT,
    verified: true,
    ...change,
  };
}
