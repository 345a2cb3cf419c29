import { randomDebtor } from './debtors.ts';
import type { EngineContext } from './engine-context.ts';
import { authorise, isActive, transition } from './payment-transitions.ts';
import type { Debtor, PaymentRecord, PaymentStatus } from './records.ts';

/** Whether an act of the payer was possible, and the payment's status after it. */
export interface PayerOutcome {
  readonly done: boolean;
  readonly status: PaymentStatus;
}

/** Plays the customer, for the payer's page, the control panel and tests. Throws `RangeError` for an unknown id. */
export interface Payer {
  /** PENDING to IDENTIFIED. */
  scan(paymentId: string, debtor?: Debtor): PayerOutcome;
  /** IDENTIFIED to AUTHORIZED; from there the payment settles by itself. */
  confirm(paymentId: string, message?: string): PayerOutcome;
  /** The payer says no: CANCELLED. */
  refuse(paymentId: string): PayerOutcome;
  /** The payer leaves: the status stays until the payment expires. */
  walkAway(paymentId: string): PayerOutcome;
  /** The bank says no: AUTHORIZATION_FAILED. */
  bankRefuses(paymentId: string): PayerOutcome;
  /** The time is over before the payer confirms: EXPIRED, without the wait. */
  expire(paymentId: string): PayerOutcome;
  /** Something goes wrong at the service: FAILED. */
  fail(paymentId: string): PayerOutcome;
  /** The service takes the payment back before it succeeds: VOIDED. */
  void(paymentId: string): PayerOutcome;
}

export const payerActs = ['scan', 'confirm', 'refuse', 'walkAway', 'bankRefuses', 'expire', 'fail', 'void'] as const;
export type PayerAct = (typeof payerActs)[number];

export function createPayer(context: EngineContext): Payer {
  const act = (paymentId: string, attempt: (payment: PaymentRecord) => boolean): PayerOutcome => {
    context.scheduler.runDue();
    const payment = context.store.payments.get(paymentId);
    if (!payment) throw new RangeError(`There is no payment ${paymentId}`);
    return { done: attempt(payment), status: payment.status };
  };
  const toStatus = (status: PaymentStatus) => (paymentId: string) =>
    act(paymentId, (payment) => transition(context, payment, status));

  return {
    scan: (paymentId, debtor) =>
      act(paymentId, (payment) => {
        if (payment.status !== 'PENDING') return false;
        payment.debtor = debtor ?? randomDebtor(context.random);
        delete payment.walkedAway;
        return transition(context, payment, 'IDENTIFIED');
      }),
    confirm: (paymentId, message) =>
      act(paymentId, (payment) => {
        if (payment.status !== 'IDENTIFIED') return false;
        if (message !== undefined) payment.message = message;
        authorise(context, payment);
        return true;
      }),
    refuse: (paymentId) => act(paymentId, (payment) => isActive(payment) && transition(context, payment, 'CANCELLED')),
    walkAway: (paymentId) =>
      act(paymentId, (payment) => {
        if (!isActive(payment)) return false;
        payment.walkedAway = true;
        context.changed();
        return true;
      }),
    bankRefuses: toStatus('AUTHORIZATION_FAILED'),
    expire: toStatus('EXPIRED'),
    fail: toStatus('FAILED'),
    void: toStatus('VOIDED'),
  };
}
