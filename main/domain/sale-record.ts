import type { Actor, FromRegister, Problem, SaleEnding, SaleStage } from './events.ts';
import type { PaymentId, PaymentStatus, RequestBody } from './payment-service.ts';

/**
 * The sum of the events about one sale. `creation` says whether there is a payment, `stage` whether the sale has ended.
 *
 * The `sales` table keeps it as JSON, and a start does not read a million of them: members and their order may only
 * change with a new version (`main/journal/schema.ts`).
 */
export type SaleRecord = SendingSale | UnansweredSale | RefusedSale | AbsentSale | KnownSale;

export type SendingSale = WithoutPayment &
  EarlyCancel & {
    readonly creation: 'sending';
    readonly stage: 'creating';
  } & Bodies &
  NotEnded;

/** Nobody knows whether the service has made the payment: it is searched for. */
export type UnansweredSale = WithoutPayment &
  EarlyCancel & {
    readonly creation: 'unknown';
    readonly stage: 'unknown';
    readonly problem: Problem;
  } & Bodies &
  NotEnded;

export type RefusedSale = WithoutPayment &
  EarlyCancel & {
    readonly creation: 'refused';
    readonly stage: 'failed';
    readonly ending: 'never-created';
    readonly endedAt: number;
    readonly settled: true;
    readonly problem: Problem;
  } & Lacking<'body' | 'basicBody'>;

/** Searched for until the request could no longer arrive, and not there. A cashier who had asked to cancel has that. */
export type AbsentSale = WithoutPayment & {
  readonly creation: 'absent';
  readonly endedAt: number;
} & Bodies &
  (
    | ({ readonly stage: 'failed'; readonly ending: 'never-created' } & NoCancel)
    | ({ readonly stage: 'cancelled'; readonly ending: 'cashier' } & AskedCancel<'no'>)
  );

export type KnownSale = OpenPayment | EndedPayment;

/** The payment has not ended, or nobody can say whether it has (`unknown`). */
export type OpenPayment = WithPayment & {
  readonly stage: Exclude<SaleStage, EndStage>;
  readonly acknowledge: Acknowledge;
} & NotEnded;

/** The payment has ended, or the sale was given up before the payment turned up. */
export type EndedPayment = WithPayment & {
  readonly stage: EndStage;
  readonly acknowledge: Exclude<Acknowledge, 'due'>;
  /** Time at which this till noticed the end; the time of a payment is `succeededAt`. */
  readonly endedAt: number;
  readonly ending?: SaleEnding;
  /** Another end, or none, was shown before this one: somebody has to see that. */
  readonly alarm?: { readonly shownAs: SaleStage; readonly at: number; readonly acknowledged: boolean };
};

export type EndedSale = RefusedSale | AbsentSale | EndedPayment;

export type EndStage = 'paid' | 'cancelled' | 'expired' | 'failed' | 'voided';

/** `refused` by this till, because amount or reference differed; `declined` by the service. */
type Acknowledge = 'no' | 'due' | 'done' | 'refused' | 'declined';

interface Bodies {
  readonly body: RequestBody;
  /** Sent once where the service refuses the description of `body`. */
  readonly basicBody?: RequestBody;
}

interface Sale {
  readonly saleId: string;
  readonly terminalId: string;
  readonly shopId: string;
  /** The POS of the till whose journal this is. */
  readonly posId: string;
  readonly reference: string;
  readonly amount: number;
  readonly description?: string;
  /** Service's clock minus ours when the sale began. */
  readonly skewMs: number;
  /** `skewMs` held when the sale began: its time by the service's clock is certain. */
  readonly timeKnown?: true;
  readonly startedAt: number;
  /** This till charged again on the same POS while this sale was open. */
  readonly superseded: boolean;
  readonly dismissed: boolean;
  /** The cash register that charged it asked for its cancel, where one was asked for. */
  readonly cancelByRegister?: true;
  /** Nothing more is expected of it. */
  readonly settled: boolean;
  readonly problem?: Problem;
}

