import { paymentStatuses } from './records.ts';

/**
 * JSON schemas of requests, one for each table of docs/service.md. They validate requests and make the interactive
 * documentation. What a JSON schema cannot say (SEPA characters, calendar days, ranges) is checked where it is used.
 */
export type Schema = Readonly<Record<string, unknown>>;

const MAX_AMOUNT = 999_999_999_999;

const amount = { type: 'integer', maximum: MAX_AMOUNT, description: 'Cents' };
const currency = { type: 'string', enum: ['EUR'] };
const httpsUrl = { type: 'string', minLength: 1, maxLength: 2048, pattern: '^https://[^\\s/]+' };
const anyUrl = { type: 'string', minLength: 1, maxLength: 2048, pattern: '^https?://[^\\s/]+' };
const id24 = { type: 'string', minLength: 24, maxLength: 24 };

const voucherEligibility = {
  type: 'array',
  deprecated: true,
  items: {
    type: 'object',
    required: ['voucherSchemes', 'amount'],
    properties: { voucherSchemes: { type: 'array', items: { type: 'string' } }, amount: { type: 'integer' } },
  },
};

const paymentFields = {
  reference: { type: 'string', maxLength: 35, description: 'SEPA extended character set' },
  bulkId: { type: 'string', maxLength: 35 },
  amount,
  currency,
  description: { type: 'string', maxLength: 140, description: 'SEPA extended character set' },
  voucherEligibility,
};

/** Create-payment request body. */
export const createPaymentBody = {
  type: 'object',
  required: ['amount'],
  properties: { ...paymentFields, identifyCallbackUrl: httpsUrl, callbackUrl: httpsUrl, returnUrl: httpsUrl },
} as const;

/** Create-static-QR-payment request body; whether its callback URLs must be https is an open point. */
export const createStaticQrBody = {
  type: 'object',
  required: ['amount', 'posId'],
  properties: {
    ...paymentFields,
    identifyCallbackUrl: anyUrl,
    callbackUrl: anyUrl,
    posId: { type: 'string', maxLength: 36, pattern: '^[A-Za-z0-9]+$' },
    shopId: { type: 'string', maxLength: 36 },
    shopName: { type: 'string', maxLength: 36 },
  },
} as const;

/** Search request body. */
export const searchBody = {
  type: 'object',
  properties: {
    from: { type: 'string', format: 'date-time' },
    to: { type: 'string', format: 'date-time' },
    paymentStatuses: { type: 'array', items: { type: 'string', enum: [...paymentStatuses] } },
    reference: { type: 'string' },
  },
} as const;

/** Acknowledge request body. */
export const acknowledgeBody = {
  type: 'object',
  required: ['currency', 'amount'],
  properties: { currency, amount: { type: 'integer' }, reference: { type: 'string' } },
} as const;

/** Create-refund request body. */
export const createRefundBody = {
  type: 'object',
  required: ['amount', 'currency'],
  properties: { amount, currency, description: { type: 'string' } },
} as const;

export const searchQuery = {
  type: 'object',
  properties: {
    page: { type: 'integer', minimum: 0, default: 0 },
    size: { type: 'integer', minimum: 0, maximum: 100, default: 10 },
  },
} as const;

const reconciliationPage = {
  size: { type: 'integer', minimum: 10_000, maximum: 10_000, default: 10_000 },
  page: { type: 'integer', minimum: 0, default: 0 },
};
const day = { type: 'string', format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };

export const payoutsQuery = { type: 'object', properties: { ...reconciliationPage, date: day } } as const;

export const transactionsQuery = {
  type: 'object',
  properties: { 'payout-id': id24, ...reconciliationPage, 'start-date': day, 'end-date': day },
} as const;

export const paymentParams = { type: 'object', required: ['id'], properties: { id: id24 } } as const;
export const refundsParams = {
  type: 'object',
  required: ['payment-id'],
  properties: { 'payment-id': id24 },
} as const;
export const refundParams = {
  type: 'object',
  required: ['payment-id', 'refund-id'],
  properties: { 'payment-id': id24, 'refund-id': id24 },
} as const;

export const idempotencyHeaders = {
  type: 'object',
  required: ['idempotency-key'],
  properties: { 'idempotency-key': { type: 'string', minLength: 1, maxLength: 64 } },
} as const;
