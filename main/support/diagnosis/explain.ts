import type { Actor, JournalEvent, Problem, SaleStage, WishEnd } from '../../domain/events.ts';
import { LEFT_OUT, redacted } from '../pack/redact.ts';
import { shownId } from '../shown.ts';

/**
 * One event of a payment in words, for the service's own support: in English whatever the till speaks, and without names,
 * accounts and free texts.
 */
export interface Explained {
  readonly title: string;
  /** What was asked of the service. */
  readonly request?: string | undefined;
  /** What it answered, or why there was no answer. */
  readonly answer?: string | undefined;
  /** What the till made of it, and why. */
  readonly concluded?: string | undefined;
}

const SOURCES = {
  create: 'the answer to the creation',
  read: 'a read of the payment',
  callback: 'a signed callback that verified',
  search: "the service's search",
  cancel: 'the answer to the cancellation',
  till: 'the till itself',
} as const;

const STAGES: Readonly<Record<SaleStage, string>> = {
  creating: 'Nothing is known of the payment yet.',
  waiting: 'Nobody has scanned the code, so the till waits and asks again.',
  scanned: 'The customer has scanned the code and may pay, so the till asks more often.',
  authorised: 'The customer has agreed. Money is not certain before the status is final, so the till asks on.',
  paid: 'A final status: the money is on its way to the shop. The till shows it as paid.',
  cancelled: 'A final status: no money moved.',
  expired: 'A final status: the time to pay is over, and no money moved.',
  failed: 'A final status: no money moved.',
  voided: 'A final status: what was authorised was given up, and no money moved.',
  unknown: 'The till cannot say what became of it. It shows that, and asks on.',
};

const ENDINGS: Readonly<Record<string, string>> = {
  cashier: 'A cashier at this till had asked to cancel it.',
  payer: 'The payer ended it.',
  elsewhere: 'Nothing that this till did ended it: another till on the same POS may have charged.',
  'bank-refused': "The payer's bank refused.",
  'never-created': 'It was never made at the service.',
  'merchant-refused': 'The till refused to acknowledge it.',
  service: 'The service ended it.',
};

const CANCELS = {
  accepted: 'The service accepted. A read has to confirm it before the till shows it as cancelled.',
  refused: 'The service refused, which says nothing about the payment. The till reads on.',
  unknown: 'No answer. The till reads the payment to learn what became of it.',
  'too-late': 'The payment had ended before.',
  dropped: 'There was nothing to cancel any more.',
} as const;

