import type { JournalEvent, JournalSaleEvent, Problem, Via } from '../journal/events.ts';
import { foldSale } from '../journal/fold-sale.ts';
import {
  type EndedPayment,
  hasEnded,
  isElsewhere,
  type KnownSale,
  type OpenPayment,
  progressOf,
  type SaleRecord,
  wasTakenBack,
} from '../journal/sale-record.ts';
import type { Payment } from '../service/payment-service.ts';
import { type End, endOf, stageOf } from './payment-status.ts';

/** What can happen to a sale, whoever caused it. */
export type SaleEvent =
  | { readonly type: 'created'; readonly payment: Payment; readonly via: 'create' | 'search' }
  | { readonly type: 'creation-unknown'; readonly problem: Problem }
  | { readonly type: 'creation-refused'; readonly problem: Problem }
  /** Searched until the request could no longer arrive: it is not there. */
  | { readonly type: 'creation-absent' }
  | { readonly type: 'seen'; readonly payment: Payment; readonly via: 'read' | 'callback' | 'search' }
  /** An answer that says nothing about the payment. */
  | { readonly type: 'unreadable'; readonly problem: Problem }
  | { readonly type: 'cancel-asked' }
  | { readonly type: 'cancel-accepted' }
  | { readonly type: 'cancel-refused'; readonly problem: Problem }
  | { readonly type: 'cancel-unknown' }
  | { readonly type: 'acknowledged' }
  | { readonly type: 'acknowledge-refused'; readonly problem: Problem }
  | { readonly type: 'superseded'; readonly by: string }
  | { readonly type: 'alarm-acknowledged' }
  | { readonly type: 'dismissed' }
  | { readonly type: 'settled' };

export type SaleEffect =
  /** Goes into the journal, before anything else is done. */
  | { readonly kind: 'journal'; readonly event: JournalEvent }
  /** Ask the service at once what is true. */
  | { readonly kind: 'read' }
  /** Told to the log and to support: nothing that the sale itself needs. */
  | { readonly kind: 'report'; readonly code: string; readonly facts: ReportFacts };

/** Fields that the log may hold. */
export interface ReportFacts {
  readonly paymentId?: string;
  readonly posId?: string;
  readonly reference?: string;
  readonly status?: string;
}

export interface Step {
  readonly sale: SaleRecord;
  readonly effects: readonly SaleEffect[];
}

/** When it happens: the till's clock, and the service's as far as it is known (ms since the epoch). */
export interface Moment {
  readonly at: number;
  readonly serviceNow: number;
}

/**
 * The sale after an event, and what to do about it. Pure. What to ask the service next is not in here: `plan` derives
 * that from the sale alone, so that it is the same after a crash.
 */
export function next(sale: SaleRecord, event: SaleEvent, moment: Moment): Step {
  switch (event.type) {
    case 'created':
      return onCreated(sale, event.payment, event.via, moment);
    case 'creation-unknown':
      if (sale.creation !== 'sending') return nothing(sale);
      return journal(sale, moment, { type: 'sale.creation-unknown', saleId: sale.saleId, problem: event.problem });
    case 'creation-refused':
      if (sale.creation !== 'sending') return nothing(sale);
      return journal(sale, moment, { type: 'sale.creation-refused', saleId: sale.saleId, problem: event.problem });
    case 'creation-absent':
      if (sale.creation !== 'unknown') return nothing(sale);
      return journal(sale, moment, { type: 'sale.creation-absent', saleId: sale.saleId });
    case 'seen':
      return onSeen(sale, event.payment, event.via, moment);
    case 'unreadable':
      if (sale.creation !== 'known' || hasEnded(sale)) return nothing(sale);
      if (sale.stage === 'unknown' && sale.problem?.code === event.problem.code) return nothing(sale);
      return journal(sale, moment, { type: 'sale.unreadable', saleId: sale.saleId, problem: event.problem });
    case 'cancel-asked':
      return onCancelAsked(sale, moment);
    case 'cancel-accepted':
      return onCancelAccepted(sale, moment);
    case 'cancel-refused':
      if (sale.creation !== 'known' || sale.cancelDue !== 'send') return nothing(sale);
      return reading(
        journal(sale, moment, {
          type: 'sale.cancel-answered',
          saleId: sale.saleId,
          outcome: 'refused',
          problem: event.problem,
        }),
      );
    case 'cancel-unknown':
      if (sale.creation !== 'known' || sale.cancelDue !== 'send') return nothing(sale);
      return reading(journal(sale, moment, { type: 'sale.cancel-answered', saleId: sale.saleId, outcome: 'unknown' }));
    case 'acknowledged':
      if (sale.acknowledge !== 'due') return nothing(sale);
      return reading(journal(sale, moment, { type: 'sale.acknowledged', saleId: sale.saleId }));
    case 'acknowledge-refused':
      if (sale.acknowledge !== 'due') return nothing(sale);
      return reading(
        journal(sale, moment, { type: 'sale.acknowledge-refused', saleId: sale.saleId, problem: event.problem }),
      );
    case 'superseded':
      if (sale.superseded) return nothing(sale);
      return journal(sale, moment, { type: 'sale.superseded', saleId: sale.saleId, by: event.by });
    case 'alarm-acknowledged':
      if (sale.alarm === undefined || sale.alarm.acknowledged) return nothing(sale);
      return journal(sale, moment, { type: 'sale.alarm-acknowledged', saleId: sale.saleId });
    case 'dismissed':
      if (sale.dismissed) return nothing(sale);
      return journal(sale, moment, { type: 'sale.dismissed', saleId: sale.saleId });
    case 'settled':
      if (sale.settled) return nothing(sale);
      return journal(sale, moment, { type: 'sale.settled', saleId: sale.saleId });
  }
}

