import type { Via } from './events.ts';
import type { Payment } from './payment-service.ts';
import { type End, endOf, isFinal, stageOf } from './payment-status.ts';
import {
  type EndedPayment,
  hasEnded,
  isElsewhere,
  type KnownSale,
  type OpenPayment,
  progressOf,
  type SaleRecord,
  wasTakenBack,
} from './sale-record.ts';
import { andThen, record, type Step, unchanged, withRead, withReport } from './sale-step.ts';

/** What the service told about a payment, how, and when (ms since the epoch, by the till's clock and the service's). */
interface Seen {
  readonly payment: Payment;
  readonly via: Via;
  readonly at: number;
  readonly serviceNow: number;
}

/** Whether a payment is the sale's own: its amount and, where both are known, its id and reference. */
export function belongsTo(sale: SaleRecord, payment: Payment): boolean {
  if (sale.paymentId !== undefined && sale.paymentId !== payment.paymentId) return false;
  if (payment.reference !== undefined && payment.reference !== sale.reference) return false;
  return payment.amount === sale.amount;
}

/**
 * True where the till takes what a callback tells, the sale being as it is after that. A callback that waits for the
 * merchant is answered with the acceptance itself: it is given where the till acknowledges the payment, or will once its
 * creation is answered.
 */
export function accepts(sale: SaleRecord, { status }: Payment): boolean {
  if (status !== 'PENDING_MERCHANT_ACKNOWLEDGEMENT') return true;
  if (hasEnded(sale)) return sale.stage === 'paid';
  return sale.creation === 'sending' || sale.acknowledge === 'due' || sale.acknowledge === 'done';
}

/** Whether the answer says that a sale which was paid is not. */
export function takesBack(sale: SaleRecord, payment: Payment): boolean {
  return sale.stage === 'paid' && isFinal(payment.status) && payment.status !== 'SUCCEEDED' && belongsTo(sale, payment);
}

/** The creation was answered, or a search has found what it created. */
export function onCreated(sale: SaleRecord, seen: Seen): Step {
  const { payment, via, at } = seen;
  if (sale.creation === 'known') return onSeen(sale, { ...seen, via: via === 'create' ? 'read' : via });
  if (!belongsTo(sale, payment)) return onMismatch(sale, seen);
  const created = record(sale, at, {
    type: 'sale.created',
    paymentId: payment.paymentId,
    createdAt: payment.createdAt,
    via,
    ...(payment.expiresAt === undefined ? {} : { expiresAt: payment.expiresAt }),
    ...(payment.links.deeplink === undefined ? {} : { deeplink: payment.links.deeplink }),
  });
  // A creation answers PENDING (docs/service.md, States and transitions): any other status is for a read to tell.
  const isBelieved = via !== 'create' || payment.status === 'PENDING';
  const step = isBelieved
    ? andThen(created, (known) => onSeen(known, seen))
    : withRead(andThen(created, (known) => onSeen(known, { ...seen, payment: { ...payment, status: 'PENDING' } })));
  // The sale was given up as never created, and the payment is there after all. Nobody waits for it any more, so it must
  // not be paid.
  const isCancellable = payment.status === 'PENDING' || payment.status === 'IDENTIFIED';
  if (!hasEnded(sale) || !isCancellable) return step;
  return andThen(step, (orphan) => record(orphan, at, { type: 'sale.cancel-asked', by: 'till' }));
}