/** Undefined for what is about no payment. */
export function explain(event: JournalEvent): Explained | undefined {
  switch (event.type) {
    case 'sale.intent':
      return {
        title: `Charged ${euros(event.amount)}${by(event.by)}`,
        request: `${event.operation === 'static-qr' ? 'POST /v3/payments/pos' : 'POST /v3/payments'}, body ${bodyOf(event.body)}`,
        concluded: `Written to the journal before a byte left. ${clockWords(event.skewMs, event.timeKnown)} A creation has no idempotency key, so it is sent once and never again.`,
      };
    case 'sale.created':
      return {
        title: 'The service has made the payment',
        answer: `by ${SOURCES[event.via]}: payment ${id(event.paymentId)}, created ${time(event.createdAt)}${event.expiresAt === undefined ? '' : `, expires ${time(event.expiresAt)}`}`,
        concluded: 'The till shows the code to the customer and follows the payment.',
      };
    case 'sale.creation-unknown':
      return {
        title: 'No answer tells whether the payment was made',
        answer: problemWords(event.problem),
        concluded: 'It may have been made, so the till charges nothing again: it searches for the reference.',
      };
    case 'sale.creation-refused':
      return {
        title: 'The service refused to make the payment',
        answer: problemWords(event.problem),
        concluded: 'No payment was made. The cashier may charge again.',
      };
    case 'sale.creation-absent':
      return {
        title: 'The search did not find the payment',
        concluded: 'It was searched for until the request could no longer arrive: it was never made.',
      };
    case 'sale.moved':
      return moved(event);
    case 'sale.unreadable':
      return {
        title: 'An answer could not be used',
        answer: problemWords(event.problem),
        concluded: 'It says nothing about the payment, so nothing changed; the till asks again.',
      };
    case 'sale.mismatch':
      return {
        title: 'An answer was about another payment',
        answer: `by ${SOURCES[event.via]}: payment ${id(event.got.paymentId)}, ${euros(event.got.amount)}, status ${id(event.got.status)}${event.got.reference === undefined ? '' : `, reference ${id(event.got.reference)}`}`,
        concluded: 'It does not belong to this payment, so it was refused; the till asks again.',
      };
    case 'sale.cancel-asked':
      return {
        title: event.by === 'till' ? 'The till asked to cancel' : 'A cashier asked to cancel',
        request: 'DELETE /v3/payments/{paymentId}, once there is one',
      };
    case 'sale.cancel-answered':
      return {
        title: 'What became of the cancellation',
        answer: `${event.outcome}${event.problem === undefined ? '' : `; ${problemWords(event.problem)}`}`,
        concluded: CANCELS[event.outcome],
      };
    case 'sale.acknowledge-due':
      return {
        title: 'The service waits for the shop to acknowledge',
        request: 'POST /v3/payments/{paymentId}/acknowledge',
      };
    case 'sale.acknowledged':
      return { title: 'Acknowledged', concluded: 'Amount and reference are those of the journal.' };
    case 'sale.acknowledge-refused':
      return { title: 'Not acknowledged', answer: problemWords(event.problem) };
    case 'sale.superseded':
      return {
        title: 'This till charged again on the same POS',
        concluded: `The service invalidates a payment when another is made on its POS (sale ${id(event.by)}).`,
      };
    case 'sale.alarm-acknowledged':
      return { title: 'Somebody has seen the alarm' };
    case 'sale.dismissed':
      return { title: 'The cashier left the screen of the sale' };
    case 'sale.settled':
      return { title: 'Nothing more is expected of it' };
    case 'sale.imported':
      return {
        title: `Found at the service, ${euros(event.amount)}`,
        answer: `payment ${id(event.paymentId)}, status ${id(event.status)}, created ${time(event.createdAt)}${event.posId === undefined ? '' : `, POS ${id(event.posId)}`}`,
        concluded: `This journal had not told of it. ${STAGES[event.stage]}`,
      };
    default:
      return event.type.startsWith('refund.') ? explainRefund(event) : explainAct(event);
  }
}

function moved(event: Extract<JournalEvent, { type: 'sale.moved' }>): Explained {
  const why = event.ending === undefined ? '' : ` ${ENDINGS[event.ending] ?? event.ending}`;
  const paidAt = event.succeededAt === undefined ? '' : `, paid ${time(event.succeededAt)} by the service's clock`;
  const alarm =
    event.alarmOver === undefined ? '' : ` The till had shown it as ${event.alarmOver}, so it raised an alarm.`;
  return {
    title: `Now ${event.stage}`,
    answer: `by ${SOURCES[event.via]}: status ${id(event.status)}${paidAt}${event.bulkId === undefined ? '' : `, bulk ${id(event.bulkId)}`}`,
    concluded: `${STAGES[event.stage]}${why}${alarm}`,
  };
}

const REFUNDS = {
  unconfirmed: 'The answer does not verify, so it is not shown as done: the till reads the refund again.',
  pending: 'The service has it and has not ended it. The till reads on.',
  refunded: 'A final status: the money goes back.',
  failed: 'A final status: no money went back.',
} as const;

const DOUBTS = {
  absent: "It is not in the service's list.",
  several: 'More than one in the list may be it.',
  refused: 'The service gave no list.',
} as const;

