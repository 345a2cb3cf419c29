import { given } from '../base/given.ts';
import type { Via } from './events.ts';
import type { Payment, PaymentId } from './payment-service.ts';
import type { SaleRecord } from './sale-record.ts';
import { type Folds, recorderOf, type Step } from './sale-step.ts';

/** A creation has no key that would make it safe to repeat: without an answer the payment is searched for. */
export const creationFolds: Folds<
  'sale.created' | 'sale.creation-unknown' | 'sale.creation-refused' | 'sale.creation-absent'
> = {
  /** One that was given up and is there after all keeps its end, and is followed again. */
  'sale.created'(sale, event) {
    if (sale.creation === 'known') return undefined;
    const { body: _body, basicBody: _basicBody, problem: _problem, ...rest } = sale;
    return {
      ...rest,
      creation: 'known',
      settled: false,
      paymentId: event.paymentId as PaymentId,
      createdAt: event.createdAt,
      ...given({ expiresAt: event.expiresAt, deeplink: event.deeplink, leftOut: event.leftOut }),
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

  /** A cashier who asked to cancel gets what was asked: there is nothing left to pay. */
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
  const found = { paymentId, createdAt, via, ...given({ expiresAt, deeplink: links.deeplink, leftOut }) };
  return recordCreation(sale, at, { type: 'sale.created', ...found });
}
