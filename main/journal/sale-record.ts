import type { ErrorView, SaleStage, SaleView } from '../../preload/views.ts';
import type { PaymentId, PaymentStatus, RequestBody } from '../service/payment-service.ts';
import type { JournalSaleEvent, RecordedEvent } from './events.ts';

/** What the journal's events about one sale add up to. */
export interface SaleRecord {
  readonly saleId: string;
  /** `elsewhere`: made at another till and found by search. */
  readonly origin: 'here' | 'elsewhere';
  /** Found by search like one of elsewhere, after the journal that had it was lost: this till goes on with it. */
  readonly recovered?: true;
  readonly terminalId: string;
  readonly shopId: string;
  /** The POS of the till whose journal this is. */
  readonly posId: string;
  /** The POS that the service named for a payment which was found by search. */
  readonly toldPosId?: string;
  readonly reference: string;
  /** The till made the reference itself, so that no other payment has it. */
  readonly ownReference: boolean;
  readonly amount: number;
  readonly description?: string;
  readonly operation: 'static-qr' | 'payment';
  /** Exact bytes of the creation; dropped once the payment is known. */
  readonly body?: RequestBody;
  /** Service's clock minus ours when the sale began. */
  readonly skewMs: number;
  readonly creation: 'sending' | 'unknown' | 'known' | 'refused' | 'absent';
  readonly stage: SaleStage;
  /** The service's status value as it came. */
  readonly status?: PaymentStatus;
  /** How far the payment is known to have come: 0 pending, 1 identified, 2 authorised, 3 waits for us, 4 ended. */
  readonly progress: number;
  readonly paymentId?: PaymentId;
  readonly deeplink?: string;
  readonly createdAt?: number;
  readonly expiresAt?: number;
  readonly succeededAt?: number;
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly ending?: NonNullable<SaleView['ending']>;
  readonly debtor?: { readonly name?: string | undefined; readonly iban?: string | undefined };
  readonly cancel: SaleView['cancel'];
  readonly cancelBy?: 'cashier' | 'till';
  /** What is left to do for a cancel that was asked: `send` it, or `check` by reading what became of it. */
  readonly cancelDue: 'no' | 'send' | 'check' | 'check-refused';
  /** `refused` by this till, because amount or reference differed; `declined` by the service. */
  readonly acknowledge: 'no' | 'due' | 'done' | 'refused' | 'declined';
  readonly alarm?: { readonly shownAs: SaleStage; readonly at: number; readonly acknowledged: boolean };
  readonly superseded: boolean;
  readonly dismissed: boolean;
  readonly settled: boolean;
  readonly problem?: ErrorView;
}

const FINAL: ReadonlySet<SaleStage> = new Set<SaleStage>(['paid', 'cancelled', 'expired', 'failed', 'voided']);

/** Whether a stage is an end. `unknown` is none: the till is still finding out. */
export function isEnd(stage: SaleStage): boolean {
  return FINAL.has(stage);
}

/** Charged at another till, and only looked up by this one: not for this till to cancel or to acknowledge. */
export function isElsewhere(sale: SaleRecord): boolean {
  return sale.origin === 'elsewhere' && sale.recovered !== true;
}

/** Shown as paid once, and taken back by the service since. */
export function wasTakenBack({ alarm }: SaleRecord): boolean {
  return alarm?.shownAs === 'paid';
}

/** How far a status says that a payment has come; undefined for a value that the spec does not list. */
export function progressOf(status: string): number | undefined {
  switch (status) {
    case 'PENDING':
      return 0;
    case 'IDENTIFIED':
      return 1;
    case 'AUTHORIZED':
      return 2;
    case 'PENDING_MERCHANT_ACKNOWLEDGEMENT':
      return 3;
    case 'SUCCEEDED':
    case 'CANCELLED':
    case 'EXPIRED':
    case 'FAILED':
    case 'AUTHORIZATION_FAILED':
    case 'VOIDED':
      return 4;
    default:
      return undefined;
  }
}

type Identity = Omit<RecordedEvent, 'event' | 'seq'>;

/** The sale after one more event. A event about a sale that has not begun is a fault of ours, and throws. */
export function foldSale(before: SaleRecord | undefined, event: JournalSaleEvent, where: Identity): SaleRecord {
  if (event.type === 'sale.intent') return begun(event, where);
  if (event.type === 'sale.imported') return imported(event, where);
  if (before === undefined) throw new Error(`${event.type} for sale ${event.saleId}, which has not begun`);
  return continued(before, event, where.at);
}

function begun(event: Extract<JournalSaleEvent, { type: 'sale.intent' }>, where: Identity): SaleRecord {
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

function imported(event: Extract<JournalSaleEvent, { type: 'sale.imported' }>, where: Identity): SaleRecord {
  const ended = isEnd(event.stage);
  return {
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
      deeplink: event.deeplink,
      endedAt: ended ? (event.succeededAt ?? event.createdAt) : undefined,
      recovered: event.follow ? (true as const) : undefined,
      toldPosId: event.posId,
    }),
    operation: 'static-qr',
    skewMs: 0,
    creation: 'known',
    stage: event.stage,
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
    settled: ended || !event.follow,
  };
}

