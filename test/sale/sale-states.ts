import type { JournalSaleEvent } from '../../main/domain/events.ts';
import { foldSale } from '../../main/domain/fold-sale.ts';
import type { Payment, PaymentId } from '../../main/domain/payment-service.ts';
import type { Step } from '../../main/domain/sale-effects.ts';
import {
  type EndedPayment,
  hasEnded,
  isElsewhere,
  type OpenPayment,
  type SaleRecord,
  type SendingSale,
  type UnansweredSale,
} from '../../main/domain/sale-record.ts';
import { next, type SaleEvent } from '../../main/domain/state-machine.ts';

/** Builds the states of a sale event by event, without a follower. */
export const AT = Date.UTC(2026, 10, 20, 9);
export const moment = { at: AT, serviceNow: AT };
export const where = { at: AT, terminalId: 'till-1', shopId: 'shop-1', posId: 'TILL42' };
export const ours = 'P'.padStart(24, '0') as PaymentId;
export const problem = { code: 'network.reset', message: 'broke', retryable: true };
export const REFERENCE = 'TILL42-261120-12340001';

/** Charged at this till, without a cancel request. */
type Plain<Kind extends SaleRecord> = Extract<Kind, { readonly origin: 'here'; readonly cancel: 'no' }>;

type Elsewhere = Extract<
  OpenPayment,
  { readonly origin: 'elsewhere'; readonly recovered?: never; readonly cancel: 'no' }
>;

export function fresh(): Plain<SendingSale> {
  const event: JournalSaleEvent = {
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
  const sale = foldSale(undefined, event, where);
  if (sale.creation === 'sending' && sale.cancel === 'no') return sale;
  throw new Error('a sale begins with a creation under way');
}

export function unanswered(): Plain<UnansweredSale> {
  const sale = saleAfter(searching);
  if (sale.creation === 'unknown' && sale.cancel === 'no') return sale;
  throw new Error('without an answer nobody knows');
}

export function waiting(): Plain<OpenPayment> {
  const sale = known();
  if (sale.creation === 'known' && sale.origin === 'here' && sale.cancel === 'no' && !hasEnded(sale)) return sale;
  throw new Error('a payment begins open');
}

export function ended(status: string, more: Partial<Payment> = {}): Plain<EndedPayment> {
  const sale = known(read(status, more));
  if (sale.creation === 'known' && sale.origin === 'here' && sale.cancel === 'no' && hasEnded(sale)) return sale;
  throw new Error(`${status} is no end`);
}

const foundEvent: Extract<JournalSaleEvent, { type: 'sale.imported' }> = {
  type: 'sale.imported',
  saleId: 'sale-1',
  paymentId: ours,
  reference: REFERENCE,
  amount: 1250,
  status: 'PENDING',
  stage: 'waiting',
  createdAt: AT,
  follow: false,
};

/** A payment charged by a different till, found by search. `posId`: the POS named by the service. */
export function imported(status = 'PENDING', posId?: string): Elsewhere {
  const event = { ...foundEvent, status, ...(posId === undefined ? {} : { posId }) };
  const sale = foldSale(undefined, event, where);
  if (isElsewhere(sale) && sale.cancel === 'no' && !hasEnded(sale)) return sale;
  throw new Error('a payment that was found is known');
}

/** A payment of this till from before its journal was lost. */
export const recovered = () => foldSale(undefined, { ...foundEvent, follow: true }, where);

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

export const saleAfter = (...events: readonly SaleEvent[]): SaleRecord => play(fresh(), ...events).sale;
export const known = (...events: readonly SaleEvent[]): SaleRecord => saleAfter(created, ...events);

export function withoutExpiry(status: string): Payment {
  const { expiresAt: _none, ...rest } = payment(status);
  return rest;
}