/** Whether a payment is the sale's own: its amount and, where both are known, its id and reference. */
export function belongsTo(sale: SaleRecord, payment: Payment): boolean {
  if (sale.paymentId !== undefined && sale.paymentId !== payment.paymentId) return false;
  if (payment.reference !== undefined && payment.reference !== sale.reference) return false;
  return payment.amount === sale.amount;
}

function onCreated(sale: SaleRecord, payment: Payment, via: 'create' | 'search', moment: Moment): Step {
  if (sale.creation === 'known') return onSeen(sale, payment, via === 'create' ? 'read' : via, moment);
  if (!belongsTo(sale, payment)) return mismatch(sale, payment, via, moment);
  const created = journal(sale, moment, {
    type: 'sale.created',
    saleId: sale.saleId,
    paymentId: payment.paymentId,
    createdAt: payment.createdAt,
    via,
    ...(payment.expiresAt === undefined ? {} : { expiresAt: payment.expiresAt }),
    ...(payment.links.deeplink === undefined ? {} : { deeplink: payment.links.deeplink }),
  });
  const seen = then(created, (known) => onSeen(known, payment, via, moment));
  // It was given up as never created, and is there after all: nobody waits for it, so it must not be paid.
  const cancellable = payment.status === 'PENDING' || payment.status === 'IDENTIFIED';
  if (!hasEnded(sale) || !cancellable) return seen;
  return then(seen, (orphan) =>
    journal(orphan, moment, { type: 'sale.cancel-asked', saleId: orphan.saleId, by: 'till' }),
  );
}

function onSeen(sale: SaleRecord, payment: Payment, via: Via, moment: Moment): Step {
  // Which payment is the sale's own is for `created` to say.
  if (sale.creation !== 'known') return nothing(sale);
  if (!belongsTo(sale, payment)) return mismatch(sale, payment, via, moment);
  const status = payment.status;
  const progress = progressOf(status);
  if (hasEnded(sale)) return onSeenAfterEnd(sale, payment, via, moment);
  if (progress === undefined) return moveTo(sale, payment, via, moment, { stage: 'unknown' });
  const end = endOf(sale, payment, moment.serviceNow);
  if (end !== undefined) return moveTo(sale, payment, via, moment, leftBehind(sale, end));
  const moved = onProgress(sale, payment, via, moment, progress);
  const waitsForUs = status === 'PENDING_MERCHANT_ACKNOWLEDGEMENT' && sale.acknowledge === 'no';
  // A payment that was only looked up is for the till that charged it to accept.
  const acknowledging = waitsForUs && !isElsewhere(sale);
  const due = acknowledging
    ? then(moved, (now) => journal(now, moment, { type: 'sale.acknowledge-due', saleId: now.saleId }))
    : moved;
  // Moving on clears a problem; why a cancel was refused is to be told all the same.
  return then(due, (now) => onCancelChecked(now, moment, via, progress, sale.problem));
}

