import { askMerchant, notifyMerchant } from './callbacks.ts';
import type { EngineContext } from './engine-context.ts';
import type { PaymentRecord, PaymentStatus } from './records.ts';

/** How payments go from status to status (spec: Payment transitions; where those are not shown, the choices). */

const nextOf: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  PENDING: ['IDENTIFIED', 'CANCELLED', 'EXPIRED', 'FAILED', 'VOIDED'],
  IDENTIFIED: ['AUTHORIZED', 'AUTHORIZATION_FAILED', 'CANCELLED', 'EXPIRED', 'FAILED', 'VOIDED'],
  AUTHORIZED: ['PENDING_MERCHANT_ACKNOWLEDGEMENT', 'SUCCEEDED', 'FAILED', 'VOIDED', 'CANCELLED'],
  PENDING_MERCHANT_ACKNOWLEDGEMENT: ['SUCCEEDED', 'FAILED', 'VOIDED', 'CANCELLED'],
  AUTHORIZATION_FAILED: [],
  FAILED: [],
  SUCCEEDED: [],
  CANCELLED: [],
  EXPIRED: [],
  VOIDED: [],
};

/** Still waiting for the payer: can be cancelled, expires, and is invalidated by another creation. */
export function isActive(payment: PaymentRecord): boolean {
  return payment.status === 'PENDING' || payment.status === 'IDENTIFIED';
}

/** Moves a payment on and tells the merchant; answers false, changing nothing, where there is no such way. */
export function transition(context: EngineContext, payment: PaymentRecord, status: PaymentStatus): boolean {
  if (!nextOf[payment.status].includes(status)) return false;
  payment.status = status;
  delete payment.dueAt;
  if (status === 'SUCCEEDED') payment.succeededAt = context.clock.now();
  context.changed();
  notifyMerchant(context, payment);
  return true;
}

/** Plans what a payment does by itself: on creation, and again for each payment of a state file. */
export function scheduleTransitions(context: EngineContext, payment: PaymentRecord): void {
  if (isActive(payment)) {
    context.scheduler.schedule(payment.expireAt, () => {
      if (isActive(payment)) transition(context, payment, 'EXPIRED');
    });
  }
  if (payment.dueAt !== undefined) planDue(context, payment, payment.dueAt);
}

/** The payer confirmed: the payment is authorised now and goes on by itself, past its expiry if need be. */
export function authorise(context: EngineContext, payment: PaymentRecord): void {
  if (!transition(context, payment, 'AUTHORIZED')) return;
  planDue(context, payment, context.clock.now() + context.choices.settleMs);
}

/** Lets an authorised payment go on at once. */
export function settle(context: EngineContext, payment: PaymentRecord): void {
  delete payment.dueAt;
  if (payment.status === 'AUTHORIZED') afterAuthorisation(context, payment);
  else if (payment.status === 'PENDING_MERCHANT_ACKNOWLEDGEMENT')
    transition(context, payment, context.choices.unacknowledged);
}

function planDue(context: EngineContext, payment: PaymentRecord, at: number): void {
  payment.dueAt = at;
  context.changed();
  context.scheduler.schedule(at, () => {
    if (payment.dueAt === at) settle(context, payment);
  });
}

function afterAuthorisation(context: EngineContext, payment: PaymentRecord): void {
  const profile = context.store.profiles.get(payment.profileId);
  const awaits = profile?.acknowledgement === true && payment.acknowledged !== true;
  if (awaits) {
    transition(context, payment, 'PENDING_MERCHANT_ACKNOWLEDGEMENT');
    planDue(context, payment, context.clock.now() + context.choices.acknowledgeMs);
  }
  if (profile?.synchronousCallback === true) {
    // A restart forgets the answer that is awaited: the payment is due again then, and the merchant is asked again.
    payment.dueAt ??= context.clock.now();
    context.changed();
    const isAsked = askMerchant(context, payment, (accepted) => {
      transition(context, payment, accepted ? 'SUCCEEDED' : context.choices.synchronousRefusal);
    });
    if (isAsked) return;
  }
  if (!awaits) transition(context, payment, 'SUCCEEDED');
}
