import type { JournalSaleEvent, RecordedEvent, SaleStage } from './events.ts';
import { MisplacedEvent } from './misplaced-event.ts';
import type { PaymentId, RequestBody } from './payment-service.ts';
import {
  hasEnded,
  isElsewhere,
  isEnd,
  type KnownSale,
  progressOf,
  type SaleRecord,
  type UnansweredSale,
  wasTakenBack,
} from './sale-record.ts';

type Where = Pick<RecordedEvent, 'at' | 'terminalId' | 'shopId' | 'posId'>;

type EventOf<Type extends JournalSaleEvent['type']> = Extract<JournalSaleEvent, { type: Type }>;

/** The sale after one more event. Throws `MisplacedEvent` for one that cannot happen to a sale as it is. */
export function foldSale(before: SaleRecord | undefined, event: JournalSaleEvent, where: Where): SaleRecord {
  if (event.type === 'sale.intent') return begun(event, where);
  if (event.type === 'sale.imported') return imported(event, where);
  const after = before && continued(before, event, where.at);
  if (after === undefined) throw new MisplacedEvent(event.type, event.saleId);
  return after;
}

function begun(event: EventOf<'sale.intent'>, where: Where): SaleRecord {
  return {
    saleId: event.saleId,
    origin: 'here',
    terminalId: where.terminalId,
    shopId: where.shopId,
    posId: where.posId,
    reference: event.reference,
    ownReference: event.sequence !== undefined,
    amount: event.amount,
    ...given({ description: event.description }),
    operation: event.operation,
    body: event.body as RequestBody,
    skewMs: event.skewMs,
    ...given({ timeKnown: event.timeKnown, by: event.by }),
    creation: 'sending',
    stage: 'creating',
    progress: 0,
    startedAt: where.at,
    cancel: 'no',
    cancelDue: 'no',
    acknowledge: 'no',
    superseded: false,
    dismissed: false,
    settled: false,
  };
}

/** In the order in which records are stored. */
function imported(event: EventOf<'sale.imported'>, where: Where): SaleRecord {
  const { stage } = event;
  const payment = {
    saleId: event.saleId,
    origin: 'elsewhere',
    terminalId: where.terminalId,
    shopId: where.shopId,
    posId: where.posId,
    reference: event.reference,
    ownReference: false,
    amount: event.amount,
    ...given({
      description: event.description,
      expiresAt: event.expiresAt,
      succeededAt: event.succeededAt,
      debtor: event.debtor,
      message: event.message,
      bulkId: event.bulkId,
      deeplink: event.deeplink,
    }),
  } as const;
  const found = {
    ...given({ recovered: event.follow ? (true as const) : undefined, toldPosId: event.posId }),
    operation: 'static-qr',
    skewMs: 0,
    creation: 'known',
  } as const;
  const state = {
    status: event.status,
    progress: progressOf(event.status) ?? 0,
    paymentId: event.paymentId as PaymentId,
    createdAt: event.createdAt,
    startedAt: event.createdAt,
    cancel: 'no',
    cancelDue: 'no',
    acknowledge: 'no',
    superseded: false,
    dismissed: true,
  } as const;
  if (!isEnd(stage)) return { ...payment, ...found, stage, ...state, settled: !event.follow };
  return { ...payment, endedAt: event.succeededAt ?? event.createdAt, ...found, stage, ...state, settled: true };
}

/** Undefined for an event that cannot happen to a sale as it is. */
function continued(
  sale: SaleRecord,
  event: Exclude<JournalSaleEvent, { type: 'sale.intent' | 'sale.imported' }>,
  at: number,
): SaleRecord | undefined {
  switch (event.type) {
    case 'sale.created':
      return sale.creation === 'known' ? undefined : created(sale, event);
    case 'sale.creation-unknown':
      return sale.creation === 'sending'
        ? { ...sale, creation: 'unknown', stage: 'unknown', problem: event.problem }
        : undefined;
    case 'sale.creation-refused': {
      if (sale.creation !== 'sending') return undefined;
      const { body: _body, ...rest } = sale;
      return {
        ...rest,
        creation: 'refused',
        stage: 'failed',
        ending: 'never-created',
        problem: event.problem,
        endedAt: at,
        settled: true,
      };
    }
    case 'sale.creation-absent':
      return sale.creation === 'unknown' ? absent(sale, at) : undefined;
    case 'sale.moved':
      return sale.creation === 'known' ? moved(sale, event, at) : undefined;
    case 'sale.unreadable':
      if (sale.creation !== 'known') return undefined;
      return hasEnded(sale)
        ? { ...sale, problem: event.problem }
        : { ...sale, stage: 'unknown', problem: event.problem };
    case 'sale.mismatch':
      return { ...sale, problem: OTHER_PAYMENT };
    case 'sale.cancel-asked':
      if (sale.creation === 'absent' || sale.creation === 'refused') return undefined;
      return { ...sale, cancel: 'asked', cancelBy: event.by, cancelDue: 'send' };
    case 'sale.cancel-answered':
      return sale.creation === 'known' ? cancelAnswered(sale, event) : undefined;
    case 'sale.acknowledge-due':
      return sale.creation === 'known' && !hasEnded(sale) ? { ...sale, acknowledge: 'due' } : undefined;
    case 'sale.acknowledged':
      return sale.creation === 'known' ? { ...sale, acknowledge: 'done' } : undefined;
    case 'sale.acknowledge-refused': {
      if (sale.creation !== 'known') return undefined;
      const acknowledge = event.problem.code === 'sale.acknowledge-declined' ? 'declined' : 'refused';
      return { ...sale, acknowledge, problem: event.problem };
    }
    case 'sale.superseded':
      return { ...sale, superseded: true };
    case 'sale.alarm-acknowledged':
      return sale.alarm && { ...sale, alarm: { ...sale.alarm, acknowledged: true } };
    case 'sale.dismissed':
      return { ...sale, dismissed: true };
    case 'sale.settled':
      return { ...sale, settled: true };
  }
}

