/**
 * Interface of the payment service for the rest of the app: twelve operations (docs/service.md, Endpoints). Each
 * resolves with a checked value or rejects with a `TillError`. Amounts are cents; times are ms since the epoch.
 */

import type { TillError } from '../base/till-error.ts';

export type PaymentId = string & { readonly __id: 'payment' };
export type RefundId = string & { readonly __id: 'refund' };

/** Request body, checked against the limits and serialised: exactly these bytes are journaled and sent. */
export type RequestBody = string & { readonly __body: 'json' };

/** Members of a response that the specification does not list: stored, and logged once. */
type Extra = Readonly<Record<string, unknown>>;

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

interface StaticQrRequest extends Omit<PaymentRequest, 'returnUrl'> {
  readonly posId: string;
  readonly shopId?: string;
  readonly shopName?: string;
}

/** Status values of the specification. Other values may occur and are stored. */
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

/** Payment from a read, a search, a creation or a callback. `expiresAt` is the service's `expireAt` and `expiresAt`. */
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
  /** ms since the epoch; default of the service: yesterday. */
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
  /** PENDING, REFUNDED, FAILED, or a value outside the specification. */
  readonly status: string;
  readonly description?: string;
  readonly createdAt: number;
  /** True if the `SignatureBank` of the response verified. An unverified refund is never shown as done. */
  readonly verified: boolean;
  /** Code `verify.*` of the failed verification. */
  readonly verifyFault?: string;
  readonly extra?: Extra;
}

export interface Payout {
  /** Absent if no payout was created. */
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
  /** `never`: a single attempt. By default reads, and writes with a key, are repeated. */
  readonly retry?: 'never';
  /** Default: `screen`. */
  readonly urgency?: Urgency;
  /** Called when a background request has its turn. On `false` nothing is sent: see `wasNotDue`. */
  readonly isStillDue?: () => boolean;
}

/** Returns true if nothing was sent, because the request was cancelled, or no longer due, before its turn. */
export function wasNotDue({ code, acted }: TillError): boolean {
  return code === 'aborted' && acted === 'no';
}

/**
 * Receiver of the response, most urgent first: the click of a person, the sale on screen, the cancel of a sale that a
 * later charge superseded, no person at all. `superseded` and `background` wait for their turn; the others never do.
 */
export type Urgency = 'asked' | 'screen' | 'superseded' | 'background';

/** Returns true for a request that waits in the queue (`main/service/request-scheduler.ts`). */
export function isBackground(urgency: Urgency = 'screen'): boolean {
  return urgency === 'superseded' || urgency === 'background';
}

/** Longest `Retry-After` obeyed while a person waits for the payment, ms. Only the background obeys a longer delay. */
export const LONGEST_HOLD_MS = 60_000;

/** Returns how long a request of this urgency obeys a `Retry-After` of `askedMs`, ms. */
export function obeyedMs(askedMs: number, urgency: Urgency = 'screen'): number {
  return urgency === 'background' ? askedMs : Math.min(askedMs, LONGEST_HOLD_MS);
}

export interface PaymentService {
  /** Checks the limits; returns the exact bytes to journal and send. Throws `TillError` `invalid.*` with the field. */
  preparePayment(ask: PaymentRequest): RequestBody;
  prepareStaticQr(ask: StaticQrRequest): RequestBody;
  prepareRefund(ask: { readonly amount: number; readonly description?: string }): RequestBody;

  /** Operation 1. */
  readPayment(id: PaymentId, options?: CallOptions): Promise<Payment>;
  /** Operation 2. Resolves on any 2xx. */
  cancelPayment(id: PaymentId, options?: CallOptions): Promise<void>;
  /** Operation 3, a single page (0-based; size 1 to 100). An empty page has `totalPages` 0: no page follows. */
  searchPage(ask: SearchRequest, page: number, size: number, options?: CallOptions): Promise<Page<Payment>>;
  /** Operation 3, page by page, newest first. */
  search(ask: SearchRequest, options?: CallOptions): AsyncIterable<Payment>;
  /** Operation 4. Never repeated automatically. */
  createPayment(body: RequestBody, options?: CallOptions): Promise<Payment>;
  /** Operation 5. Never repeated automatically. */
  createStaticQr(body: RequestBody, options?: CallOptions): Promise<Payment>;
  /** Operation 6. */
  acknowledge(
    id: PaymentId,
    ask: { readonly amount: number; readonly reference?: string },
    options?: CallOptions,
  ): Promise<void>;
  /** Operation 7: the debtor's IBAN. Never shown in full. */
  readRefundIban(id: PaymentId, options?: CallOptions): Promise<string>;
  /** Operation 8. The same key with the same body may be sent again safely. */
  createRefund(id: PaymentId, body: RequestBody, idempotencyKey: string, options?: CallOptions): Promise<Refund>;
  /** Operation 9. */
  readRefund(id: PaymentId, refundId: RefundId, options?: CallOptions): Promise<Refund>;
  /** Operation 10. `date` is `yyyy-MM-dd`; default: today (UTC). */
  payouts(ask?: { readonly date?: string }, options?: CallOptions): AsyncIterable<Payout>;
  /** Operation 11. */
  payoutPayments(ask: TransactionQuery, options?: CallOptions): AsyncIterable<Transaction>;
  /** Operation 12. */
  payoutRefunds(ask: TransactionQuery, options?: CallOptions): AsyncIterable<Transaction>;
}
