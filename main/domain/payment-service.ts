/**
 * The payment service as the rest of the app sees it: twelve operations (docs/service.md, Endpoints). Each resolves
 * with a checked value or rejects with a TillError. Amounts are cents; times are ms since the epoch.
 */

import type { TillError } from '../base/till-error.ts';

export type PaymentId = string & { readonly __id: 'payment' };
export type RefundId = string & { readonly __id: 'refund' };

/** A request body, checked against the limits and serialised: exactly these bytes are journalled and sent. */
export type RequestBody = string & { readonly __body: 'json' };

/** Members of a response that the specification does not list: kept, and reported once. */
export type Extra = Readonly<Record<string, unknown>>;

/** Fields for creating a payment (docs/service.md, Payment API). */
export interface PaymentRequest {
  readonly amount: number;
  readonly reference: string;
  readonly description?: string;
  readonly bulkId?: string;
  readonly identifyCallbackUrl?: string;
  readonly callbackUrl?: string;
  readonly returnUrl?: string;
  /** Deprecated by the service; amounts in cents. */
  readonly voucherEligibility?: readonly { readonly voucherSchemes: readonly string[]; readonly amount: number }[];
}

/** Fields for creating a static-QR payment (docs/service.md, Payment API). */
export interface StaticQrRequest extends Omit<PaymentRequest, 'returnUrl'> {
  readonly posId: string;
  readonly shopId?: string;
  readonly shopName?: string;
}

/** Status values that the specification lists. Any other text may come, and is kept. */
export const paymentStatuses = [
  'PENDING',
  'IDENTIFIED',
  'AUTHORIZED',
  'AUTHORIZATION_FAILED',
  'FAILED',
  'SUCCEEDED',
  'CANCELLED',
  'EXPIRED',
  'PENDING_MERCHANT_ACKNOWLEDGEMENT',
  'VOIDED',
] as const;
export type KnownPaymentStatus = (typeof paymentStatuses)[number];
export type PaymentStatus = KnownPaymentStatus | (string & { readonly __status?: 'other' });

/** A payment as read, searched, created or told by a callback. `expiresAt` is the service's expireAt and expiresAt. */
export interface Payment {
  readonly paymentId: PaymentId;
  readonly status: PaymentStatus;
  readonly amount: number;
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly succeededAt?: number;
  readonly reference?: string;
  readonly description?: string;
  readonly bulkId?: string;
  readonly message?: string;
  /** First name and masked IBAN. */
  readonly debtor?: { readonly name?: string; readonly iban?: string };
  readonly creditor?: { readonly profileId?: string; readonly merchantId?: string; readonly name?: string };
  readonly links: {
    readonly deeplink?: string;
    readonly qrcode?: string;
    readonly self?: string;
    readonly cancel?: string;
    readonly refund?: string;
    readonly checkout?: string;
  };
  readonly extra?: Extra;
}

export interface SearchRequest {
  /** ms since the epoch; the service's default is yesterday. */
  readonly from?: number;
  readonly to?: number;
  readonly paymentStatuses?: readonly string[];
  readonly reference?: string;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly number: number;
  readonly totalPages: number;
  readonly totalElements: number;
}

export interface Refund {
  readonly refundId: RefundId;
  readonly paymentId: PaymentId;
  readonly amount: number;
  /** PENDING, REFUNDED, FAILED, or one that the specification does not list. */
  readonly status: string;
  readonly description?: string;
  readonly createdAt: number;
  /** True where the response's SignatureBank verified. Without that the refund is never shown as done. */
  readonly verified: boolean;
  /** Why it did not verify: a code `verify.*`. */
  readonly verifyFault?: string;
  readonly extra?: Extra;
}

export interface Payout {
  /** Absent where no payout was created. */
  readonly payoutId?: string;
  readonly merchantId: string;
  readonly bulkId: string;
  readonly iban: string;
  readonly status: string;
  readonly date: number;
  readonly totalPayments: number;
  readonly totalRefunds: number;
  readonly totalPaymentAmount: number;
  readonly totalRefundAmount: number;
  readonly payoutAmount: number;
  readonly extra?: Extra;
}

/** A payment or a refund in a reconciliation list. */
export interface Transaction {
  readonly paymentId: string;
  readonly refundId?: string;
  readonly payoutId?: string;
  readonly paymentProfileId: string;
  readonly merchantName: string;
  readonly paymentChannel: string;
  readonly amount: number;
  readonly reference?: string;
  readonly description?: string;
  readonly date: number;
  readonly extra?: Extra;
}