/** On its way: forward only. An older status that comes late, by a callback or a slow answer, changes nothing. */
function onProgress(sale: OpenPayment, payment: Payment, via: Via, moment: Moment, progress: number): Step {
  const reached = Math.max(progress, sale.progress);
  const stage = stageOf(reached);
  const newDeeplink = payment.links.deeplink !== undefined && sale.deeplink === undefined;
  // The right payment answers again. Other problems stay in sight until the sale moves on.
  const clearsProblem = sale.problem?.code === 'sale.other-payment' && sale.acknowledge !== 'refused';
  if (stage === sale.stage && progress <= sale.progress && !newDeeplink && !clearsProblem) return nothing(sale);
  const status = progress >= sale.progress ? payment.status : (sale.status ?? payment.status);
  return moveTo(sale, { ...payment, status }, via, moment, { stage });
}

/** A cancel without an answer, or refused: what the service says now is what became of it. */
function onCancelChecked(
  sale: SaleRecord,
  moment: Moment,
  via: Via,
  progress: number,
  problem: Problem | undefined,
): Step {
  if (sale.cancelDue === 'no') return nothing(sale);
  const answer = (outcome: 'too-late' | 'dropped' | 'unknown') =>
    journal(sale, moment, {
      type: 'sale.cancel-answered',
      saleId: sale.saleId,
      outcome,
      ...(outcome === 'dropped' && problem !== undefined ? { problem } : {}),
    });
  if (Math.max(progress, sale.progress) >= 2) return answer('too-late');
  // Only a read made after the cancel speaks for it; a callback may be older.
  if (via !== 'read' || progress < sale.progress) return nothing(sale);
  if (sale.cancelDue === 'check-refused') return answer('dropped');
  if (sale.cancelDue === 'check')
    return journal(sale, moment, { type: 'sale.cancel-asked', saleId: sale.saleId, by: sale.cancelBy });
  return nothing(sale);
}

/** Final is final. What contradicts an end that was shown is told, never hidden: money may have moved. */
function onSeenAfterEnd(sale: EndedPayment, payment: Payment, via: Via, moment: Moment): Step {
  const end = endOf(sale, payment, moment.serviceNow);
  if (end?.stage === sale.stage) return sameEnd(sale, payment, via, moment, end);
  // Callbacks come in any order: one that takes a payment back, or that pays one which was taken back, is believed only
  // when a read says the same.
  const paidAfterAll = end?.stage === 'paid' && !(wasTakenBack(sale) && via === 'callback');
  const takenBack = end !== undefined && sale.stage === 'paid' && via === 'read';
  if (paidAfterAll || takenBack) return moveTo(sale, payment, via, moment, { ...end, alarmOver: sale.stage });
  if (sale.cancelDue !== 'no') return onOrphanChecked(sale, moment, via, progressOf(payment.status) ?? 0);
  const isDoubted = end !== undefined && via === 'callback' && (sale.stage === 'paid' || end.stage === 'paid');
  return isDoubted ? reading(nothing(sale)) : nothing(sale);
}

/** A payment that the till itself takes back, because the sale it was for had been given up. */
function onOrphanChecked(sale: EndedPayment, moment: Moment, via: Via, progress: number): Step {
  if (progress < 4) return onCancelChecked(sale, moment, via, progress, sale.problem);
  return journal(sale, moment, { type: 'sale.cancel-answered', saleId: sale.saleId, outcome: 'accepted' });
}

/** The end that is known already; a later answer may add the payer's name or the time. */
function sameEnd(sale: EndedPayment, payment: Payment, via: Via, moment: Moment, end: End): Step {
  const news =
    (payment.debtor !== undefined && sale.debtor === undefined) ||
    (payment.succeededAt !== undefined && sale.succeededAt === undefined);
  if (!news) return nothing(sale);
  const ending = sale.ending ?? end.ending;
  return moveTo(sale, payment, via, moment, { stage: end.stage, ...(ending === undefined ? {} : { ending }) });
}

function onCancelAsked(sale: SaleRecord, moment: Moment): Step {
  if (hasEnded(sale) || sale.cancelDue !== 'no' || isElsewhere(sale)) return nothing(sale);
  const asked = journal(sale, moment, { type: 'sale.cancel-asked', saleId: sale.saleId, by: 'cashier' });
  // Only PENDING and IDENTIFIED can be cancelled (spec: States and transitions).
  if (sale.progress < 2) return asked;
  return then(asked, (now) =>
    journal(now, moment, { type: 'sale.cancel-answered', saleId: now.saleId, outcome: 'too-late' }),
  );
}

