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
  create: 'the response to the creation',
  read: 'a read of the payment',
  callback: 'a verified callback',
  search: "the service's search",
  cancel: 'the response to the cancellation',
  till: 'the till itself',
} as const;

const STAGES: Readonly<Record<SaleStage, string>> = {
  creating: 'State of the payment unknown so far.',
  waiting: 'Code not scanned yet: the till keeps polling.',
  scanned: 'Customer scanned the code and may pay: the till polls more often.',
  authorised:
    'Customer authorised the payment. The money is not certain before a final status: the till keeps polling.',
  paid: 'Final status: the money is on its way to the shop. The till shows the sale as paid.',
  cancelled: 'Final status: no money moved.',
  expired: 'Final status: the time to pay expired, and no money moved.',
  failed: 'Final status: no money moved.',
  voided: 'Final status: the authorisation was voided, and no money moved.',
  unknown: 'Result unknown. The till shows this and keeps polling.',
};

const ENDINGS: Readonly<Record<string, string>> = {
  cashier: 'Cancellation requested by a cashier at this till.',
  payer: 'Ended by the payer.',
  elsewhere: 'Not ended by this till: another till on the same POS may have charged.',
  'bank-refused': "Refused by the payer's bank.",
  'never-created': 'Never created at the service.',
  'merchant-refused': 'Acknowledgement refused by the till.',
  service: 'Ended by the service.',
};

const CANCELS = {
  accepted: 'Accepted by the service. The till shows the sale as cancelled after a confirming read.',
  refused: 'Refused by the service, without information about the payment. The till keeps reading.',
  unknown: 'No response. The till reads the payment for its state.',
  'too-late': 'Payment already ended.',
  dropped: 'Nothing left to cancel.',
} as const;

const REFUNDS = {
  unconfirmed: 'Response not verified, so the refund is not shown as done: the till reads it again.',
  pending: 'Known to the service, without a final status. The till keeps reading.',
  refunded: 'Final status: the money goes back.',
  failed: 'Final status: no money went back.',
} as const;

const DOUBTS = {
  absent: "Refund not in the service's list.",
  several: 'Several possible matches in the list.',
  refused: 'No list from the service.',
} as const;

