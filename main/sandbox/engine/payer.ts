import { randomDebtor } from './debtors.ts';
import type { EngineContext } from './engine-context.ts';
import { authorise, isActive, transition } from './payment-transitions.ts';
import type { Debtor, PaymentRecord, PaymentStatus } from './records.ts';

interface PayerOutcome {
  readonly done: boolean;
  readonly status: PaymentStatus;
}

export const payerActs = ['scan', 'confirm', 'refuse', 'walkAway', 'bankRefuses', 'expire', 'fail', 'void'] as const;
export type PayerAct = (typeof payerActs)[number];

export type Payer = ReturnType<typeof createPayer>;

/** Plays the customer for the payer's page, the control panel and tests. Throws `RangeError` for an unknown id. */
export function createPayer(context: EngineContext) {
  const act = (paymentId: string, attempt: (payment: PaymentRecord) => boolean): PayerOutcome => {
    context.scheduler.runDue();
    const payment = context.store.payments.get(paymentId);
    if (!payment) throw new RangeError(`There is no payment ${paymentId}`);
    return { done: attempt(payment), status: payment.status };
  };
  const toStatus = (status: PaymentStatus) => (paymentId: string) =>
    act(paymentId, (payment) => transition(context, payment, status));

  return {
    scan: (paymentId: string, debtor?: Debtor) =>
      act(paymentId, (payment) => {
        if (payment.status !== 'PENDING') return false;
        payment.debtor = debtor ?? randomDebtor(context.random);
        delete payment.walkedAway;
        return transition(context, payment, 'IDENTIFIED');
      }),
    /** IDENTIFIED to AUTHORIZED; from there the payment settles by itself. */
    confirm: (paymentId: string, message?: string) =>
      act(paymentId, (payment) => {
        if (payment.status !== 'IDENTIFIED' || context.clock.now() >= payment.expireAt) return false;
        if (message !== undefined) payment.message = message;
        authorise(context, payment);
        return true;
      }),
    refuse: (paymentId: string) =>
      act(paymentId, (payment) => isActive(payment) && transition(context, payment, 'CANCELLED')),
    /** The payment keeps its status until expiry, or becomes scannable again. */
    walkAway: (paymentId: string) =>
      act(paymentId, (payment) => {
        if (!isActive(payment)) return false;
        const isPendingAgain = context.choices.walkedAway === 'pending-again' && payment.status === 'IDENTIFIED';
        if (isPendingAgain) return transition(context, payment, 'PENDING');
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
