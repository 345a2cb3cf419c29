import { omitUndefined } from '../base/omit-undefined.ts';
import { ruleOf } from './off-screen.ts';
import type { Payment } from './payment-service.ts';
import { onWaitsForMerchant, refuseMismatch } from './sale-acknowledge.ts';
import { cancelLate, onCancelChecked, onCancelOver } from './sale-cancel.ts';
import { recordCreated } from './sale-creation.ts';
import { andThen, type Step, unchanged, withDoubt, withRead, withReport } from './sale-effects.ts';
import { moveTo, onOtherPayment, type Seen, type Transition } from './sale-moves.ts';
import {
  type EndedPayment,
  hasEnded,
  isElsewhere,
  type OpenPayment,
  progressOf,
  type SaleRecord,
  wasTakenBack,
} from './sale-record.ts';
import { sameText } from './same-text.ts';
import { type End, endOf, isFinal, stageOf } from './who-ended.ts';

/** Returns true if the payment is the sale's own: same amount and, where both are known, same id and reference. */
export function belongsTo(sale: SaleRecord, payment: Payment): boolean {
  if (sale.paymentId !== undefined && sale.paymentId !== payment.paymentId) return false;
  if (payment.reference !== undefined && !sameText(sale.reference, payment.reference)) return false;
  return payment.amount === sale.amount;
}

/**
 * Returns true if the till refuses a payment that can still be refused: its amount or reference differs, or the till
 * has shown its sale as ended unpaid. A payment of another till is left to its till.
 */
export function refuses(sale: SaleRecord, payment: Payment): boolean {
  const isUnderWay = (progressOf(payment.status) ?? 4) < 4;
  if (!isUnderWay || sale.stage === 'paid' || isElsewhere(sale)) return false;
  return hasEnded(sale) || sale.acknowledge === 'refused' || !belongsTo(sale, payment);
}

export function takesBack(sale: SaleRecord, payment: Payment): boolean {
  return sale.stage === 'paid' && isFinal(payment.status) && payment.status !== 'SUCCEEDED' && belongsTo(sale, payment);
}

export function onCreated(sale: SaleRecord, seen: Seen, leftOut?: string): Step {
  const { payment, via, at } = seen;
  if (sale.creation === 'known') return onSeen(sale, { ...seen, via: via === 'create' ? 'read' : via });
  if (!belongsTo(sale, payment)) return onMismatch(sale, seen);
  const created = recordCreated(sale, at, payment, { via, leftOut });
  // A creation is answered PENDING (docs/service.md, States and transitions): any other status is left to a read.
  const isBelieved = via !== 'create' || payment.status === 'PENDING';
  const step = isBelieved
    ? andThen(created, (known) => onSeen(known, seen))
    : withRead(andThen(created, (known) => onSeen(known, { ...seen, payment: { ...payment, status: 'PENDING' } })));
  const isCancellable = payment.status === 'PENDING' || payment.status === 'IDENTIFIED';
  return isCancellable && ruleOf(sale).appears === 'cancel' ? andThen(step, (late) => cancelLate(late, at)) : step;
}

export function onSeen(sale: SaleRecord, seen: Seen): Step {
  const { payment, via, at, serviceNow } = seen;
  // Only `created` decides which payment belongs to the sale.
  if (sale.creation !== 'known') return unchanged(sale);
  if (!belongsTo(sale, payment)) return onMismatch(sale, seen);
  const progress = progressOf(payment.status);
  if (hasEnded(sale)) return onSeenAfterEnd(sale, seen);
  if (progress === undefined) return moveTo(sale, seen, { stage: 'unknown' });
  const end = endOf(sale, payment, serviceNow);
  if (end !== undefined) return moveTo(sale, seen, withAlarmIfLeft(sale, end));
  const moved = onProgress(sale, seen, progress);
  const due = andThen(moved, (now) => onWaitsForMerchant(now, payment, at));
  // A move clears the problem of the sale. The reason of a refused cancel must still be shown.
  return andThen(due, (now) => onCancelChecked(now, { at, via, progress, problem: sale.problem }));
}

