import type { Actor, FromRegister, Problem, SaleEnding, SaleStage } from './events.ts';
import type { PaymentId, PaymentStatus, RequestBody } from './payment-service.ts';

/**
 * State of a sale, folded from its events. `creation`: whether a payment exists. `stage`: whether the sale has ended.
 *
 * The `sales` table stores the state as JSON, and the app does not read a million rows at its start: members and their
 * order may only change with a new journal version (`main/journal/schema.ts`).
 */
export type SaleRecord = SendingSale | UnansweredSale | RefusedSale | AbsentSale | KnownSale;

export type SendingSale = WithoutPayment &
  EarlyCancel & {
    readonly creation: 'sending';
    readonly stage: 'creating';
  } & Bodies &
  NotEnded;

/** The service may or may not have made the payment: the till searches for it. */
export type UnansweredSale = WithoutPayment &
  EarlyCancel & {
    readonly creation: 'unknown';
    readonly stage: 'unknown';
    readonly problem: Problem;
  } & Bodies &
  NotEnded;

type RefusedSale = WithoutPayment &
  EarlyCancel & {
    readonly creation: 'refused';
    readonly stage: 'failed';
    readonly ending: 'never-created';
    readonly endedAt: number;
    readonly settled: true;
    readonly problem: Problem;
  } & Lacking<'body' | 'basicBody'>;

/** Absent from every search until the request could no longer arrive. Cancelled, if a cancel was requested. */
type AbsentSale = WithoutPayment & {
  readonly creation: 'absent';
  readonly endedAt: number;
} & Bodies &
  (
    | ({ readonly stage: 'failed'; readonly ending: 'never-created' } & NoCancel)
    | ({ readonly stage: 'cancelled'; readonly ending: 'cashier' } & AskedCancel<'no'>)
  );

export type KnownSale = OpenPayment | EndedPayment;

/** The payment has not ended, or its end is unknown (`unknown`). */
export type OpenPayment = WithPayment & {
  readonly stage: Exclude<SaleStage, EndStage>;
  readonly acknowledge: Acknowledge;
} & NotEnded;

/** The payment has ended, or the sale was given up before the payment appeared. */
export type EndedPayment = WithPayment & {
  readonly stage: EndStage;
  readonly acknowledge: Exclude<Acknowledge, 'due'>;
  /** Time at which the till noticed the end; the time of the payment itself is `succeededAt`. */
  readonly endedAt: number;
  readonly ending?: SaleEnding;
  /** A different end, or no end, was shown before: a person has to acknowledge the contradiction. */
  readonly alarm?: { readonly shownAs: SaleStage; readonly at: number; readonly acknowledged: boolean };
};

type EndedSale = RefusedSale | AbsentSale | EndedPayment;

type EndStage = 'paid' | 'cancelled' | 'expired' | 'failed' | 'voided';

/** `refused` by this till, because amount or reference differed; `declined` by the service. */
type Acknowledge = 'no' | 'due' | 'done' | 'refused' | 'declined';

interface Bodies {
  readonly body: RequestBody;
  /** Sent once if the service refuses the description of `body`. */
  readonly basicBody?: RequestBody;
}

interface Sale {
  readonly saleId: string;
  readonly terminalId: string;
  readonly shopId: string;
  /** POS of the till with this journal. */
  readonly posId: string;
  readonly reference: string;
  readonly amount: number;
  readonly description?: string;
  /** Service clock minus till clock at the beginning of the sale. */
  readonly skewMs: number;
  /** `skewMs` was reliable at the beginning of the sale: its time by the service's clock is certain. */
  readonly timeKnown?: true;
  readonly startedAt: number;
  /** The till charged again on the same POS while the sale was open. */
  readonly superseded: boolean;
  readonly dismissed: boolean;
  /** The cash register that charged the sale requested the cancel. */
  readonly cancelByRegister?: true;
  /** No further change of the payment is expected. */
  readonly settled: boolean;
  readonly problem?: Problem;
}

interface ChargedHere {
  readonly origin: 'here';
  /** The till made the reference itself: no other payment has the same reference. */
  readonly ownReference: boolean;
  readonly by?: Actor;
  readonly register?: FromRegister;
  readonly operation: 'static-qr' | 'payment';
}

/** Payment known from the service alone, without a charge in this journal. */
interface Found {
  readonly origin: 'elsewhere';
  readonly ownReference: false;
  readonly by?: never;
  readonly operation: 'static-qr';
  readonly toldPosId?: string;
}

/** Charged by this till before the loss of its journal: the till follows the payment. */
interface Recovered extends Found {
  readonly recovered: true;
  /** Cash register of the key, assigned by a cashier. */
  readonly register?: FromRegister;
}

interface ChargedElsewhere extends Found, Lacking<'recovered' | 'register'> {}

type WithPayment = Sale &
  (ChargedHere | Recovered | ChargedElsewhere) &
  Cancel & {
    readonly creation: 'known';
    readonly paymentId: PaymentId;
    /** Status value as the service sent it; absent before the first status. */
    readonly status?: PaymentStatus;
    /** Known progress of the payment: 0 pending, 1 identified, 2 authorised, 3 waits for the merchant, 4 ended. */
    readonly progress: number;
    readonly createdAt: number;
    readonly deeplink?: string;
    readonly expiresAt?: number;
    readonly succeededAt?: number;
    readonly debtor?: { readonly name?: string | undefined; readonly iban?: string | undefined };
    readonly message?: string;
    /** Payout batch of the payment. */
    readonly bulkId?: string;
    /** Characters of the description that the service refused. */
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

/** `cancelDue`: next step of the cancel. `send` the request, or `check` its outcome by a read. */
type Cancel = NoCancel | AskedCancel<'no' | 'send' | 'check' | 'check-refused'> | LateCancel;

/** Before the payment is known, a cancel can be requested but not sent. */
type EarlyCancel = NoCancel | AskedCancel<'send'>;

interface NoCancel {
  readonly cancel: 'no';
  /** Requester of a cancel refused by the service. */
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

/** Returns true for a stage that is an end. `unknown` is no end: the till is still finding out. */
export function isEnd(stage: SaleStage): stage is EndStage {
  return ENDS.has(stage);
}

export function hasEnded(sale: SaleRecord): sale is EndedSale {
  return isEnd(sale.stage);
}

/** Returns true for a payment charged elsewhere and only looked up here: never cancelled or acknowledged here. */
export function isElsewhere(sale: SaleRecord): sale is KnownSale & ChargedElsewhere {
  return sale.origin === 'elsewhere' && sale.recovered !== true;
}

export function wasTakenBack({ alarm }: SaleRecord): boolean {
  return alarm?.shownAs === 'paid';
}

/** Returns the progress for a status, undefined for a value outside the specification. */
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

/** Returns the POS of the sale. For a payment of another till only the service can supply its POS. */
export function posIdOf(sale: SaleRecord): string | undefined {
  return isElsewhere(sale) ? sale.toldPosId : sale.posId;
}
