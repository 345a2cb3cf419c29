import { dateTime } from './dates.ts';
import type { EngineContext } from './engine-context.ts';
import { newId } from './ids.ts';
import { type OperationResult, ownPayment } from './payments.ts';
import { sum } from './payouts.ts';
import type { Caller, PaymentRecord, RefundRecord } from './records.ts';
import { Refusal } from './refusal.ts';
import { checkSepa } from './sepa-characters.ts';

export interface RefundBody {
  readonly amount: number;
  readonly currency: 'EUR';
  readonly description?: string;
}

/** Operation 8: asynchronous, and idempotent by key (docs/service.md, Refund API). */
export function createRefund(
  context: EngineContext,
  caller: Caller,
  paymentId: string,
  body: RefundBody,
  idempotencyKey: string,
): OperationResult {
  const asked = JSON.stringify([paymentId, body.amount, body.currency, body.description ?? null]);
  const earlier = context.store.refundByKey(caller.profileId, idempotencyKey);
  if (earlier) return repeated(context, earlier, asked);

  if (context.choices.refundsOf === 'not-switched-on') {
    throw new Refusal('REFUND_NOT_ALLOWED', 'Refunds are not switched on for this merchant');
  }
  const payment = refundable(context, caller, paymentId);
  checkDescription(context, body.description);
  const left = leftToRefund(context, payment);
  if (body.amount > left) {
    throw new Refusal('INVALID_REFUND_AMOUNT', `${body.amount} cents is more than the ${left} left to refund`);
  }
  if (context.choices.refundsOf === 'within-running-payout' && body.amount > runningPayout(context, payment)) {
    throw new Refusal('REFUND_NOT_POSSIBLE', 'The running payout does not have enough');
  }
  const now = context.clock.now();
  const refund: RefundRecord = {
    refundId: newId(context),
    paymentId,
    profileId: payment.profileId,
    merchantId: payment.merchantId,
    amount: body.amount,
    description: body.description,
    createdAt: now,
    idempotencyKey,
    asked,
    dueAt: now + context.choices.refundMs,
    status: 'PENDING',
  };
  context.store.addRefund(refund);
  context.changed();
  scheduleRefundEnd(context, refund);
  return { status: 201, body: refundView(refund) };
}

export function readRefund(
  context: EngineContext,
  caller: Caller,
  paymentId: string,
  refundId: string,
): OperationResult {
  ownPayment(context, caller, paymentId);
  const refund = context.store.refunds.get(refundId);
  if (refund?.paymentId !== paymentId) throw new Refusal('REFUND_NOT_FOUND', `There is no refund ${refundId}`);
  return { status: 200, body: refundView(refund) };
}

/** Returns the refundable cents of a payment. Pending refunds count as refunded, failed refunds do not. */
function leftToRefund(context: EngineContext, payment: PaymentRecord): number {
  const refunds = context.store.refundsOf(payment.paymentId);
  return refunds.reduce((left, refund) => (refund.status === 'FAILED' ? left : left - refund.amount), payment.amount);
}

/** Returns the merchant's cents in no payout yet, less the refunds deducted from them. */
function runningPayout({ store }: EngineContext, { merchantId }: PaymentRecord): number {
  const isRunning = (item: PaymentRecord | RefundRecord) =>
    item.merchantId === merchantId && item.payoutId === undefined;
  const paid = [...store.payments.values()].filter((payment) => payment.status === 'SUCCEEDED' && isRunning(payment));
  const refunded = [...store.refunds.values()].filter((refund) => refund.status !== 'FAILED' && isRunning(refund));
  return sum(paid) - sum(refunded);
}

export function scheduleRefundEnd(context: EngineContext, refund: RefundRecord): void {
  if (refund.status !== 'PENDING') return;
  context.scheduler.schedule(refund.dueAt, () => {
    if (refund.status === 'PENDING') endRefund(context, refund, refund.willFail === true ? 'FAILED' : 'REFUNDED');
  });
}

export function endRefund(context: EngineContext, refund: RefundRecord, status: 'REFUNDED' | 'FAILED'): void {
  refund.status = status;
  context.changed();
}

/** The same request gets the first response; a different request with the same key is refused. */
function repeated(context: EngineContext, earlier: RefundRecord, asked: string): OperationResult {
  if (earlier.asked === asked) return { status: 201, body: refundView({ ...earlier, status: 'PENDING' }) };
  throw new Refusal('REFUND_REQUEST_CONFLICT', 'This Idempotency-Key was used for another request', {
    status: Number(context.choices.idempotencyConflict),
  });
}

function refundable(context: EngineContext, caller: Caller, paymentId: string): PaymentRecord {
  if (!context.store.payments.has(paymentId)) {
    throw new Refusal('PAYMENT_FOR_REFUND_NOT_FOUND', `There is no payment ${paymentId}`, {
      status: Number(context.choices.refundUnknownPayment),
    });
  }
  const payment = ownPayment(context, caller, paymentId);
  if (payment.status === 'SUCCEEDED') return payment;
  throw new Refusal('REFUND_NOT_POSSIBLE', `A payment that is ${payment.status} cannot be refunded`);
}

function checkDescription(context: EngineContext, description = ''): void {
  const { refundDescriptionMax: most } = context.choices;
  if ([...description].length > most) {
    throw new Refusal('VALIDATION_ERROR', `description must NOT have more than ${most} characters`);
  }
  checkSepa(context, { description }, 'VALIDATION_ERROR');
}

function refundView(refund: RefundRecord): object {
  return {
    refundId: refund.refundId,
    paymentId: refund.paymentId,
    amount: refund.amount,
    currency: 'EUR',
    status: refund.status,
    description: refund.description,
    creationDate: dateTime(refund.createdAt),
  };
}
