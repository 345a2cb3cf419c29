import { utcDay } from './dates.ts';
import type { EngineContext } from './engine-context.ts';
import { newId } from './ids.ts';
import {
  isActive,
  isReplaceable,
  scheduleSettlement,
  scheduleTransitions,
  settle,
  transition,
} from './payment-transitions.ts';
import { creationView, paymentView } from './payment-view.ts';
import type { Caller, PaymentRecord, Profile } from './records.ts';
import { Refusal } from './refusal.ts';
import { keptText } from './response-form.ts';
import { checkFreeText, checkSepa } from './sepa-characters.ts';

/** Payment API, operations 1, 2 and 4 to 7 (docs/service.md, Endpoints). */

export interface OperationResult {
  readonly status: number;
  readonly body?: object;
}

type PaymentText = 'reference' | 'bulkId' | 'description' | 'identifyCallbackUrl' | 'callbackUrl' | 'returnUrl';
export type CreateBody = Pick<PaymentRecord, 'amount' | PaymentText>;
export type StaticQrBody = CreateBody & Pick<PaymentRecord, 'shopId' | 'shopName'> & { readonly posId: string };

export function readPayment(context: EngineContext, caller: Caller, paymentId: string): OperationResult {
  return { status: 200, body: paymentView(context, ownPayment(context, caller, paymentId)) };
}

/** Operation 2: only from PENDING or IDENTIFIED, and only by a participant of the payment. */
export function cancelPayment(context: EngineContext, caller: Caller, paymentId: string): OperationResult {
  const payment = found(context, paymentId);
  if (!isParticipant(context, caller, payment)) {
    throw new Refusal('CALLER_NOT_ALLOWED_TO_CANCEL', 'The caller is no participant of this payment');
  }
  if (!isActive(payment)) {
    throw new Refusal('PAYMENT_NOT_PENDING', `A payment that is ${payment.status} cannot be cancelled`, {
      status: Number(context.choices.cancelRefusedStatus),
    });
  }
  transition(context, payment, 'CANCELLED');
  return { status: Number(context.choices.cancelStatus) };
}

export function createPayment(context: EngineContext, caller: Caller, body: CreateBody): OperationResult {
  const payment = add(context, caller, body, { channel: 'ONLINE', returnUrl: body.returnUrl });
  return { status: 201, body: creationView(context, payment) };
}

/** Operation 5: invalidates an active payment of the same profile and posId. */
export function createStaticQrPayment(context: EngineContext, caller: Caller, body: StaticQrBody): OperationResult {
  const existing = context.store.latestAt(caller.profileId, body.posId);
  const { posId, shopId, shopName } = body;
  const payment = add(context, caller, body, { channel: 'INSTORE', posId, shopId, shopName });
  if (existing && isReplaceable(context, existing)) transition(context, existing, context.choices.invalidatedStatus);
  return { status: Number(context.choices.staticQrStatus), body: creationView(context, payment) };
}

/** Operation 6: a payment that waits for the acknowledgement succeeds. */
export function acknowledgePayment(
  context: EngineContext,
  caller: Caller,
  paymentId: string,
  body: { readonly amount: number; readonly reference?: string },
): OperationResult {
  const payment = ownPayment(context, caller, paymentId);
  const kept = (text = payment.reference ?? '') => keptText(context.choices, text);
  if (body.amount !== payment.amount || kept(body.reference) !== kept())
    throw new Refusal('ACKNOWLEDGEMENT_MISMATCH', 'Amount or reference is not that of the payment');

  const isWaiting = payment.status === 'PENDING_MERCHANT_ACKNOWLEDGEMENT';
  if (!isWaiting && payment.status !== 'AUTHORIZED' && payment.status !== 'SUCCEEDED') {
    const code = payment.status === 'VOIDED' ? 'PAYMENT_VOIDED' : 'PAYMENT_NOT_ACKNOWLEDGEABLE';
    throw new Refusal(code, `A payment that is ${payment.status} has nothing to acknowledge`);
  }
  payment.acknowledged = true;
  context.changed();
  const { acknowledgedMs } = context.choices;
  if (isWaiting && acknowledgedMs > 0) scheduleSettlement(context, payment, context.clock.now() + acknowledgedMs);
  else if (isWaiting) transition(context, payment, 'SUCCEEDED');
  return context.choices.acknowledgeBody === 'object' ? { status: 202, body: {} } : { status: 202 };
}