function onCancelAccepted(sale: SaleRecord, moment: Moment): Step {
  if (sale.creation !== 'known') return nothing(sale);
  const accepted = journal(sale, moment, { type: 'sale.cancel-answered', saleId: sale.saleId, outcome: 'accepted' });
  if (hasEnded(sale)) return accepted;
  // Known to be authorised, it cannot have been cancelled after that (spec: States and transitions): reading decides.
  if (sale.progress >= 2) return reading(accepted);
  return then(accepted, (now) =>
    journal(now, moment, {
      type: 'sale.moved',
      saleId: now.saleId,
      via: 'cancel',
      status: 'CANCELLED',
      stage: 'cancelled',
      ending: 'cashier',
    }),
  );
}

/** Whoever left a sale before its end may have told the customer that it was not paid: that it was must not be missed. */
function leftBehind(sale: OpenPayment, end: End): Move {
  const isMissed = end.stage === 'paid' && sale.dismissed && sale.origin === 'here';
  const { stage: alarmOver } = sale;
  return isMissed ? { ...end, alarmOver } : end;
}

interface Move extends End {
  readonly alarmOver?: SaleRecord['stage'];
}

function moveTo(sale: KnownSale, payment: Payment, via: Via, moment: Moment, move: Move): Step {
  if (move.stage === 'unknown' && sale.stage === 'unknown' && sale.status === payment.status) return nothing(sale);
  const step = journal(sale, moment, {
    type: 'sale.moved',
    saleId: sale.saleId,
    via,
    status: payment.status,
    stage: move.stage,
    ...(move.ending === undefined ? {} : { ending: move.ending }),
    ...(payment.debtor === undefined ? {} : { debtor: { ...payment.debtor } }),
    ...(payment.succeededAt === undefined ? {} : { succeededAt: payment.succeededAt }),
    ...(payment.expiresAt === undefined ? {} : { expiresAt: payment.expiresAt }),
    ...(payment.links.deeplink === undefined ? {} : { deeplink: payment.links.deeplink }),
    ...(move.alarmOver === undefined ? {} : { alarmOver: move.alarmOver }),
  });
  if (move.ending === 'elsewhere' && sale.ending === undefined)
    return isElsewhere(sale)
      ? step
      : report(step, 'sale.ended-elsewhere', { posId: sale.posId, reference: sale.reference });
  if (move.stage === 'unknown') return report(step, 'sale.unknown-status', { status: payment.status });
  return step;
}

/** An answer about another payment is refused; were it acknowledged, the till would accept money it never asked for. */
function mismatch(sale: SaleRecord, payment: Payment, via: Via, moment: Moment): Step {
  const { paymentId, amount, status } = payment;
  const facts = { paymentId, status, reference: payment.reference ?? '' };
  if (sale.problem?.code === 'sale.other-payment') return report(nothing(sale), 'sale.other-payment', facts);
  const step = journal(sale, moment, {
    type: 'sale.mismatch',
    saleId: sale.saleId,
    via,
    got: {
      paymentId,
      amount,
      status,
      ...(payment.reference === undefined ? {} : { reference: payment.reference }),
    },
  });
  const asksUs = status === 'PENDING_MERCHANT_ACKNOWLEDGEMENT' && paymentId === sale.paymentId && !isElsewhere(sale);
  const refused = asksUs && sale.acknowledge === 'no' ? then(step, (now) => refuseAcknowledge(now, moment)) : step;
  return report(refused, 'sale.other-payment', facts);
}

function refuseAcknowledge(sale: SaleRecord, moment: Moment): Step {
  const problem = {
    code: 'sale.acknowledge-refused',
    message: 'The service asks to acknowledge another amount or reference than was charged; the till refused.',
    retryable: false,
  };
  return journal(sale, moment, { type: 'sale.acknowledge-refused', saleId: sale.saleId, problem });
}

function nothing(sale: SaleRecord): Step {
  return { sale, effects: [] };
}

function journal(sale: SaleRecord, moment: Moment, event: JournalSaleEvent): Step {
  return { sale: foldSale(sale, event, { ...sale, at: moment.at }), effects: [{ kind: 'journal', event }] };
}

function then(step: Step, more: (sale: SaleRecord) => Step): Step {
  const second = more(step.sale);
  return { sale: second.sale, effects: [...step.effects, ...second.effects] };
}

function reading(step: Step): Step {
  return { ...step, effects: [...step.effects, { kind: 'read' }] };
}

function report(step: Step, code: string, facts: ReportFacts): Step {
  return { ...step, effects: [...step.effects, { kind: 'report', code, facts }] };
}
