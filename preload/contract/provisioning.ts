import { z } from 'zod';
import { pinField, posIdField } from './fields.ts';
import { accountSettings, everySetting } from './settings-table.ts';

/** docs/guide/administrators.md, Provisioning file. */

const text = z.string();

const secrets = ['mode', 'keys.signingKey', 'keys.nextKey', 'keys.previousKey', 'keys.apiKey', 'managerPin'] as const;
/** The chain to join. */
const chain = ['headOffice'] as const;

const provisioningField = z.enum([
  ...secrets,
  ...chain,
  ...everySetting.filter(({ provisioned }) => provisioned).map(({ path }) => path),
]);
export type ProvisioningField = z.infer<typeof provisioningField>;

/** A stored value. For a secret only `true` (would be replaced) or `false` (would be removed). */
const value = z.union([text, z.number(), z.boolean(), z.array(z.union([text, z.number()]))]);

/** `before` is absent without a present value, `after` if the value would be removed. */
const provisioningChange = z.object({
  field: provisioningField,
  before: value.optional(),
  after: value.optional(),
});
export type ProvisioningChange = z.infer<typeof provisioningChange>;

const provisioningFault = z.object({
  /** Path of the field, or line and column; empty for the whole file. */
  place: text,
  code: text,
  values: z.record(text, z.union([text, z.number()])),
});
export type ProvisioningFault = z.infer<typeof provisioningFault>;

export const MOST_SHOWN_FAULTS = 100;

/** No value of a file takes effect before a user accepts the file. */
const asked = {
  id: z.int(),
  file: text,
};
export const provisioningQuestion = z.discriminatedUnion('stage', [
  z.object({ ...asked, stage: z.literal('passphrase') }),
  /** The file is for a whole shop, and omits the values of each terminal. */
  z.object({ ...asked, stage: z.literal('missing'), posId: z.boolean(), pin: z.enum(['required', 'optional', 'no']) }),
  z.object({
    ...asked,
    stage: z.literal('changes'),
    changes: z.array(provisioningChange),
    /** Without a PIN, every role may accept the file. */
    needsPin: z.boolean(),
    fresh: z.literal(true).optional(),
  }),
  /** Nothing of the file is accepted. `count`: all faults; `faults`: the first of them. */
  z.object({ ...asked, stage: z.literal('faults'), faults: z.array(provisioningFault), count: z.int() }),
]);
export type ProvisioningQuestion = z.infer<typeof provisioningQuestion>;
export type ProvisioningStage<Stage extends ProvisioningQuestion['stage']> = Extract<
  ProvisioningQuestion,
  { readonly stage: Stage }
>;

export const provisioningAnswer = z.strictObject({
  id: z.int(),
  answer: z.enum(['take', 'refuse']),
  managerPin: pinField.optional(),
});
export type ProvisioningAnswer = z.infer<typeof provisioningAnswer>;

export const provisioningPassphrase = z.strictObject({ id: z.int(), passphrase: z.string().min(1).max(1_000) });
export type ProvisioningPassphrase = z.infer<typeof provisioningPassphrase>;

export const provisioningMissing = z.strictObject({
  id: z.int(),
  posId: posIdField.optional(),
  managerPin: pinField.optional(),
});
export type ProvisioningMissing = z.infer<typeof provisioningMissing>;

/** Field names of a provisioning file, with the shop's account if made for one shop. No secrets. */
export const serviceProfile = z.strictObject({
  name: z.string().min(1).max(60),
  ...accountSettings.members.service.given.shape,
  merchant: accountSettings.members.merchant.given.optional(),
});
export type ServiceProfile = z.infer<typeof serviceProfile>;
