import { z } from 'zod';
import { type FieldErrorCode, refusedAs } from '../../preload/contract/field-error-codes.ts';
import {
  amountField,
  bulkIdField,
  dayField,
  descriptionField,
  httpsUrlField,
  id24Field,
  posIdField,
  reasonField,
  referenceField,
  sentShopNameField,
  shopIdField,
} from '../../preload/contract/fields.ts';
import { fieldErrorsOf } from '../base/field-errors.ts';
import { TillError } from '../base/till-error.ts';
import { paymentStatuses } from '../domain/payment-service.ts';

/** Validates a request before sending (docs/service.md, Limits). Throws TillError `invalid.*` with `acted: 'no'`. */
export function checked<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const found = fieldErrorsOf(result.error)[0];
  const { path = '', code = 'field.invalid', values = {} } = found ?? {};
  const limit = Object.entries(values).map(([name, value]) => `${name} ${value}`);
  const message = `${path === '' ? 'Request' : path} not accepted: ${[code, ...limit].join(', ')}.`;
  throw new TillError(`invalid.${code}`, message, { acted: 'no', field: path, values });
}

export const paymentIdFields = z.object({ paymentId: id24Field });
export const refundIdFields = z.object({ refundId: id24Field });

const filled = refusedAs('reference.required');

const voucher = z.strictObject({ voucherSchemes: z.array(z.string()).min(1), amount: amountField });

const commonFields = {
  reference: referenceField.refine((text) => text !== '', filled),
  bulkId: bulkIdField.optional(),
  amount: amountField,
  description: descriptionField.optional(),
  identifyCallbackUrl: httpsUrlField.optional(),
  callbackUrl: httpsUrlField.optional(),
  voucherEligibility: z.array(voucher).optional(),
};

export const paymentFields = z.strictObject({ ...commonFields, returnUrl: httpsUrlField.optional() });

export const staticQrFields = z.strictObject({
  posId: posIdField,
  shopId: shopIdField.optional(),
  shopName: sentShopNameField.optional(),
  ...commonFields,
});

export const refundFields = z.strictObject({ amount: amountField, description: reasonField.optional() });

export const acknowledgeFields = z.strictObject({ amount: amountField, reference: referenceField.optional() });

/** 1 to 64 characters that a header can carry. */
export const idempotencyKeyFields = z.object({
  idempotencyKey: z
    .string()
    .min(1, refusedAs('idempotency-key.required'))
    .max(64, refusedAs('idempotency-key.too-long'))
    .regex(/^[\x21-\x7e]*$/, refusedAs('idempotency-key.character')),
});

const time = z.number().min(-8.64e15, refusedAs('date.invalid')).max(8.64e15, refusedAs('date.invalid'));

export const searchFields = z
  .strictObject({
    from: time.optional(),
    to: time.optional(),
    paymentStatuses: z.array(z.enum(paymentStatuses, refusedAs('payment-statuses.unknown'))).optional(),
    reference: referenceField.optional(),
    page: z.int(refusedAs('page.range')).min(0, refusedAs('page.range')),
    size: z.int(refusedAs('size.range')).min(0, refusedAs('size.range')).max(100, refusedAs('size.range')),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    ...refusedAs('range.order'),
    path: ['to'],
  });

export const payoutsFields = z.strictObject({ date: dayField.optional() });

const MOST_DAYS = 30;

/** Operations 11 and 12. The specification does not define a request without a payout and without a range. */
export const transactionsFields = z
  .strictObject({
    payoutId: id24Field.optional(),
    startDate: dayField.optional(),
    endDate: dayField.optional(),
  })
  .superRefine(({ payoutId, startDate, endDate }, context) => {
    const issue = (path: string, message: FieldErrorCode, params = {}) =>
      context.addIssue({ code: 'custom', path: [path], message, params });
    if (payoutId === undefined && startDate === undefined && endDate === undefined)
      return issue('payoutId', 'range.required');
    if (startDate === undefined && endDate === undefined) return;
    if (startDate === undefined) return issue('startDate', 'range.both-ends');
    if (endDate === undefined) return issue('endDate', 'range.both-ends');
    const days = (Date.parse(endDate) - Date.parse(startDate)) / 86_400_000;
    if (days < 0) return issue('endDate', 'range.order');
    if (days > MOST_DAYS) return issue('endDate', 'range.too-long', { max: MOST_DAYS, days });
  });