/** Operation 7: only when SUCCEEDED, without a rate limit. */
export function readRefundIban(context: EngineContext, caller: Caller, paymentId: string): OperationResult {
  const payment = ownPayment(context, caller, paymentId);
  if (payment.status !== 'SUCCEEDED') {
    throw new Refusal('REFUND_NOT_ALLOWED', `A payment that is ${payment.status} has no refund IBAN`);
  }
  if (!payment.debtor) throw new Refusal('REFUND_NOT_AVAILABLE', 'The details of the debtor are not there yet');
  return { status: 200, body: { [context.choices.refundIbanField]: payment.debtor.iban } };
}

/** Throws `Refusal` if unknown or of a different profile. */
export function ownPayment(context: EngineContext, caller: Caller, paymentId: string): PaymentRecord {
  const payment = found(context, paymentId);
  if (payment.profileId === caller.profileId) return payment;
  throw context.choices.foreignPayment === '404'
    ? notFound(paymentId)
    : new Refusal('ACCESS_DENIED', 'The payment belongs to another profile');
}

export function settleNow(context: EngineContext, paymentId: string): void {
  settle(context, found(context, paymentId));
}

function found(context: EngineContext, paymentId: string): PaymentRecord {
  const payment = context.store.payments.get(paymentId);
  if (!payment) throw notFound(paymentId);
  return payment;
}

function notFound(paymentId: string): Refusal {
  return new Refusal('PAYMENT_NOT_FOUND', `There is no payment ${paymentId}`);
}

/** Accepts the payment's merchant with any profile, and the integrator of the payment's profile. */
function isParticipant(context: EngineContext, caller: Caller, payment: PaymentRecord): boolean {
  if (caller.profileId === payment.profileId) return true;
  if (caller.subjectType === 'MERCHANT') return caller.subjectId === payment.merchantId;
  return context.store.profiles.get(payment.profileId)?.integratorId === caller.subjectId;
}

type Kind = Pick<PaymentRecord, 'channel' | 'posId' | 'shopId' | 'shopName' | 'returnUrl'>;

function add(context: EngineContext, caller: Caller, body: CreateBody, kind: Kind): PaymentRecord {
  const profile = context.store.profiles.get(caller.profileId);
  if (!profile) throw new Refusal('MERCHANT_PROFILE_NOT_FOUND', `There is no profile ${caller.profileId}`);
  checkSepa(context, { reference: body.reference, description: body.description });
  checkFreeText(context, body.description);
  const now = context.clock.now();
  const payment: PaymentRecord = {
    paymentId: newId(context),
    profileId: profile.profileId,
    merchantId: profile.merchantId,
    createdAt: now,
    expireAt: now + context.choices.lifetimeMs,
    amount: body.amount,
    status: 'PENDING',
    reference: body.reference,
    description: body.description,
    bulkId: bulkIdFor(profile, body.bulkId, now),
    identifyCallbackUrl: body.identifyCallbackUrl ?? profile.identifyCallbackUrl,
    callbackUrl: body.callbackUrl ?? profile.callbackUrl,
    ...kind,
  };
  context.store.addPayment(payment);
  context.changed();
  scheduleTransitions(context, payment);
  return payment;
}

function bulkIdFor(profile: Profile, requested: string | undefined, now: number): string | undefined {
  if (!profile.bulking) return undefined;
  return requested ?? profile.bulkId ?? `BULK-${utcDay(now)}`;
}