/** Moves an open payment forward only: an older status that arrives late (callback, slow response) changes nothing. */
function onProgress(sale: OpenPayment, seen: Seen, progress: number): Step {
  const { payment } = seen;
  const stage = stageOf(Math.max(progress, sale.progress));
  const hasNewDeeplink = payment.links.deeplink !== undefined && sale.deeplink === undefined;
  // The right payment is in the response again. Other problems stay in sight until the sale moves on.
  const clearsProblem = sale.problem?.code === 'sale.other-payment' && sale.acknowledge !== 'refused';
  if (stage === sale.stage && progress <= sale.progress && !hasNewDeeplink && !clearsProblem) return unchanged(sale);
  const status = progress >= sale.progress ? payment.status : (sale.status ?? payment.status);
  return moveTo(sale, { ...seen, payment: { ...payment, status } }, { stage });
}

/** An end is final. A contradiction of a shown end raises an alarm, because money may have moved. */
function onSeenAfterEnd(sale: EndedPayment, seen: Seen): Step {
  const { payment, via, at, serviceNow } = seen;
  const end = endOf(sale, payment, serviceNow);
  if (end?.stage === sale.stage) return andThen(onSameEnd(sale, seen, end), (now) => onCancelOver(now, at));
  // Callbacks arrive in any order. A callback that takes a payment back, or that pays a payment which was taken back,
  // is believed only after a read confirms the status.
  const isPaidAfterAll = end?.stage === 'paid' && !(wasTakenBack(sale) && via === 'callback');
  const isTakenBack = end !== undefined && sale.stage === 'paid' && via === 'read';
  if (isPaidAfterAll || isTakenBack) {
    const moved = moveTo(sale, seen, { ...end, alarmOver: sale.stage });
    // The contradicted end may be the newer of the two, and a paid sale is not followed: a read decides.
    return via === 'callback' ? withDoubt(moved, at) : moved;
  }
  // The till itself is cancelling the payment, because its sale had been given up.
  if (sale.cancelDue !== 'no') {
    const progress = progressOf(payment.status) ?? 0;
    if (progress === 4) return onCancelOver(sale, at);
    return onCancelChecked(sale, { at, via, progress, problem: sale.problem });
  }
  const isDoubted = end !== undefined && via === 'callback' && (sale.stage === 'paid' || end.stage === 'paid');
  return isDoubted ? withDoubt(unchanged(sale), at) : unchanged(sale);
}

function onSameEnd(sale: EndedPayment, seen: Seen, end: End): Step {
  const { debtor, succeededAt } = seen.payment;
  const isNews =
    (debtor !== undefined && sale.debtor === undefined) ||
    (succeededAt !== undefined && sale.succeededAt === undefined);
  if (!isNews) return unchanged(sale);
  return moveTo(sale, seen, { stage: end.stage, ...omitUndefined({ ending: sale.ending ?? end.ending }) });
}

/** Adds an alarm to a paid sale off the screen: its customer may have seen that nothing was paid. */
function withAlarmIfLeft(sale: OpenPayment, end: End): Transition {
  const isMissed = end.stage === 'paid' && ruleOf(sale).paid === 'alarm';
  return isMissed ? { ...end, alarmOver: sale.stage } : end;
}

/** Refuses a response about another payment: acknowledging it would accept money that the till never charged. */
function onMismatch(sale: SaleRecord, seen: Seen): Step {
  const { paymentId, status, reference = '' } = seen.payment;
  const step = onOtherPayment(sale, seen);
  const refused = step.effects.length === 0 ? step : andThen(step, (now) => refuseMismatch(now, seen.payment, seen.at));
  return withReport(refused, 'sale.other-payment', { paymentId, status, reference });
}