function continued(
  sale: SaleRecord,
  event: Exclude<JournalSaleEvent, { type: 'sale.intent' | 'sale.imported' }>,
  at: number,
): SaleRecord {
  switch (event.type) {
    case 'sale.created':
      return {
        ...without(sale, 'body', 'problem'),
        creation: 'known',
        // One that was given up and is there after all is followed again.
        settled: false,
        paymentId: event.paymentId as PaymentId,
        createdAt: event.createdAt,
        ...given({ expiresAt: event.expiresAt, deeplink: event.deeplink }),
      };
    case 'sale.creation-unknown':
      return { ...sale, creation: 'unknown', stage: 'unknown', problem: event.problem };
    case 'sale.creation-refused':
      return {
        ...without(sale, 'body'),
        creation: 'refused',
        stage: 'failed',
        ending: 'never-created',
        problem: event.problem,
        endedAt: at,
        settled: true,
      };
    case 'sale.creation-absent': {
      // A cashier who asked to cancel gets what was asked: there is nothing left to pay.
      const cancelled = sale.cancel === 'asked';
      return {
        ...without(sale, 'problem'),
        creation: 'absent',
        cancelDue: 'no',
        stage: cancelled ? 'cancelled' : 'failed',
        ending: cancelled ? 'cashier' : 'never-created',
        endedAt: at,
      };
    }
    case 'sale.moved':
      return moved(sale, event, at);
    case 'sale.unreadable':
      return { ...sale, stage: isEnd(sale.stage) ? sale.stage : 'unknown', problem: event.problem };
    case 'sale.mismatch':
      return {
        ...sale,
        problem: {
          code: 'sale.other-payment',
          message: 'The service answered with another payment; the answer was refused.',
          retryable: true,
        },
      };
    case 'sale.cancel-asked':
      return { ...sale, cancel: 'asked', cancelBy: event.by, cancelDue: 'send' };
    case 'sale.cancel-answered':
      return cancelAnswered(sale, event);
    case 'sale.acknowledge-due':
      return { ...sale, acknowledge: 'due' };
    case 'sale.acknowledged':
      return { ...sale, acknowledge: 'done' };
    case 'sale.acknowledge-refused':
      return {
        ...sale,
        acknowledge: event.problem.code === 'sale.acknowledge-declined' ? 'declined' : 'refused',
        problem: event.problem,
      };
    case 'sale.superseded':
      return { ...sale, superseded: true };
    case 'sale.alarm-acknowledged':
      return sale.alarm === undefined ? sale : { ...sale, alarm: { ...sale.alarm, acknowledged: true } };
    case 'sale.dismissed':
      return { ...sale, dismissed: true };
    case 'sale.settled':
      return { ...sale, settled: true };
  }
}

function moved(sale: SaleRecord, event: Extract<JournalSaleEvent, { type: 'sale.moved' }>, at: number): SaleRecord {
  const ended = isEnd(event.stage);
  const changedEnd = ended && event.stage !== sale.stage;
  return {
    ...without(sale, 'problem'),
    status: event.status,
    stage: event.stage,
    progress: Math.max(sale.progress, progressOf(event.status) ?? 0),
    ...given({
      ending: event.ending,
      debtor: event.debtor,
      succeededAt: event.succeededAt,
      expiresAt: event.expiresAt,
      deeplink: event.deeplink,
      endedAt: changedEnd ? at : undefined,
    }),
    ...(event.alarmOver === undefined ? {} : { alarm: { shownAs: event.alarmOver, at, acknowledged: false } }),
    ...(ended ? { cancelDue: 'no' as const } : {}),
    ...(ended && sale.acknowledge === 'due' ? { acknowledge: 'no' as const } : {}),
    settled: isSettledBy(sale, event.stage),
  };
}

/**
 * A paid sale is over; any other end is watched for a while, in case the money moved after all, and so is one that was
 * taken back and is paid again. Another till's payment is looked at when somebody asks, and not followed.
 */
function isSettledBy(sale: SaleRecord, stage: SaleStage): boolean {
  if (isElsewhere(sale)) return true;
  if (stage === 'paid') return !wasTakenBack(sale);
  return isEnd(stage) && sale.settled;
}

function cancelAnswered(
  sale: SaleRecord,
  event: Extract<JournalSaleEvent, { type: 'sale.cancel-answered' }>,
): SaleRecord {
  const problem = given({ problem: event.problem });
  switch (event.outcome) {
    case 'accepted':
      return { ...sale, cancelDue: 'no' };
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

/** The fields of `fields` that have a value: exact optional properties know no `undefined`. */
function given<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}

function without<K extends 'body' | 'problem'>(sale: SaleRecord, ...names: readonly K[]): SaleRecord {
  const rest: { -readonly [Name in keyof SaleRecord]: SaleRecord[Name] } = { ...sale };
  for (const name of names) delete rest[name];
  return rest;
}
