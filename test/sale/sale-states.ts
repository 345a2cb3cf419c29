import { expect } from 'vitest';
import type { SaleFact } from '../../main/journal/facts.ts';
import { foldSale, type SaleRecord } from '../../main/journal/sale-record.ts';
import { next, type SaleEvent, type Step } from '../../main/sale/state-machine.ts';
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

export function play(sale: SaleRecord, ...events: readonly SaleEvent[]): Step {
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

export const other = 'X'.padStart(24, '0') as PaymentId;
export const asked: SaleEvent = { type: 'cancel-asked' };
export const accepted: SaleEvent = { type: 'cancel-accepted' };
export const refused: SaleEvent = { type: 'cancel-refused', problem };
export const unknown: SaleEvent = { type: 'cancel-unknown' };
export const absent: SaleEvent = { type: 'creation-absent' };
export const searching: SaleEvent = { type: 'creation-unknown', problem };
export const searched = (status: string, more: Partial<Payment> = {}): SaleEvent => ({
  type: 'created',
  payment: payment(status, more),
  via: 'search',
});
export const PMA = 'PENDING_MERCHANT_ACKNOWLEDGEMENT';

export const told = (...events: readonly SaleEvent[]): SaleRecord => play(fresh(), ...events).sale;
export const known = (...events: readonly SaleEvent[]): SaleRecord => told(created, ...events);

/** What is left in the journal, without the sale's id, and what is asked for and reported. */
function effectsOf({ effects }: Step): readonly unknown[] {
  return effects.map((effect) => {
    if (effect.kind === 'read') return 'read';
    if (effect.kind === 'report') return { report: effect.code, ...effect.facts };
    expect(effect.kind).toBe('journal');
    const { saleId, ...fact } = effect.fact as { readonly saleId: string; readonly type: string };
    expect(saleId).toBe('sale-1');
    return fact;
  });
}

export const moved = (via: string, status: string, stage: string, more: object = {}) => ({
  type: 'sale.moved',
  via,
  status,
  stage,
  expiresAt: AT + 60_000,
  ...more,
});
export const answered = (outcome: string, more: object = {}) => ({ type: 'sale.cancel-answered', outcome, ...more });
export const mismatched = (status: string, more: object = {}) => ({
  type: 'sale.mismatch',
  via: 'read',
  got: { paymentId: ours, amount: 1, status, reference: REFERENCE, ...more },
});
export const reported = (code: string, more: object) => ({ report: code, ...more });
export const notOurs = (status: string, more: object = {}) =>
  reported('sale.other-payment', { paymentId: ours, status, reference: REFERENCE, ...more });
export const refusedByUs = {
  type: 'sale.acknowledge-refused',
  problem: {
    code: 'sale.acknowledge-refused',
    message: 'The service asks to acknowledge another amount or reference than was charged; the till refused.',
    retryable: false,
  },
};

export type Case = readonly [name: string, before: SaleRecord, event: SaleEvent, effects: readonly unknown[]];

export function check(_name: string, before: SaleRecord, event: SaleEvent, effects: readonly unknown[]): void {
  expect(effectsOf(next(before, event, moment))).toStrictEqual(effects);
}

export function withoutExpiry(status: string): Payment {
  const { expiresAt: _none, ...rest } = payment(status);
  return rest;
}