/** By payout, or by days (`yyyy-MM-dd`, inclusive, at most 30 days apart). */
export type TransactionQuery = { readonly payoutId: string } | { readonly startDate: string; readonly endDate: string };

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** `never`: one attempt. Otherwise reads, and writes with a key, are repeated. */
  readonly retry?: 'never';
  /** `screen` by default. */
  readonly urgency?: Urgency;
  /** Asked when a request of the background has its turn. Where it is false, nothing is sent: see `wasNotDue`. */
  readonly isStillDue?: () => boolean;
}

/** Nothing was sent, because the request was not due any more, or was broken off, before its turn came. */
export function wasNotDue({ code, acted }: TillError): boolean {
  return code === 'aborted' && acted === 'no';
}

/**
 * Who waits for the response, most urgent first: the click of a person, the sale on screen, the cancel of a sale that a
 * later charge superseded, no person at all. `superseded` and `background` wait for their turn; the others never do.
 */
export type Urgency = 'asked' | 'screen' | 'superseded' | 'background';

/** Waits in the scheduler's queue (`main/service/request-scheduler.ts`); everything else is the foreground. */
export function isBackground(urgency: Urgency = 'screen'): boolean {
  return urgency === 'superseded' || urgency === 'background';
}

/**
 * `Retry-After` delays reads and cancels of a payment that a person waits for by at most this, ms. Only the background
 * obeys a longer one.
 */
export const LONGEST_HOLD_MS = 60_000;

/** How long a request of this urgency obeys a `Retry-After` of `askedMs`, ms. */
export function obeyedMs(askedMs: number, urgency: Urgency = 'screen'): number {
  return urgency === 'background' ? askedMs : Math.min(askedMs, LONGEST_HOLD_MS);
}

export interface PaymentService {
  /** Checks the limits and returns the exact bytes to journal and send. Throws TillError `invalid.*` with the field. */
  preparePayment(ask: PaymentRequest): RequestBody;
  prepareStaticQr(ask: StaticQrRequest): RequestBody;
  prepareRefund(ask: { readonly amount: number; readonly description?: string }): RequestBody;

  /** Operation 1. */
  readPayment(id: PaymentId, options?: CallOptions): Promise<Payment>;
  /** Operation 2. Resolves on any 2xx. */
  cancelPayment(id: PaymentId, options?: CallOptions): Promise<void>;
  /** Operation 3, one page (0-based; size 1 to 100). An empty one has `totalPages` 0: none comes after it. */
  searchPage(ask: SearchRequest, page: number, size: number, options?: CallOptions): Promise<Page<Payment>>;
  /** Operation 3, page after page, newest first. */
  search(ask: SearchRequest, options?: CallOptions): AsyncIterable<Payment>;
  /** Operation 4. Never repeated by itself. */
  createPayment(body: RequestBody, options?: CallOptions): Promise<Payment>;
  /** Operation 5. Never repeated by itself. */
  createStaticQr(body: RequestBody, options?: CallOptions): Promise<Payment>;
  /** Operation 6. */
  acknowledge(
    id: PaymentId,
    ask: { readonly amount: number; readonly reference?: string },
    options?: CallOptions,
  ): Promise<void>;
  /** Operation 7: the debtor's IBAN. Never shown whole. */
  readRefundIban(id: PaymentId, options?: CallOptions): Promise<string>;
  /** Operation 8. The same key with the same body may be sent again safely. */
  createRefund(id: PaymentId, body: RequestBody, idempotencyKey: string, options?: CallOptions): Promise<Refund>;
  /** Operation 9. */
  readRefund(id: PaymentId, refundId: RefundId, options?: CallOptions): Promise<Refund>;
  /** Operation 10. `date` is `yyyy-MM-dd`, today (UTC) when absent. */
  payouts(ask?: { readonly date?: string }, options?: CallOptions): AsyncIterable<Payout>;
  /** Operation 11. */
  payoutPayments(ask: TransactionQuery, options?: CallOptions): AsyncIterable<Transaction>;
  /** Operation 12. */
  payoutRefunds(ask: TransactionQuery, options?: CallOptions): AsyncIterable<Transaction>;
}
