import { dateTime } from './dates.ts';
import type { World } from './engine-context.ts';
import { newId } from './ids.ts';
import { type Answer, ownPayment } from './payments.ts';
import type { Caller, PaymentRecord, RefundRecord } from './records.ts';
import { Refusal } from './refusal.ts';
import { isSepaText } from './sepa-characters.ts';

export interface RefundBody {
  readonly amount: number;
  readonly currency: 'EUR';
  readonly description?: string;
}

/** Operation 8: asynchronous, and idempotent on its key (spec: Refund API). */
export function createRefund(
  world: World,
  caller: Caller,
  paymentId: string,
  body: RefundBody,
  idempotencyKey: string,
): Answer {
  const asked = JSON.stringify([paymentId, body.amount, body.currency, body.description ?? null]);
  const earlier = world.ledger.refundByKey(caller.profileId, idempotencyKey);
  if (earlier) return repeated(world, earlier, asked);

  const payment = refundable(world, caller, paymentId);
  checkDescription(world, body.description);
  const left = leftToRefund(world, payment);
  if (body.amount > left) {
    throw new Refusal(
      'REFUND_AMOUNT_TOO_HIGH',
      `${body.amount} cents is more than the ${left} that are left to refund`,
    );
  }
  const now = world.clock.now();
  const refund: RefundRecord = {
    refundId: newId(world),
    paymentId,
    profileId: payment.profileId,
    merchantId: payment.merchantId,
    amount: body.amount,
    ...(body.description === undefined ? {} : { description: body.description }),
    createdAt: now,
    idempotencyKey,
    asked,
    dueAt: now + world.picks.refundMs,
    status: 'PENDING',
  };
  world.ledger.addRefund(refund);
  world.changed();
  watchRefund(world, refund);
  return { status: 201, body: refundView(refund) };
}

/** Operation 9. */
export function readRefund(world: World, caller: Caller, paymentId: string, refundId: string): Answer {
  ownPayment(world, caller, paymentId);
  const refund = world.ledger.refunds.get(refundId);
  if (refund?.paymentId !== paymentId) throw new Refusal('REFUND_NOT_FOUND', `There is no refund ${refundId}`);
  return { status: 200, body: refundView(refund) };
}

/** What of a payment can still be refunded: pending refunds count, failed ones do not. */
export function leftToRefund(world: World, payment: PaymentRecord): number {
  const refunds = world.ledger.refundsOf(payment.paymentId);
  return refunds.reduce((left, refund) => (refund.status === 'FAILED' ? left : left - refund.amount), payment.amount);
}

/** Plans the end of a pending refund. */
export function watchRefund(world: World, refund: RefundRecord): void {
  if (refund.status !== 'PENDING') return;
  world.agenda.plan(refund.dueAt, () => {
    if (refund.status === 'PENDING') endRefund(world, refund, refund.willFail === true ? 'FAILED' : 'REFUNDED');
  });
}

export function endRefund(world: World, refund: RefundRecord, status: 'REFUNDED' | 'FAILED'): void {
  refund.status = status;
  world.changed();
}

/** The same request is answered as it was the first time; another one under the same key is refused. */
function repeated(world: World, earlier: RefundRecord, asked: string): Answer {
  if (earlier.asked === asked) return { status: 201, body: refundView({ ...earlier, status: 'PENDING' }) };
  throw new Refusal('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request', {
    status: Number(world.picks.idempotencyConflict),
  });
}

function refundable(world: World, caller: Caller, paymentId: string): PaymentRecord {
  if (!world.ledger.payments.has(paymentId)) {
    throw new Refusal('PAYMENT_NOT_FOUND', `There is no payment ${paymentId}`, {
      status: Number(world.picks.refundUnknownPayment),
    });
  }
  const payment = ownPayment(world, caller, paymentId);
  if (payment.status === 'SUCCEEDED') return payment;
  throw new Refusal('PAYMENT_NOT_REFUNDABLE', `A payment that is ${payment.status} cannot be refunded`);
}

function checkDescription(world: World, description = ''): void {
  if ([...description].length > world.picks.refundDescriptionMax) {
    throw new Refusal(
      'BAD_REQUEST',
      `description must NOT have more than ${world.picks.refundDescriptionMax} characters`,
    );
  }
  if (world.picks.sepaCharacters === 'refused' && !isSepaText(description)) {
    throw new Refusal('BAD_REQUEST', 'description has a character outside the SEPA extended character set');
  }
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
