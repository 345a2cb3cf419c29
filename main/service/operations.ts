import type { z } from 'zod';
import type { ServiceErrorCode } from '../base/service-error-codes.ts';
import { checked, paymentIdFields, refundIdFields } from './request-schemas.ts';

export type Api = 'payment' | 'refund' | 'reconciliation';

interface Row {
  readonly api: Api;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path below the base URL. A name in braces is an id of the call. */
  readonly path: string;
  /** The operation changes nothing at the service, whatever its method. */
  readonly read: boolean;
  readonly maxBytes: number;
  /** By status and optionally the service's code: the service did not act, except after a conflict. */
  readonly refusals: Readonly<Record<string, ServiceErrorCode>>;
}

const MIB = 1 << 20;
const payment = { api: 'payment', maxBytes: MIB, refusals: {} } as const;
const ofPayment = {
  ...payment,
  refusals: { '404': 'payment.not-found', '422 PAYMENT_NOT_FOUND': 'payment.not-found' },
} as const;
/** Operations 4 and 5. The codes come from the provider's published API (docs/service.md, Errors). */
const creation = {
  ...payment,
  method: 'POST',
  read: false,
  refusals: {
    '404 MERCHANT_PROFILE_NOT_FOUND': 'merchant.profile-not-found',
    '404 PROFILE_NOT_FOUND': 'merchant.profile-not-found',
    '422 UNABLE_TO_PAY_CREDITOR': 'merchant.not-payable',
    '422 QR_NO_LONGER_IN_USE': 'payment.code-retired',
  },
} as const;
const list = {
  api: 'reconciliation',
  method: 'GET',
  read: true,
  maxBytes: 64 * MIB,
  refusals: { '404 PAYOUT_NOT_FOUND': 'payout.not-found' },
} as const;

/** A new operation begins with a row here. */
export const operations = {
  readPayment: { ...ofPayment, method: 'GET', path: '/v3/payments/{paymentId}', read: true },
  cancelPayment: {
    ...ofPayment,
    method: 'DELETE',
    path: '/v3/payments/{paymentId}',
    read: false,
    refusals: {
      ...ofPayment.refusals,
      // The specification does not give the status of a refusal: both 409 and 422 mean "too late".
      '409': 'payment.not-cancellable',
      '422': 'payment.not-cancellable',
      '403 CALLER_NOT_ALLOWED_TO_CANCEL': 'payment.not-participant',
    },
  },
  search: { ...payment, method: 'POST', path: '/v3/payments/search', read: true, maxBytes: 4 * MIB },
  createPayment: { ...creation, path: '/v3/payments' },
  createStaticQr: { ...creation, path: '/v3/payments/pos' },
  acknowledge: { ...ofPayment, method: 'POST', path: '/v3/payments/{paymentId}/acknowledge', read: false },
  readRefundIban: {
    ...ofPayment,
    method: 'GET',
    path: '/v3/payments/{paymentId}/debtor/refundIban',
    read: true,
    refusals: {
      ...ofPayment.refusals,
      '409': 'refund-iban.refused',
      '422': 'refund-iban.refused',
      '422 REFUND_NOT_AVAILABLE': 'refund-iban.not-yet',
    },
  },
  createRefund: {
    ...ofPayment,
    api: 'refund',
    method: 'POST',
    path: '/v3/payments/{paymentId}/refunds',
    read: false,
    refusals: {
      ...ofPayment.refusals,
      '422': 'refund.refused',
      '422 PAYMENT_FOR_REFUND_NOT_FOUND': 'payment.not-found',
      '422 INVALID_REFUND_AMOUNT': 'refund.amount-refused',
      '422 REFUND_NOT_ALLOWED': 'refund.not-switched-on',
      '422 REFUND_NOT_POSSIBLE': 'refund.not-at-the-moment',
      // A refund already exists under this key. A plain refusal would make the till send this refund a second time.
      '422 REFUND_REQUEST_CONFLICT': 'service.conflict',
    },
  },
  readRefund: {
    api: 'refund',
    method: 'GET',
    path: '/v3/payments/{paymentId}/refunds/{refundId}',
    read: true,
    maxBytes: MIB,
    refusals: { '404': 'refund.not-found' },
  },
  payouts: { ...list, path: '/v3/reconciliation/payouts' },
  payoutPayments: { ...list, path: '/v3/reconciliation/payments' },
  payoutRefunds: { ...list, path: '/v3/reconciliation/refunds' },
} as const satisfies Readonly<Record<string, Row>>;

export type Operation = keyof typeof operations;

const ID_FIELDS: Readonly<Record<string, z.ZodType<Readonly<Record<string, string>>>>> = {
  paymentId: paymentIdFields,
  refundId: refundIdFields,
};

/** Ids are escaped, so each is one segment; the escaped path is signed. Throws TillError `invalid.*` (id named). */
export function pathOf(operation: Operation, about: Readonly<Record<string, string | undefined>> = {}): string {
  return operations[operation].path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const fields = ID_FIELDS[name];
    return encodeURIComponent(fields === undefined ? '' : (checked(fields, { [name]: about[name] })[name] ?? ''));
  });
}

/** The error for a response outside 2xx (docs/service.md, Errors). */
interface StatusError {
  /** `auth` becomes clock, key or authority by the rest of the response. */
  readonly till: ServiceErrorCode | 'auth';
  /** Whether the service may have executed a write despite the error. */
  readonly acted: 'no' | 'maybe';
}

const away = { till: 'service.unavailable', acted: 'maybe' } as const;
const STATUS_ERRORS: Readonly<Record<string, StatusError>> = {
  400: { till: 'service.bad-request', acted: 'no' },
  401: { till: 'auth', acted: 'no' },
  403: { till: 'auth', acted: 'no' },
  404: { till: 'service.not-found', acted: 'no' },
  408: away,
  409: { till: 'service.conflict', acted: 'maybe' },
  422: { till: 'service.refused', acted: 'no' },
  425: { till: 'service.busy', acted: 'no' },
  429: { till: 'service.busy', acted: 'no' },
  502: away,
  503: away,
  504: away,
  '3xx': { till: 'answer.redirect', acted: 'maybe' },
  '4xx': { till: 'answer.status', acted: 'no' },
  '5xx': { till: 'service.fault', acted: 'maybe' },
};

/** `code` is the service's own, if the response has one. */
export function statusError(operation: Operation, status: number, code: string | undefined): StatusError {
  const refusals: Readonly<Record<string, ServiceErrorCode>> = operations[operation].refusals;
  const own = refusals[`${status} ${code}`] ?? refusals[status];
  if (own !== undefined) return { till: own, acted: own === 'service.conflict' ? 'maybe' : 'no' };
  const family = `${Math.floor(status / 100)}xx`;
  return STATUS_ERRORS[status] ?? STATUS_ERRORS[family] ?? { till: 'answer.status', acted: 'maybe' };
}
