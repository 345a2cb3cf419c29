import { z } from 'zod';
import { pinField } from './fields.ts';

/** A provisioning file that asks to set a terminal up anew (docs/interface.md, Provisioning file). */

const text = z.string();

/** What a provisioning file can change, by its path in the file; `listen` is host and port in one. */
export const provisioningField = z.enum([
  'mode',
  'service.environment',
  'service.baseUrl',
  'service.jwksUrl',
  'service.claimPrefix',
  'service.issuer',
  'merchant.merchantId',
  'merchant.profileId',
  'shop.shopId',
  'shop.shopName',
  'pos.posId',
  'callbacks.callbackUrl',
  'callbacks.identifyCallbackUrl',
  'callbacks.listen',
  'till.chargeWith',
  'till.sticker',
  'sale.description',
  'sale.referencePattern',
  'sale.bulkId',
  'sale.voucherSchemes',
  'sale.voucherMaximum',
  'tuning.pathClaim',
  'tuning.pathClaimPrefix',
  'tuning.connectTimeoutMs',
  'tuning.headersTimeoutMs',
  'tuning.bodyTimeoutMs',
  'tuning.toleranceSeconds',
  'tuning.refundKeyHours',
  'tuning.reconciliationIssuer',
  'tuning.pollShortestMs',
  'tuning.pollLongestMs',
  'counter.refundPinAbove',
  'counter.shortestPin',
  'keys.signingKey',
  'keys.apiKey',
  'managerPin',
]);
export type ProvisioningField = z.infer<typeof provisioningField>;

/** Cents for the limit, `true` for a secret of which only that there is another one is told. */
const value = z.union([text, z.number(), z.boolean()]);

/** One field that would be another one. `before` is absent where there is none now, `after` where there is none then. */
export const provisioningChange = z.object({
  field: provisioningField,
  before: value.optional(),
  after: value.optional(),
});
export type ProvisioningChange = z.infer<typeof provisioningChange>;

/** Nothing of the file is in force before somebody says so. */
export const provisioningQuestion = z.object({
  /** Another one for each file that asks. */
  id: z.int(),
  /** The file's name without its folder. */
  file: text,
  changes: z.array(provisioningChange),
  /** Only the manager of this terminal can take it in; without a PIN, whoever is there. */
  needsPin: z.boolean(),
});
export type ProvisioningQuestion = z.infer<typeof provisioningQuestion>;

export const provisioningAnswer = z
  .object({ id: z.int(), answer: z.enum(['take', 'refuse']), managerPin: pinField.optional() })
  .strict();
export type ProvisioningAnswer = z.infer<typeof provisioningAnswer>;