const REQUEST_ENDS: Readonly<Record<RequestEnd, string>> = {
  refused: 'Refused before sending.',
  'taken-back': 'Cancelled by the requester before sending.',
  late: 'Permission expired during the preparation. Nothing was sent.',
  interrupted: 'Till ended before sending.',
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
    concluded: `Written to the journal before sending. ${clockWords(event.skewMs, event.timeKnown)} A creation has no idempotency key and is sent only once.`,
  }),
  'sale.created': (event) => ({
    what: 'created',
    title: 'Payment created by the service',
    answer: `by ${SOURCES[event.via]}: payment ${shownId(event.paymentId)}, created ${time(event.createdAt)}${event.expiresAt === undefined ? '' : `, expires ${time(event.expiresAt)}`}`,
    concluded: 'The till shows the code to the customer and follows the payment.',
  }),
  'sale.creation-unknown': (event) => ({
    what: 'creation-unknown',
    title: 'Creation without a clear response',
    answer: problemWords(event.problem),
    concluded: 'The payment may exist: the till does not charge again but searches for the reference.',
  }),
  'sale.creation-refused': (event) => ({
    what: 'creation-refused',
    title: 'Creation refused by the service',
    answer: problemWords(event.problem),
    concluded: 'No payment created. The cashier may charge again.',
  }),
  'sale.creation-absent': () => ({
    what: 'creation-absent',
    title: 'Payment not found by the search',
    concluded: 'Searched until the request could no longer arrive: never created.',
  }),
  'sale.moved': moved,
  'sale.unreadable': (event) => ({
    what: 'unreadable',
    title: 'Response not usable',
    answer: problemWords(event.problem),
    concluded: 'No information about the payment, so no change; the till asks again.',
  }),
  'sale.mismatch': (event) => ({
    what: 'mismatch',
    title: 'Response about another payment',
    answer: `by ${SOURCES[event.via]}: payment ${shownId(event.got.paymentId)}, ${euros(event.got.amount)}, status ${shownId(event.got.status)}${event.got.reference === undefined ? '' : `, reference ${shownId(event.got.reference)}`}`,
    concluded: 'Refused, since it belongs to another payment; the till asks again.',
  }),
  'sale.cancel-asked': (event) => ({
    what: event.by === 'till' ? 'cancel-asked-by-till' : 'cancel-asked',
    title: event.by === 'till' ? 'Cancellation requested by the till' : 'Cancellation requested by a cashier',
    request: 'DELETE /v3/payments/{paymentId}, once the id is known',
  }),
  'sale.cancel-answered': (event) => ({
    what: `cancel-${event.outcome}`,
    title: 'Result of the cancellation',
    answer: `${event.outcome}${event.problem === undefined ? '' : `; ${problemWords(event.problem)}`}`,
    concluded: CANCELS[event.outcome],
  }),
  'sale.acknowledge-due': () => ({
    title: "Service waits for the shop's acknowledgement",
    request: 'POST /v3/payments/{paymentId}/acknowledge',
  }),
  'sale.acknowledged': () => ({
    what: 'acknowledged',
    title: 'Acknowledged',
    concluded: 'Amount and reference match the journal.',
  }),
  'sale.acknowledge-refused': (event) => ({
    what: 'acknowledge-refused',
    title: 'Not acknowledged',
    answer: problemWords(event.problem),
  }),
  'sale.superseded': (event) => ({
    what: 'superseded',
    title: 'Another charge by this till on the same POS',
    concluded: `The service invalidates a payment when another is created on its POS (sale ${shownId(event.by)}).`,
  }),
  'sale.alarm-acknowledged': () => ({ what: 'alarm-acknowledged', title: 'Alarm acknowledged' }),
  'sale.dismissed': () => ({ what: 'left', title: 'Sale dismissed by the cashier' }),
  'sale.reopened': () => ({ title: 'Contradicted by the service: read again' }),
  'sale.settled': () => ({ title: 'Settled' }),
  'sale.imported': (event) => ({
    what: 'found',
    stage: event.stage,
    status: event.status,
    title: `Found at the service, ${euros(event.amount)}`,
    answer: `payment ${shownId(event.paymentId)}, status ${shownId(event.status)}, created ${time(event.createdAt)}${event.posId === undefined ? '' : `, POS ${shownId(event.posId)}`}`,
    concluded: `Not in this journal before. ${STAGES[event.stage]}`,
  }),
  'refund.asked': (event) => ({
    title: `Refund of ${euros(event.amount)} requested${by(event.by)}`,
    concluded: 'The till reads the payment from the service first. The requested refund itself is not sent yet.',
  }),
  'refund.given-up': (event) => ({
    what: 'refund-given-up',
    title: 'Requested refund not begun',
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
    title: 'Refund without a clear response',
    answer: problemWords(event.problem),
    concluded: 'The refund may exist. The till repeats the same key, or looks the refund up in the list.',
  }),
  'refund.refused': (event) => ({
    what: 'refund-refused',
    title: 'Refund refused by the service',
    answer: problemWords(event.problem),
    concluded: 'No earlier try can have acted, so no money went back.',
  }),
  'refund.answered': (event) => ({
    what: `refund-${event.stage}`,
    status: event.status,
    title: `The refund is ${event.stage}`,
    answer: `refund ${shownId(event.refundId)}${event.status === undefined ? '' : `, status ${shownId(event.status)}`}${event.via === 'list' ? ", from the service's list" : ''}${event.verifyFault === undefined ? '' : `, signature not verified: ${shownId(event.verifyFault)}`}`,
    concluded: REFUNDS[event.stage],
  }),
  'refund.unsettled': (event) => ({
    what: 'refund-unsettled',
    title: 'Refund not settled by the look-up',
    concluded: `${DOUBTS[event.why]} A manager must decide.`,
  }),
  'refund.settled': (event) => ({
    what: `refund-${event.decision}`,
    title:
      event.decision === 'not-made' ? 'Closed as not made by a manager' : 'Sent again on the decision of a manager',
  }),
  'refund.imported': (event) => ({
    what: 'refund-found',
    title: event.restored
      ? `Refund of ${euros(event.amount)}, recovered after the loss of the journal`
      : `Refund of ${euros(event.amount)} by another till`,
    answer: `refund ${shownId(event.refundId)}, created ${time(event.createdAt)}, from the service's list`,
    concluded: 'Counts against the refundable amount; the till reads its result from the service.',
  }),
  act: (event) => ({
    what: ACTS.get(event.act),
    by: event.by,
    title: `Action at the till: ${shownId(event.act)}${by(event.by)}`,
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
    event.alarmOver === undefined ? '' : ` The till had shown the sale as ${event.alarmOver} and raised an alarm.`;
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
  return `${code}${ofService}${shown.join('')}${traceId === undefined ? '' : `, trace id ${shownId(traceId)}`}${retryable ? ', retryable' : ''}`;
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
  return timeKnown ? `${apart}, as reported by the service.` : `${apart} as far as known.`;
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
