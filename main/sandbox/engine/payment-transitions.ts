import { askMerchant, notifyMerchant } from './callbacks.ts';
import type { EngineContext } from './engine-context.ts';
import type { PaymentRecord, PaymentStatus } from './records.ts';

/** docs/service.md, Payment transitions; the choices decide where the documents show none. */
const allowedNext: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  PENDING: ['IDENTIFIED', 'CANCELLED', 'EXPIRED', 'FAILED', 'VOIDED'],
  IDENTIFIED: ['PENDING', 'AUTHORIZED', 'AUTHORIZATION_FAILED', 'CANCELLED', 'EXPIRED', 'FAILED', 'VOIDED'],
  AUTHORIZED: ['PENDING_MERCHANT_ACKNOWLEDGEMENT', 'SUCCEEDED', 'FAILED', 'VOIDED', 'CANCELLED'],
  PENDING_MERCHANT_ACKNOWLEDGEMENT: ['SUCCEEDED', 'FAILED', 'VOIDED', 'CANCELLED'],
  ...{ AUTHORIZATION_FAILED: [], FAILED: [], SUCCEEDED: [], CANCELLED: [], EXPIRED: [], VOIDED: [] },
};

/** Returns whether the payment waits for the payer, and so can be cancelled, expire, or be invalidated at its POS. */
export function isActive(payment: PaymentRecord): boolean {
  return payment.status === 'PENDING' || payment.status === 'IDENTIFIED';
}

/** Notifies the merchant. Returns false without a change for a forbidden transition. */
export function transition(context: EngineContext, payment: PaymentRecord, status: PaymentStatus): boolean {
  if (!allowedNext[payment.status].includes(status)) return false;
  payment.status = status;
  delete payment.dueAt;
  if (status === 'SUCCEEDED') payment.succeededAt = context.clock.now();
  context.changed();
  notifyMerchant(context, payment);
  return true;
}

/** Returns whether a new payment at the same POS invalidates the payment. The documents do not explain "active". */
export function isReplaceable({ choices }: EngineContext, payment: PaymentRecord): boolean {
  return payment.status === 'PENDING' || (isActive(payment) && choices.activeStatuses === 'pending-and-identified');
}

export function scheduleTransitions(context: EngineContext, payment: PaymentRecord): void {
  if (isActive(payment)) {
    context.scheduler.schedule(payment.expireAt + context.choices.expiryLagMs, () => {
      if (isActive(payment)) transition(context, payment, 'EXPIRED');
    });
  }
  if (payment.dueAt !== undefined) scheduleSettlement(context, payment, payment.dueAt);
}

/** The payment settles later, even after its expiry. */
export function authorise(context: EngineContext, payment: PaymentRecord): void {
  if (!transition(context, payment, 'AUTHORIZED')) return;
  scheduleSettlement(context, payment, context.clock.now() + context.choices.settleMs);
}

export function settle(context: EngineContext, payment: PaymentRecord): void {
  delete payment.dueAt;
  if (payment.status === 'AUTHORIZED') afterAuthorisation(context, payment);
  else if (payment.status === 'PENDING_MERCHANT_ACKNOWLEDGEMENT')
    transition(context, payment, payment.acknowledged === true ? 'SUCCEEDED' : context.choices.unacknowledged);
}

export function scheduleSettlement(context: EngineContext, payment: PaymentRecord, at: number): void {
  payment.dueAt = at;
  context.changed();
  context.scheduler.schedule(at, () => {
    if (payment.dueAt === at) settle(context, payment);
  });
}

function afterAuthorisation(context: EngineContext, payment: PaymentRecord): void {
  const profile = context.store.profiles.get(payment.profileId);
  const isToAcknowledge = profile?.acknowledgement === true && payment.acknowledged !== true;
  if (isToAcknowledge) {
    transition(context, payment, 'PENDING_MERCHANT_ACKNOWLEDGEMENT');
    scheduleSettlement(context, payment, context.clock.now() + context.choices.acknowledgeMs);
  }
  if (profile?.synchronousCallback === true) {
    // A restart loses the awaited response. The payment is then still due, so the merchant is asked again.
    payment.dueAt ??= context.clock.now();
    context.changed();
    const isAsked = askMerchant(context, payment, (accepted) => {
      transition(context, payment, accepted ? 'SUCCEEDED' : context.choices.synchronousRefusal);
    });
    if (isAsked) return;
  }
  if (!isToAcknowledge) transition(context, payment, 'SUCCEEDED');
}
