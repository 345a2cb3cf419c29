import type { HistoryStep, HistoryWhat } from '../../../preload/contract/payments.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import type {
  Actor,
  JournalAct,
  JournalEvent,
  JournalRefundEvent,
  JournalRequestEvent,
  JournalSaleEvent,
  Problem,
  RecordedEvent,
  RequestEnd,
  SaleStage,
} from '../../domain/events.ts';
import { LEFT_OUT, redacted } from '../pack/redact.ts';
import { shownId } from '../shown-in-log.ts';

/** `what`: words of the windows. All other texts go to the service's support, without names or free texts. */
interface Narrated {
  /** Absent if the event means nothing to the cashier. */
  readonly what?: HistoryWhat | undefined;
  readonly stage?: SaleStage;
  readonly status?: string | undefined;
  readonly by?: Actor | undefined;
  readonly title: string;
  readonly request?: string | undefined;
  readonly answer?: string | undefined;
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

const REQUEST_ENDS: Readonly<Record<RequestEnd, string>> = {
  refused: 'It was refused before anything was sent.',
  'taken-back': 'Whoever asked took it back before anything was sent.',
  late: 'Asking took longer than a permission lasts. Nothing was sent.',
  interrupted: 'The till ended before anything was sent.',
};

/** The compiler reports a new event without a narrator. */
type NarratedEvent = JournalSaleEvent | JournalRefundEvent | JournalRequestEvent | JournalAct;
type Narrators = {
  readonly [Type in NarratedEvent['type']]: (event: Extract<NarratedEvent, { type: Type }>) => Narrated;
};

const NARRATORS: Narrators = {
  'sale.intent': (event) => ({
    what: 'charged',
    by: event.by,
    title: `Charged ${euros(event.amount)}${by(event.by)}`,
    request: `${event.operation === 'static-qr' ? 'POST /v3/payments/pos' : 'POST /v3/payments'}, body ${bodyOf(event.body)}`,
    concluded: `Written to the journal before a byte left. ${clockWords(event.skewMs, event.timeKnown)} A creation has no idempotency key, so it is sent once and never again.`,
  }),
  'sale.created': (event) => ({
    what: 'created',
    title: 'The service has made the payment',
    answer: `by ${SOURCES[event.via]}: payment ${shownId(event.paymentId)}, created ${time(event.createdAt)}${event.expiresAt === undefined ? '' : `, expires ${time(event.expiresAt)}`}`,
    concluded: 'The till shows the code to the customer and follows the payment.',
  }),
  'sale.creation-unknown': (event) => ({
    what: 'creation-unknown',
    title: 'No answer tells whether the payment was made',
    answer: problemWords(event.problem),
    concluded: 'It may have been made, so the till charges nothing again: it searches for the reference.',
  }),
  'sale.creation-refused': (event) => ({
    what: 'creation-refused',
    title: 'The service refused to make the payment',
    answer: problemWords(event.problem),
    concluded: 'No payment was made. The cashier may charge again.',
  }),
  'sale.creation-absent': () => ({
    what: 'creation-absent',
    title: 'The search did not find the payment',
    concluded: 'It was searched for until the request could no longer arrive: it was never made.',
  }),
  'sale.moved': moved,
  'sale.unreadable': (event) => ({
    what: 'unreadable',
    title: 'An answer could not be used',
    answer: problemWords(event.problem),
    concluded: 'It says nothing about the payment, so nothing changed; the till asks again.',
  }),
  'sale.mismatch': (event) => ({
    what: 'mismatch',
    title: 'An answer was about another payment',
    answer: `by ${SOURCES[event.via]}: payment ${shownId(event.got.paymentId)}, ${euros(event.got.amount)}, status ${shownId(event.got.status)}${event.got.reference === undefined ? '' : `, reference ${shownId(event.got.reference)}`}`,
    concluded: 'It does not belong to this payment, so it was refused; the till asks again.',
  }),
  'sale.cancel-asked': (event) => ({
    what: event.by === 'till' ? 'cancel-asked-by-till' : 'cancel-asked',
    title: event.by === 'till' ? 'The till asked to cancel' : 'A cashier asked to cancel',
    request: 'DELETE /v3/payments/{paymentId}, once there is one',
  }),
  'sale.cancel-answered': (event) => ({
    what: `cancel-${event.outcome}`,
    title: 'What became of the cancellation',
    answer: `${event.outcome}${event.problem === undefined ? '' : `; ${problemWords(event.problem)}`}`,
    concluded: CANCELS[event.outcome],
  }),
  'sale.acknowledge-due': () => ({
    title: 'The service waits for the shop to acknowledge',
    request: 'POST /v3/payments/{paymentId}/acknowledge',
  }),
  'sale.acknowledged': () => ({
    what: 'acknowledged',
    title: 'Acknowledged',
    concluded: 'Amount and reference are those of the journal.',
  }),
  'sale.acknowledge-refused': (event) => ({
    what: 'acknowledge-refused',
    title: 'Not acknowledged',
    answer: problemWords(event.problem),
  }),
  'sale.superseded': (event) => ({
    what: 'superseded',
    title: 'This till charged again on the same POS',
    concluded: `The service invalidates a payment when another is made on its POS (sale ${shownId(event.by)}).`,
  }),
  'sale.alarm-acknowledged': () => ({ what: 'alarm-acknowledged', title: 'Somebody has seen the alarm' }),
  'sale.dismissed': () => ({ what: 'left', title: 'The cashier left the screen of the sale' }),
  'sale.reopened': () => ({ title: 'Contradicted by the service: read again' }),
  'sale.settled': () => ({ title: 'Nothing more is expected of it' }),
  'sale.imported': (event) => ({
    what: 'found',
    stage: event.stage,
    status: event.status,
    title: `Found at the service, ${euros(event.amount)}`,
    answer: `payment ${shownId(event.paymentId)}, status ${shownId(event.status)}, created ${time(event.createdAt)}${event.posId === undefined ? '' : `, POS ${shownId(event.posId)}`}`,
    concluded: `This journal had not told of it. ${STAGES[event.stage]}`,
  }),
  'refund.asked': (event) => ({
    title: `Somebody asked for a refund of ${euros(event.amount)}${by(event.by)}`,
    concluded:
      'The till asks the service about the payment first. Nothing is sent for a refund that was only asked for.',
  }),
  'refund.given-up': (event) => ({
    what: 'refund-given-up',
    title: 'The refund that was asked for was not begun',
    concluded: REQUEST_ENDS[event.why],
  }),
  'refund.intent': (event) => ({
    what: 'refund-begun',
    by: event.by ?? event.allowedBy,
    title: `Refund of ${euros(event.amount)}${by(event.by)}${event.allowedBy === undefined ? '' : `, allowed${by(event.allowedBy)}`}`,
    request: `POST /v3/payments/${shownId(event.paymentId)}/refunds, idempotency-key ${shownId(event.refundKey)}, body ${bodyOf(event.body)}`,
    concluded: 'Key and body were written to the journal first: each try sends the same key and the same bytes.',
  }),
  'refund.unanswered': (event) => ({
    what: 'refund-unanswered',
    title: 'No answer tells what became of the refund',
    answer: problemWords(event.problem),
    concluded: 'It may have been made. The till sends the same key again, or looks it up in the list of refunds.',
  }),
  'refund.refused': (event) => ({
    what: 'refund-refused',
    title: 'The service refused the refund',
    answer: problemWords(event.problem),
    concluded: 'No try before it may have acted, so no money went back.',
  }),
  'refund.answered': (event) => ({
    what: `refund-${event.stage}`,
    status: event.status,
    title: `The refund is ${event.stage}`,
    answer: `refund ${shownId(event.refundId)}${event.status === undefined ? '' : `, status ${shownId(event.status)}`}${event.via === 'list' ? ", told by the service's list" : ''}${event.verifyFault === undefined ? '' : `, its signature does not verify: ${shownId(event.verifyFault)}`}`,
    concluded: REFUNDS[event.stage],
  }),
  'refund.unsettled': (event) => ({
    what: 'refund-unsettled',
    title: 'Looking the refund up did not settle it',
    concluded: `${DOUBTS[event.why]} A manager has to decide.`,
  }),
  'refund.settled': (event) => ({
    what: `refund-${event.decision}`,
    title: event.decision === 'not-made' ? 'A manager closed it as not made' : 'A manager had it sent again',
  }),
  'refund.imported': (event) => ({
    what: 'refund-found',
    title: event.restored
      ? `A refund of ${euros(event.amount)}, found again after the record was lost`
      : `A refund of ${euros(event.amount)} that this till did not make`,
    answer: `refund ${shownId(event.refundId)}, created ${time(event.createdAt)}, told by the service's list`,
    concluded: 'It counts against what can still go back, and the service is asked what became of it.',
  }),
  act: (event) => ({
    what: ACTS.get(event.act),
    by: event.by,
    title: `Done at the till: ${shownId(event.act)}${by(event.by)}`,
  }),
};

const ACTS: ReadonlyMap<string, HistoryWhat> = new Map([
  ['refund-iban-read', 'iban-read'],
  ['refund-iban-copied', 'iban-copied'],
  ['refund-iban-shown', 'iban-shown'],
]);

export function narrate(event: JournalEvent): Narrated | undefined {
  const narrator: ((event: never) => Narrated) | undefined = NARRATORS[event.type as NarratedEvent['type']];
  return narrator?.(event as never);
}

/** Without events that mean nothing to the cashier. */
export function historyOf(events: readonly RecordedEvent[]): readonly HistoryStep[] {
  const amounts = new Map<string, number>();
  return events.flatMap(({ seq, at, event }) => {
    const key = 'wish' in event ? event.wish : 'refundKey' in event ? event.refundKey : undefined;
    if (key !== undefined && 'amount' in event) amounts.set(key, event.amount);
    const { what, stage, status, by: actor } = narrate(event) ?? {};
    if (what === undefined) return [];
    const whom = actor && { role: actor.role, ...omitUndefined({ name: actor.name }) };
    return [{ seq, at, what, ...omitUndefined({ stage, status, by: whom, amount: amounts.get(key ?? '') }) }];
  });
}

/** False if damage removed the first event from the journal. */
export function isWhole(events: readonly RecordedEvent[]): boolean {
  const first = events[0]?.event.type;
  return first === 'sale.intent' || first === 'sale.imported';
}

function moved(event: Extract<JournalEvent, { type: 'sale.moved' }>): Narrated {
  const why = event.ending === undefined ? '' : ` ${ENDINGS[event.ending] ?? event.ending}`;
  const paidAt = event.succeededAt === undefined ? '' : `, paid ${time(event.succeededAt)} by the service's clock`;
  const alarm =
    event.alarmOver === undefined ? '' : ` The till had shown it as ${event.alarmOver}, so it raised an alarm.`;
  return {
    what: 'moved',
    stage: event.stage,
    status: event.status,
    title: `Now ${event.stage}`,
    answer: `by ${SOURCES[event.via]}: status ${shownId(event.status)}${paidAt}${event.bulkId === undefined ? '' : `, bulk ${shownId(event.bulkId)}`}`,
    concluded: `${STAGES[event.stage]}${why}${alarm}`,
  };
}

/** Without the service's message, which may contain names. */
function problemWords({ code, serviceCode, traceId, retryable, values }: Problem): string {
  const shown = Object.entries(redacted(values ?? {}) as object)
    .filter(([, value]) => value !== LEFT_OUT)
    .map(([name, value]) => `, ${name} ${value}`);
  const ofService = serviceCode === undefined ? '' : `, code of the service ${shownId(serviceCode)}`;
  return `${code}${ofService}${shown.join('')}${traceId === undefined ? '' : `, trace id ${shownId(traceId)}`}${retryable ? ', may be tried again' : ''}`;
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

export function euros(cents: number): string {
  return `EUR ${(cents / 100).toFixed(2)}`;
}

export function time(at: number): string {
  return new Date(at).toISOString();
}
