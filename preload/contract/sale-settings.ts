import { z } from 'zod';
import { refusedAs } from './field-error-codes.ts';
import { amountField, descriptionField, voucherSchemeField } from './fields.ts';
import { bulkIdSetting, referencePatternField } from './reference-pattern.ts';

/** At most so many kinds of vouchers are named to the service. */
export const MAX_VOUCHER_SCHEMES = 10;

/** What each sale of this till says to the service beside its amount. An empty text is none. */
export const saleSettings = z
  .object({
    /** Of a sale for which nobody types one. */
    description: descriptionField.optional(),
    /** How the till's own references look; empty or absent: `DEFAULT_REFERENCE_PATTERN`. */
    referencePattern: z.union([z.literal(''), referencePatternField]).optional(),
    bulkId: bulkIdSetting.optional(),
    /** The service takes any names, and has deprecated them. None: they are not sent. */
    voucherSchemes: z
      .array(voucherSchemeField)
      .max(MAX_VOUCHER_SCHEMES, refusedAs('voucher-schemes.too-many'))
      .optional(),
    /** Cents of one sale that vouchers may pay; absent: all of it. */
    voucherMaximum: amountField.optional(),
  })
  .strict()
  .refine(({ voucherSchemes = [], voucherMaximum }) => voucherMaximum === undefined || voucherSchemes.length > 0, {
    ...refusedAs('voucher-schemes.required'),
    path: ['voucherMaximum'],
  });
export type SaleSettings = z.infer<typeof saleSettings>;
