import type { JsonWebKey } from 'node:crypto';

/** Records of the sandbox as in the state file. Amounts are cents, times are ms since the epoch. */

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
export type PaymentStatus = (typeof paymentStatuses)[number];

export type Authority = 'MERCHANT_PAYMENT' | 'MERCHANT_REFUND';

/** Public half of a till's signing key, from the merchant's JWKS. */
export type PublicJwk = JsonWebKey & { readonly kid: string };

/** A merchant's configuration; its id identifies the creditor of a payment. */
export interface Profile {
  readonly profileId: string;
  readonly merchantId: string;
  readonly name: string;
  readonly iban: string;
  readonly bulking: boolean;
  readonly bulkId?: string;
  readonly identifyCallbackUrl?: string;
  readonly callbackUrl?: string;
  /** The service waits for the callback's response; 200 accepts the payment. */
  readonly synchronousCallback: boolean;
  /** An authorised payment waits for the merchant's acknowledgement. */
  readonly acknowledgement: boolean;
  readonly authorities: readonly Authority[];
  readonly integratorId?: string;
  readonly keys: readonly PublicJwk[];
}

/** An API key with its claims (docs/service.md, Key claims required for api_key_payment_profile). */
export interface ApiKey {
  readonly key: string;
  readonly subjectType: 'MERCHANT' | 'INTEGRATOR';
  readonly subjectId: string;
  /** Profile of `PAYMENTPROFILE:{profileId}`. */
  readonly profileId: string;
  readonly authorities: readonly Authority[];
}

export interface Caller extends Omit<ApiKey, 'key'> {
  readonly via: 'signature' | 'key' | 'both';
  readonly merchantId: string;
}

export interface Debtor {
  readonly name: string;
  readonly iban: string;
}

export interface PaymentRecord {
  readonly paymentId: string;
  readonly profileId: string;
  readonly merchantId: string;
  readonly channel: 'ONLINE' | 'INSTORE' | 'INVOICE';
  readonly createdAt: number;
  readonly expireAt: number;
  readonly amount: number;
  readonly posId?: string | undefined;
  readonly shopId?: string | undefined;
  readonly shopName?: string | undefined;
  readonly reference?: string | undefined;
  readonly description?: string | undefined;
  readonly bulkId?: string | undefined;
  readonly identifyCallbackUrl?: string | undefined;
  readonly callbackUrl?: string | undefined;
  readonly returnUrl?: string | undefined;
  status: PaymentStatus;
  succeededAt?: number;
  debtor?: Debtor;
  message?: string;
  /** End of the settlement, or of the wait for an acknowledgement. */
  dueAt?: number;
  acknowledged?: boolean;
  /** Repeated callbacks per kind, if limited per payment. */
  calledAgain?: { readonly identify?: number; readonly payout?: number };
  payoutId?: string;
  /** The payer left after the scan, which the status does not show. */
  walkedAway?: boolean;
}

type RefundStatus = 'PENDING' | 'REFUNDED' | 'FAILED';

export interface RefundRecord {
  readonly refundId: string;
  readonly paymentId: string;
  readonly profileId: string;
  readonly merchantId: string;
  readonly amount: number;
  readonly description?: string | undefined;
  readonly createdAt: number;
  readonly idempotencyKey: string;
  /** The request as text, to distinguish a retry from a different request with the same key. */
  readonly asked: string;
  readonly dueAt: number;
  status: RefundStatus;
  willFail?: boolean;
  payoutId?: string;
}

export interface PayoutRecord {
  readonly payoutId: string;
  readonly merchantId: string;
  readonly bulkId: string;
  readonly iban: string;
  readonly createdAt: number;
  readonly totalPayments: number;
  readonly totalRefunds: number;
  readonly totalPaymentAmount: number;
  readonly totalRefundAmount: number;
  status: 'SUCCEEDED' | 'FAILED';
}
