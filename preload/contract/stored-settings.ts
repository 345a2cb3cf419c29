import { z } from 'zod';
import { counterView } from './counter.ts';
import { pathClaim, pathClaimPrefix } from './tuning.ts';

/** What the Settings view is told of the stored settings. */

const text = z.string();

/**
 * Names what is stored at this moment. A save hands back the one of the view that it was typed over: where something else
 * has been saved since, it is refused as `settings.stale`.
 */
export const settingsEdition = z.string().max(100);

/**
 * The settings as the terminal has stored them, under whatever rules a field had then. They are shown all the same: a
 * field that today's rules refuse says so when somebody saves it.
 */
export const storedSettings = z.object({
  service: z.object({
    environment: z.enum(['PREPROD', 'PROD']),
    baseUrl: text,
    jwksUrl: text,
    claimPrefix: text,
    issuer: text,
  }),
  merchant: z.object({ merchantId: text, profileId: text }),
  shop: z.object({ shopId: text, shopName: text }),
  pos: z.object({ posId: text }),
  callbacks: z
    .object({
      callbackUrl: text.optional(),
      identifyCallbackUrl: text.optional(),
      listen: z.object({ host: text, port: z.number() }).optional(),
    })
    .optional(),
  till: z
    .object({
      chargeWith: z.enum(['static-qr', 'payment']),
      sticker: z.boolean(),
    })
    .optional(),
  sale: z
    .object({
      description: text.optional(),
      referencePattern: text.optional(),
      bulkId: text.optional(),
      voucherSchemes: z.array(text).optional(),
      voucherMaximum: z.number().optional(),
    })
    .optional(),
  tuning: z.object({
    pathClaim,
    pathClaimPrefix,
    connectTimeoutMs: z.number(),
    headersTimeoutMs: z.number(),
    bodyTimeoutMs: z.number(),
    toleranceSeconds: z.number(),
    refundKeyHours: z.number(),
    reconciliationIssuer: text.optional(),
    pollShortestMs: z.number().optional(),
    pollLongestMs: z.number().optional(),
  }),
});
export type StoredTerminalSettings = z.infer<typeof storedSettings>;

/** What a save replaced. Settings are absent where only the counter's were saved. Keys and PIN are never in it. */
export const settingsUndo = z.object({ settings: storedSettings.optional(), counter: counterView });