function explainRefund(event: JournalEvent): Explained | undefined {
  switch (event.type) {
    case 'refund.asked':
      return {
        title: `Somebody asked for a refund of ${euros(event.amount)}${by(event.by)}`,
        concluded:
          'The till asks the service about the payment first. Nothing is sent for a refund that was only asked for.',
      };
    case 'refund.given-up':
      return { title: 'The refund that was asked for was not begun', concluded: WISH_ENDS[event.why] };
    case 'refund.intent':
      return {
        title: `Refund of ${euros(event.amount)}${by(event.by)}${event.allowedBy === undefined ? '' : `, allowed${by(event.allowedBy)}`}`,
        request: `POST /v3/payments/${id(event.paymentId)}/refunds, idempotency-key ${id(event.refundKey)}, body ${bodyOf(event.body)}`,
        concluded: 'Key and body were written to the journal first: each try sends the same key and the same bytes.',
      };
    case 'refund.unanswered':
      return {
        title: 'No answer tells what became of the refund',
        answer: problemWords(event.problem),
        concluded: 'It may have been made. The till sends the same key again, or looks it up in the list of refunds.',
      };
    case 'refund.refused':
      return {
        title: 'The service refused the refund',
        answer: problemWords(event.problem),
        concluded: 'No try before it may have acted, so no money went back.',
      };
    case 'refund.answered':
      return {
        title: `The refund is ${event.stage}`,
        answer: `refund ${id(event.refundId)}${event.status === undefined ? '' : `, status ${id(event.status)}`}${event.via === 'list' ? ", told by the service's list" : ''}${event.verifyFault === undefined ? '' : `, its signature does not verify: ${id(event.verifyFault)}`}`,
        concluded: REFUNDS[event.stage],
      };
    case 'refund.unsettled':
      return {
        title: 'Looking the refund up did not settle it',
        concluded: `${DOUBTS[event.why]} A manager has to decide.`,
      };
    case 'refund.settled':
      return {
        title: event.decision === 'not-made' ? 'A manager closed it as not made' : 'A manager had it sent again',
      };
    case 'refund.imported':
      return {
        title: event.restored
          ? `A refund of ${euros(event.amount)}, found again after the record was lost`
          : `A refund of ${euros(event.amount)} that this till did not make`,
        answer: `refund ${id(event.refundId)}, created ${time(event.createdAt)}, told by the service's list`,
        concluded: 'It counts against what can still go back, and the service is asked what became of it.',
      };
    default:
      return undefined;
  }
}

const WISH_ENDS: Readonly<Record<WishEnd, string>> = {
  refused: 'It was refused before anything was sent.',
  'taken-back': 'Whoever asked took it back before anything was sent.',
  late: 'Asking took longer than a permission lasts. Nothing was sent.',
  interrupted: 'The till ended before anything was sent.',
};

function explainAct(event: JournalEvent): Explained | undefined {
  return event.type === 'act' ? { title: `Done at the till: ${id(event.act)}${by(event.by)}` } : undefined;
}

/** The code, the service's words left out: they may name somebody. */
function problemWords({ code, traceId, retryable, values }: Problem): string {
  const told = Object.entries(redacted(values ?? {}) as object)
    .filter(([, value]) => value !== LEFT_OUT)
    .map(([name, value]) => `, ${name} ${value}`);
  return `${code}${told.join('')}${traceId === undefined ? '' : `, trace id ${id(traceId)}`}${retryable ? ', may be tried again' : ''}`;
}

function bodyOf(text: string): string {
  try {
    return JSON.stringify(redacted(JSON.parse(text)));
  } catch {
    return LEFT_OUT;
  }
}

function clockWords(skewMs: number, timeKnown: true | undefined): string {
  const apart = `The service's clock was ${Math.round(skewMs)} ms from the till's`;
  return timeKnown ? `${apart}, as it had told.` : `${apart} as far as was known.`;
}

function by(actor: Actor | undefined): string {
  return actor === undefined ? '' : ` by ${actor.role === 'till' ? 'the till' : `a ${actor.role}`}`;
}

function id(text: string): string {
  return shownId(text);
}

export function euros(cents: number): string {
  return `EUR ${(cents / 100).toFixed(2)}`;
}

export function time(at: number): string {
  return new Date(at).toISOString();
}
