import { omitUndefined } from '../base/omit-undefined.ts';
import type { Via } from './events.ts';
import type { Payment, PaymentId } from './payment-service.ts';
import { type Folds, recorderOf, type Step } from './sale-effects.ts';
import type { SaleRecord } from './sale-record.ts';

/** Creation has no idempotency key, so no repeat is safe: without a response the till searches for the payment. */
export const creationFolds: Folds<
  'sale.created' | 'sale.creation-unknown' | 'sale.creation-refused' | 'sale.creation-absent'
> = {
  /** A payment that appears after its sale was given up keeps the shown end, and is followed again. */
  'sale.created'(sale, event) {
    if (sale.creation === 'known') return undefined;
    const { body: _body, basicBody: _basicBody, problem: _problem, ...rest } = sale;
    return {
      ...rest,
      creation: 'known',
      settled: false,
      paymentId: event.paymentId as PaymentId,
      createdAt: event.createdAt,
      ...omitUndefined({ expiresAt: event.expiresAt, deeplink: event.deeplink, leftOut: event.leftOut }),
    };
  },

  'sale.creation-unknown': (sale, { problem }) =>
    sale.creation === 'sending' ? { ...sale, creation: 'unknown', stage: 'unknown', problem } : undefined,

  'sale.creation-refused'(sale, { problem }, at) {
    if (sale.creation !== 'sending') return undefined;
    const { body: _body, basicBody: _basicBody, ...rest } = sale;
    return {
      ...rest,
      creation: 'refused',
      stage: 'failed',
      ending: 'never-created',
      problem,
      endedAt: at,
      settled: true,
    };
  },

  /** With nothing left to pay, a requested cancel has succeeded. */
  'sale.creation-absent'(sale, _event, at) {
    if (sale.creation !== 'unknown') return undefined;
    const { problem: _problem, ...rest } = sale;
    return rest.cancel === 'asked'
      ? { ...rest, creation: 'absent', cancelDue: 'no', stage: 'cancelled', ending: 'cashier', endedAt: at }
      : { ...rest, creation: 'absent', stage: 'failed', ending: 'never-created', endedAt: at };
  },
};

export const recordCreation = recorderOf(creationFolds);

export function recordCreated(
  sale: SaleRecord,
  at: number,
  payment: Payment,
  { via, leftOut }: { readonly via: Via; readonly leftOut?: string | undefined },
): Step {
  const { paymentId, createdAt, expiresAt, links } = payment;
  const found = { paymentId, createdAt, via, ...omitUndefined({ expiresAt, deeplink: links.deeplink, leftOut }) };
  return recordCreation(sale, at, { type: 'sale.created', ...found });
}