const OTHER_PAYMENT = {
  code: 'sale.other-payment',
  message: 'The service answered with another payment; the answer was refused.',
  retryable: true,
} as const;

/** One that was given up and is there after all keeps its end, and is followed again. */
function created(sale: Exclude<SaleRecord, KnownSale>, event: EventOf<'sale.created'>): KnownSale {
  const { body: _body, problem: _problem, ...rest } = sale;
  return {
    ...rest,
    creation: 'known',
    settled: false,
    paymentId: event.paymentId as PaymentId,
    createdAt: event.createdAt,
    ...given({ expiresAt: event.expiresAt, deeplink: event.deeplink }),
  };
}

/** A cashier who asked to cancel gets what was asked: there is nothing left to pay. */
function absent(sale: UnansweredSale, at: number): SaleRecord {
  const { problem: _problem, ...rest } = sale;
  return rest.cancel === 'asked'
    ? { ...rest, creation: 'absent', cancelDue: 'no', stage: 'cancelled', ending: 'cashier', endedAt: at }
    : { ...rest, creation: 'absent', stage: 'failed', ending: 'never-created', endedAt: at };
}

function moved(sale: KnownSale, event: EventOf<'sale.moved'>, at: number): KnownSale | undefined {
  const { status, stage } = event;
  const progress = Math.max(sale.progress, progressOf(status) ?? 0);
  const settled = isSettledBy(sale, stage);
  const told = given({
    debtor: event.debtor,
    message: event.message,
    bulkId: event.bulkId,
    succeededAt: event.succeededAt,
    expiresAt: event.expiresAt,
    deeplink: event.deeplink,
  });
  if (!isEnd(stage)) {
    if (hasEnded(sale)) return undefined;
    const { problem: _problem, ...before } = sale;
    return { ...before, status, stage, progress, ...told, settled };
  }
  const { problem: _problem, ...before } = sale;
  return {
    ...before,
    status,
    stage,
    progress,
    ...given({ ending: event.ending }),
    ...told,
    endedAt: hasEnded(sale) && sale.stage === stage ? sale.endedAt : at,
    ...(event.alarmOver === undefined ? {} : { alarm: { shownAs: event.alarmOver, at, acknowledged: false } }),
    cancelDue: 'no',
    acknowledge: sale.acknowledge === 'due' ? 'no' : sale.acknowledge,
    settled,
  };
}

/**
 * A paid sale is over; any other end is watched for a while, in case the money moved after all, and so is one that was
 * taken back and is paid again. Another till's payment is looked at when somebody asks, and not followed.
 */
function isSettledBy(sale: KnownSale, stage: SaleStage): boolean {
  if (isElsewhere(sale)) return true;
  if (stage === 'paid') return !wasTakenBack(sale);
  return isEnd(stage) && sale.settled;
}

function cancelAnswered(sale: KnownSale, event: EventOf<'sale.cancel-answered'>): KnownSale | undefined {
  if (event.outcome === 'accepted') return { ...sale, cancelDue: 'no' };
  if (sale.cancel !== 'asked') return undefined;
  const problem = given({ problem: event.problem });
  switch (event.outcome) {
    case 'refused':
      return { ...sale, cancelDue: 'check-refused', ...problem };
    case 'unknown':
      return { ...sale, cancelDue: 'check' };
    case 'too-late':
      return { ...sale, cancel: 'too-late', cancelDue: 'no' };
    case 'dropped':
      return { ...sale, cancel: 'no', cancelDue: 'no', ...problem };
  }
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The members of `fields` that have a value: exact optional properties know no `undefined`. */
function given<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}
