import { paymentStatuses } from './records.ts';

/** A JSON schema per table of docs/service.md. SEPA characters, days and ranges are checked in the operations. */
export type Schema = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
const whole = { type: 'integer' };
const sepaText = (maxLength: number) => ({ ...text, maxLength, description: 'SEPA extended character set' });
const atMost = (maxLength: number) => ({ ...text, maxLength });
const amount = { ...whole, maximum: 999_999_999_999, description: 'Cents' };
const currency = { ...text, enum: ['EUR'] };
const httpsUrl = { ...text, minLength: 1, maxLength: 2048, pattern: '^https://[^\\s/]+' };
const anyUrl = { ...text, minLength: 1, maxLength: 2048, pattern: '^https?://[^\\s/]+' };
const id24 = { ...text, minLength: 24, maxLength: 24 };

function object(properties: Readonly<Record<string, object>>, ...required: readonly string[]): Schema {
  return { type: 'object', properties, required };
}

const voucher = object({ voucherSchemes: { type: 'array', items: text }, amount: whole }, 'voucherSchemes', 'amount');
const paymentFields = {
  reference: sepaText(35),
  bulkId: atMost(35),
  amount,
  currency,
  description: sepaText(140),
  voucherEligibility: { type: 'array', deprecated: true, items: voucher },
};

export const createPaymentBody = object(
  { ...paymentFields, identifyCallbackUrl: httpsUrl, callbackUrl: httpsUrl, returnUrl: httpsUrl },
  'amount',
);

/** `staticQrCallbackUrls` may require https for the callback URLs. */
export const createStaticQrBody = object(
  {
    ...paymentFields,
    ...{ identifyCallbackUrl: anyUrl, callbackUrl: anyUrl, shopId: atMost(36), shopName: atMost(36) },
    posId: { ...atMost(36), pattern: '^[A-Za-z0-9]+$' },
  },
  'amount',
  'posId',
);

const dateTime = { ...text, format: 'date-time' };
const status = { ...text, enum: [...paymentStatuses] };
export const searchBody = object({
  from: dateTime,
  to: dateTime,
  paymentStatuses: { type: 'array', items: status },
  reference: text,
});

export const acknowledgeBody = object({ currency, amount: whole, reference: text }, 'currency', 'amount');

export const createRefundBody = object({ amount, currency, description: text }, 'amount', 'currency');

const page = { ...whole, minimum: 0, default: 0 };
export const searchQuery = object({ page, size: { ...whole, minimum: 0, maximum: 100, default: 10 } });

const size = { ...whole, minimum: 10_000, maximum: 10_000, default: 10_000 };
const day = { ...text, format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
export const payoutsQuery = object({ size, page, date: day });
export const transactionsQuery = object({ 'payout-id': id24, size, page, 'start-date': day, 'end-date': day });

export const paymentParams = object({ id: id24 }, 'id');
export const refundsParams = object({ 'payment-id': id24 }, 'payment-id');
export const refundParams = object({ 'payment-id': id24, 'refund-id': id24 }, 'payment-id', 'refund-id');

export const idempotencyHeaders = object(
  { 'idempotency-key': { ...text, minLength: 1, maxLength: 64 } },
  'idempotency-key',
);