/** A payment was read, searched for, or told by a callback. */
export function onSeen(sale: SaleRecord, seen: Seen): Step {
  const { payment, via, at, serviceNow } = seen;
  // Which payment is the sale's own, only `created` may decide.
  if (sale.creation !== 'known') return unchanged(sale);
  if (!belongsTo(sale, payment)) return onMismatch(sale, seen);
  const { status } = payment;
  const progress = progressOf(status);
  if (hasEnded(sale)) return onSeenAfterEnd(sale, seen);
  if (progress === undefined) return moveTo(sale, seen, { stage: 'unknown' });
  const end = endOf(sale, payment, serviceNow);
  if (end !== undefined) return moveTo(sale, seen, withAlarmIfLeft(sale, end));
  const moved = onProgress(sale, seen, progress);
  const waitsForMerchant = status === 'PENDING_MERCHANT_ACKNOWLEDGEMENT' && sale.acknowledge === 'no';
  // A payment of another till is for that till to accept.
  const isAcknowledgeDue = waitsForMerchant && !isElsewhere(sale);
  const due = isAcknowledgeDue ? andThen(moved, (now) => record(now, at, { type: 'sale.acknowledge-due' })) : moved;
  // Moving on clears a problem. The reason for which a cancel was refused is shown all the same.
  return andThen(due, (now) => onCancelChecked(now, at, via, progress, sale.problem));
}

/** On its way, forward only: an older status that comes late, by a callback or a slow answer, changes nothing. */
function onProgress(sale: OpenPayment, seen: Seen, progress: number): Step {
  const { payment } = seen;
  const stage = stageOf(Math.max(progress, sale.progress));
  const hasNewDeeplink = payment.links.deeplink !== undefined && sale.deeplink === undefined;
  // The right payment is answered again. Other problems stay in sight until the sale moves on.
  const clearsProblem = sale.problem?.code === 'sale.other-payment' && sale.acknowledge !== 'refused';
  if (stage === sale.stage && progress <= sale.progress && !hasNewDeeplink && !clearsProblem) return unchanged(sale);
  const status = progress >= sale.progress ? payment.status : (sale.status ?? payment.status);
  return moveTo(sale, { ...seen, payment: { ...payment, status } }, { stage });
}

/** A cancel was refused, or not answered: the status of the payment tells what became of it. */
function onCancelChecked(
  sale: SaleRecord,
  at: number,
  via: Via,
  progress: number,
  problem: SaleRecord['problem'],
): Step {
  if (sale.cancelDue === 'no') return unchanged(sale);
  if (Math.max(progress, sale.progress) >= 2)
    return record(sale, at, { type: 'sale.cancel-answered', outcome: 'too-late' });
  // Only a read that began after the cancel can tell; a callback may be older.
  if (via !== 'read' || progress < sale.progress) return unchanged(sale);
  if (sale.cancelDue === 'check-refused')
    return record(sale, at, {
      type: 'sale.cancel-answered',
      outcome: 'dropped',
      ...(problem === undefined ? {} : { problem }),
    });
  if (sale.cancelDue === 'check') return record(sale, at, { type: 'sale.cancel-asked', by: sale.cancelBy });
  return unchanged(sale);
}

/** Final is final. What contradicts an end that was shown raises an alarm, because money may have moved. */
function onSeenAfterEnd(sale: EndedPayment, seen: Seen): Step {
  const { payment, via, at, serviceNow } = seen;
  const end = endOf(sale, payment, serviceNow);
  if (end?.stage === sale.stage)
    return andThen(onSameEnd(sale, seen, end), (now) =>
      now.cancelDue === 'no' ? unchanged(now) : record(now, at, { type: 'sale.cancel-answered', outcome: 'accepted' }),
    );
  // Callbacks come in any order. One that takes a payment back, or that pays one which was taken back, is believed only
  // when a read says the same.
  const isPaidAfterAll = end?.stage === 'paid' && !(wasTakenBack(sale) && via === 'callback');
  const isTakenBack = end !== undefined && sale.stage === 'paid' && via === 'read';
  if (isPaidAfterAll || isTakenBack) {
    const moved = moveTo(sale, seen, { ...end, alarmOver: sale.stage });
    // The end that this contradicts may be the newer one of the two, and nobody follows a paid sale: a read tells.
    return via === 'callback' ? withRead(moved) : moved;
  }
  if (sale.cancelDue !== 'no') return onOrphanChecked(sale, at, via, progressOf(payment.status) ?? 0);
  const isDoubted = end !== undefined && via === 'callback' && (sale.stage === 'paid' || end.stage === 'paid');
  return isDoubted ? withRead(unchanged(sale)) : unchanged(sale);
}

