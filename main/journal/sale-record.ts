import type { ErrorView, SaleStage, SaleView } from '../../preload/views.ts';
import type { PaymentId, PaymentStatus, RequestBody } from '../service/payment-service.ts';
import type { JournalEvent, SaleFact } from './events.ts';

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

type Identity = Omit<JournalEvent, 'fact' | 'seq'>;

/** The sale after one more fact. A fact about a sale that has not begun is a fault of ours, and throws. */
export function foldSale(before: SaleRecord | undefined, fact: SaleFact, where: Identity): SaleRecord {
  if (fact.type === 'sale.intent') return begun(fact, where);
  if (fact.type === 'sale.imported') return imported(fact, where);
  if (before === undefined) throw new Error(`${fact.type} for sale ${fact.saleId}, which has not begun`);
  return continued(before, fact, where.at);
}

function begun(fact: Extract<SaleFact, { type: 'sale.intent' }>, where: Identity): SaleRecord {
  return {
    saleId: fact.saleId,
    origin: 'here',
    terminalId: where.terminalId,
    shopId: where.shopId,
    posId: where.posId,
    reference: fact.reference,
    ownReference: fact.sequence !== undefined,
    amount: fact.amount,
    ...given({ description: fact.description }),
    operation: fact.operation,
    body: fact.body as RequestBody,
    skewMs: fact.skewMs,
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

function imported(fact: Extract<SaleFact, { type: 'sale.imported' }>, where: Identity): SaleRecord {
  const ended = isEnd(fact.stage);
  return {
    saleId: fact.saleId,
    origin: 'elsewhere',
    terminalId: where.terminalId,
    shopId: where.shopId,
    posId: where.posId,
    reference: fact.reference,
    ownReference: false,
    amount: fact.amount,
    ...given({
      description: fact.description,
      expiresAt: fact.expiresAt,
      succeededAt: fact.succeededAt,
      debtor: fact.debtor,
      deeplink: fact.deeplink,
      endedAt: ended ? (fact.succeededAt ?? fact.createdAt) : undefined,
      recovered: fact.follow ? (true as const) : undefined,
      toldPosId: fact.posId,
    }),
    operation: 'static-qr',
    skewMs: 0,
    creation: 'known',
    stage: fact.stage,
    status: fact.status,
    progress: progressOf(fact.status) ?? 0,
    paymentId: fact.paymentId as PaymentId,
    createdAt: fact.createdAt,
    startedAt: fact.createdAt,
    cancel: 'no',
    cancelDue: 'no',
    acknowledge: 'no',
    superseded: false,
    dismissed: true,
    settled: ended || !fact.follow,
  };
}

function continued(
  sale: SaleRecord,
  fact: Exclude<SaleFact, { type: 'sale.intent' | 'sale.imported' }>,
  at: number,
): SaleRecord {
  switch (fact.type) {
    case 'sale.created':
      return {
        ...without(sale, 'body', 'problem'),
        creation: 'known',
        // One that was given up and is there after all is followed again.
        settled: false,
        paymentId: fact.paymentId as PaymentId,
        createdAt: fact.createdAt,
        ...given({ expiresAt: fact.expiresAt, deeplink: fact.deeplink }),
      };
    case 'sale.creation-unknown':
      return { ...sale, creation: 'unknown', stage: 'unknown', problem: fact.problem };
    case 'sale.creation-refused':
      return {
        ...without(sale, 'body'),
        creation: 'refused',
        stage: 'failed',
        ending: 'never-created',
        problem: fact.problem,
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
      return moved(sale, fact, at);
    case 'sale.unreadable':
      return { ...sale, stage: isEnd(sale.stage) ? sale.stage : 'unknown', problem: fact.problem };
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
      return { ...sale, cancel: 'asked', cancelBy: fact.by, cancelDue: 'send' };
    case 'sale.cancel-answered':
      return cancelAnswered(sale, fact);
    case 'sale.acknowledge-due':
      return { ...sale, acknowledge: 'due' };
    case 'sale.acknowledged':
      return { ...sale, acknowledge: 'done' };
    case 'sale.acknowledge-refused':
      return {
        ...sale,
        acknowledge: fact.problem.code === 'sale.acknowledge-declined' ? 'declined' : 'refused',
        problem: fact.problem,
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

function moved(sale: SaleRecord, fact: Extract<SaleFact, { type: 'sale.moved' }>, at: number): SaleRecord {
  const ended = isEnd(fact.stage);
  const changedEnd = ended && fact.stage !== sale.stage;
  return {
    ...without(sale, 'problem'),
    status: fact.status,
    stage: fact.stage,
    progress: Math.max(sale.progress, progressOf(fact.status) ?? 0),
    ...given({
      ending: fact.ending,
      debtor: fact.debtor,
      succeededAt: fact.succeededAt,
      expiresAt: fact.expiresAt,
      deeplink: fact.deeplink,
      endedAt: changedEnd ? at : undefined,
    }),
    ...(fact.alarmOver === undefined ? {} : { alarm: { shownAs: fact.alarmOver, at, acknowledged: false } }),
    ...(ended ? { cancelDue: 'no' as const } : {}),
    ...(ended && sale.acknowledge === 'due' ? { acknowledge: 'no' as const } : {}),
    settled: isSettledBy(sale, fact.stage),
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

function cancelAnswered(sale: SaleRecord, fact: Extract<SaleFact, { type: 'sale.cancel-answered' }>): SaleRecord {
  const problem = given({ problem: fact.problem });
  switch (fact.outcome) {
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