interface ChargedHere {
  readonly origin: 'here';
  /** The till made the reference itself, so that no other payment has it. */
  readonly ownReference: boolean;
  readonly by?: Actor;
  readonly register?: FromRegister;
  readonly operation: 'static-qr' | 'payment';
}

/** The service told of the payment, and this journal had not. */
interface Found {
  readonly origin: 'elsewhere';
  readonly ownReference: false;
  readonly by?: never;
  readonly operation: 'static-qr';
  readonly toldPosId?: string;
}

/** Charged by this till before it lost its journal: it goes on with it. */
interface Recovered extends Found {
  readonly recovered: true;
  /** The cash register whose key it was, by a cashier's decision. */
  readonly register?: FromRegister;
}

interface ChargedElsewhere extends Found, Lacking<'recovered' | 'register'> {}

type WithPayment = Sale &
  (ChargedHere | Recovered | ChargedElsewhere) &
  Cancel & {
    readonly creation: 'known';
    readonly paymentId: PaymentId;
    /** The service's status value as it came; absent until a first one has been taken in. */
    readonly status?: PaymentStatus;
    /** Known progress of the payment: 0 pending, 1 identified, 2 authorised, 3 waits for us, 4 ended. */
    readonly progress: number;
    readonly createdAt: number;
    readonly deeplink?: string;
    readonly expiresAt?: number;
    readonly succeededAt?: number;
    readonly debtor?: { readonly name?: string | undefined; readonly iban?: string | undefined };
    readonly message?: string;
    /** The batch that it is paid out with. */
    readonly bulkId?: string;
    /** Characters of the description that the service did not take. */
    readonly leftOut?: string;
  };

type WithoutPayment = Sale &
  ChargedHere & { readonly progress: 0; readonly acknowledge: 'no' } & Lacking<
    | 'paymentId'
    | 'status'
    | 'createdAt'
    | 'deeplink'
    | 'expiresAt'
    | 'succeededAt'
    | 'debtor'
    | 'message'
    | 'bulkId'
    | 'leftOut'
    | 'alarm'
  >;

type NotEnded = Lacking<'endedAt' | 'ending' | 'alarm'>;

type Lacking<Member extends string> = { readonly [member in Member]?: never };

/** `cancelDue`: what is left to do for a cancel, `send` it or `check` by a read what became of it. */
type Cancel = NoCancel | AskedCancel<'no' | 'send' | 'check' | 'check-refused'> | LateCancel;

/** Before the payment is known, a cancel can be asked for and not be sent. */
type EarlyCancel = NoCancel | AskedCancel<'send'>;

interface NoCancel {
  readonly cancel: 'no';
  /** Asked for one that the service then refused. */
  readonly cancelBy?: CancelBy;
  readonly cancelDue: 'no';
}

interface AskedCancel<Due extends string> {
  readonly cancel: 'asked';
  readonly cancelBy: CancelBy;
  readonly cancelDue: Due;
}

interface LateCancel {
  readonly cancel: 'too-late';
  readonly cancelBy: CancelBy;
  readonly cancelDue: 'no';
}

type CancelBy = 'cashier' | 'till';

const ENDS: ReadonlySet<SaleStage> = new Set<EndStage>(['paid', 'cancelled', 'expired', 'failed', 'voided']);

/** True where a stage is an end. `unknown` is none: the till is still finding out. */
export function isEnd(stage: SaleStage): stage is EndStage {
  return ENDS.has(stage);
}

export function hasEnded(sale: SaleRecord): sale is EndedSale {
  return isEnd(sale.stage);
}

/** Charged at another till, and only looked up by this one: not for this till to cancel or to acknowledge. */
export function isElsewhere(sale: SaleRecord): sale is KnownSale & ChargedElsewhere {
  return sale.origin === 'elsewhere' && sale.recovered !== true;
}

/** Shown as paid once, and taken back by the service since. */
export function wasTakenBack({ alarm }: SaleRecord): boolean {
  return alarm?.shownAs === 'paid';
}

/** The progress that a status means; undefined for a value that the specification does not list. */
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

/** Only the service can tell the POS of another till's payment. */
export function posIdOf(sale: SaleRecord): string | undefined {
  return isElsewhere(sale) ? sale.toldPosId : sale.posId;
}