/** A payment that the till itself cancels, because its sale had been given up. */
function onOrphanChecked(sale: EndedPayment, at: number, via: Via, progress: number): Step {
  if (progress < 4) return onCancelChecked(sale, at, via, progress, sale.problem);
  return record(sale, at, { type: 'sale.cancel-answered', outcome: 'accepted' });
}

/** The end is known already; a later answer may add the payer's name or the time. */
function onSameEnd(sale: EndedPayment, seen: Seen, end: End): Step {
  const { debtor, succeededAt } = seen.payment;
  const isNews =
    (debtor !== undefined && sale.debtor === undefined) ||
    (succeededAt !== undefined && sale.succeededAt === undefined);
  if (!isNews) return unchanged(sale);
  const ending = sale.ending ?? end.ending;
  return moveTo(sale, seen, { stage: end.stage, ...(ending === undefined ? {} : { ending }) });
}

/** A cashier who left the sale before its end may have told the customer that it was not paid. */
function withAlarmIfLeft(sale: OpenPayment, end: End): Transition {
  const isMissed = end.stage === 'paid' && sale.dismissed && sale.origin === 'here';
  return isMissed ? { ...end, alarmOver: sale.stage } : end;
}

interface Transition extends End {
  /** The stage that was shown before, and that this contradicts. */
  readonly alarmOver?: SaleRecord['stage'];
}

function moveTo(sale: KnownSale, { payment, via, at }: Seen, { stage, ending, alarmOver }: Transition): Step {
  const { status, debtor, message, bulkId, succeededAt, expiresAt, links } = payment;
  if (stage === 'unknown' && sale.stage === 'unknown' && sale.status === status) return unchanged(sale);
  const step = record(sale, at, {
    type: 'sale.moved',
    via,
    status,
    stage,
    ...(ending === undefined ? {} : { ending }),
    ...(debtor === undefined ? {} : { debtor: { ...debtor } }),
    ...(message === undefined ? {} : { message }),
    ...(bulkId === undefined ? {} : { bulkId }),
    ...(succeededAt === undefined ? {} : { succeededAt }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(links.deeplink === undefined ? {} : { deeplink: links.deeplink }),
    ...(alarmOver === undefined ? {} : { alarmOver }),
  });
  if (stage === 'unknown') return withReport(step, 'sale.unknown-status', { status });
  const isEndedByAnotherTill = ending === 'elsewhere' && sale.ending === undefined && !isElsewhere(sale);
  if (!isEndedByAnotherTill) return step;
  return withReport(step, 'sale.ended-elsewhere', { posId: sale.posId, reference: sale.reference });
}

/** An answer about another payment is refused: were it acknowledged, the till would accept money that it never charged. */
function onMismatch(sale: SaleRecord, { payment, via, at }: Seen): Step {
  const { paymentId, amount, status, reference } = payment;
  const facts = { paymentId, status, reference: reference ?? '' };
  if (sale.problem?.code === 'sale.other-payment') return withReport(unchanged(sale), 'sale.other-payment', facts);
  const got = { paymentId, amount, status, ...(reference === undefined ? {} : { reference }) };
  const step = record(sale, at, { type: 'sale.mismatch', via, got });
  const asksToAcknowledge =
    status === 'PENDING_MERCHANT_ACKNOWLEDGEMENT' && paymentId === sale.paymentId && !isElsewhere(sale);
  const refused =
    asksToAcknowledge && sale.acknowledge === 'no' ? andThen(step, (now) => refuseAcknowledge(now, at)) : step;
  return withReport(refused, 'sale.other-payment', facts);
}

function refuseAcknowledge(sale: SaleRecord, at: number): Step {
  const problem = {
    code: 'sale.acknowledge-refused',
    message: 'The service asks to acknowledge another amount or reference than was charged; the till refused.',
    retryable: false,
  };
  return record(sale, at, { type: 'sale.acknowledge-refused', problem });
}
