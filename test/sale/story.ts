import type { SaleFact } from '../../main/journal/facts.ts';
import { foldSale, type SaleRecord } from '../../main/journal/sale-record.ts';
import { next, type SaleEvent, type Step } from '../../main/sale/machine.ts';
import type { Payment, PaymentId } from '../../main/service/payment-service.ts';

/** What happens to one sale, event by event, without anybody who follows it. */
export const AT = Date.UTC(2026, 10, 20, 9);
export const moment = { at: AT, serviceNow: AT };
export const where = { at: AT, terminalId: 'till-1', shopId: 'shop-1', posId: 'TILL42' };
export const ours = 'P'.padStart(24, '0') as PaymentId;
export const problem = { code: 'network.reset', message: 'broke', retryable: true };
export const REFERENCE = 'TILL42-261120-12340001';

export function fresh(): SaleRecord {
  const fact: SaleFact = {
    type: 'sale.intent',
    saleId: 'sale-1',
    reference: REFERENCE,
    counter: 'TILL42/261120',
    sequence: 1,
    amount: 1250,
    operation: 'static-qr',
    body: '{}',
    skewMs: 0,
  };
  return foldSale(undefined, fact, where);
}

/** A payment that another till charged, found by search. */
export function imported(status = 'PENDING'): SaleRecord {
  const fact: SaleFact = {
    type: 'sale.imported',
    saleId: 'sale-1',
    paymentId: ours,
    reference: REFERENCE,
    amount: 1250,
    status,
    stage: 'waiting',
    createdAt: AT,
    follow: false,
  };
  return foldSale(undefined, fact, where);
}

export function payment(status: string, more: Partial<Payment> = {}): Payment {
  return {
    paymentId: ours,
    status,
    amount: 1250,
    reference: REFERENCE,
    createdAt: AT,
    expiresAt: AT + 60_000,
    links: {},
    ...more,
  };
}

export function after(sale: SaleRecord, ...events: readonly SaleEvent[]): Step {
  let step: Step = { sale, effects: [] };
  for (const event of events) step = next(step.sale, event, moment);
  return step;
}

export const created: SaleEvent = { type: 'created', payment: payment('PENDING'), via: 'create' };

export const read = (status: string, more: Partial<Payment> = {}): SaleEvent => ({
  type: 'seen',
  payment: payment(status, more),
  via: 'read',
});

export const called = (status: string, more: Partial<Payment> = {}): SaleEvent => ({
  type: 'seen',
  payment: payment(status, more),
  via: 'callback',
});
