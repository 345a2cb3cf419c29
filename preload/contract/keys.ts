import { z } from 'zod';
import { call, managers, nothing } from './call.ts';
import { refusedAs } from './field-error-codes.ts';
import { apiKeyField } from './fields.ts';
import { errorView } from './views.ts';

/** Private keys go in and never come out; key ids and public keys do. */

const place = z.enum(['current', 'next', 'previous']);
export type KeyPlace = z.infer<typeof place>;

const keyView = z.object({
  /** `current` signs; `next` is ready to replace it; `previous` signed before and can be taken back. */
  place,
  kid: z.string(),
  /** RFC 7638, SHA-256, base64url. */
  thumbprint: z.string(),
  jwk: z.string(),
  /** When the key got its present place, ms since the epoch. */
  at: z.int().optional(),
  /** The key is for the account saved next. */
  forOtherAccount: z.literal(true).optional(),
});
export type KeyView = z.infer<typeof keyView>;

/** Days before the renewal at which the till shows a reminder. */
export const REMIND_DAYS = [1, 7, 14, 28, 56] as const;

/** Calendar day, `yyyy-mm-dd`, by which the current key is to be replaced. */
export const keyRenewal = z.object({
  day: z.iso.date(refusedAs('date.invalid')),
  daysBefore: z.literal(REMIND_DAYS, refusedAs('field.invalid')),
});
export type KeyRenewal = z.infer<typeof keyRenewal>;

const keysView = z.object({
  keys: z.array(keyView),
  /** All public keys, ready to host; absent without a key. */
  jwks: z.string().optional(),
  /** Absent: no API key. `lastFour`: only of a key long enough for four characters to reveal nothing. */
  apiKey: z.object({ lastFour: z.string().optional() }).optional(),
  renewal: z.object({ day: z.string(), daysBefore: z.int() }).optional(),
  /** Host and profile of the keys; absent while no account is set up. */
  account: z.object({ host: z.string(), profileId: z.string() }).optional(),
  keychain: errorView.optional(),
});
export type KeysView = z.infer<typeof keysView>;

/** Key id of 1 to 200 characters; empty: the id in the key, or its thumbprint. */
const kid = z.string().trim().max(200, refusedAs('signing-key.kid'));
const secretText = z.string().max(70_000);
const forOtherAccount = z.literal(true).optional();
const named = z.strictObject({ kid: z.string() });
const otherKey = z.strictObject({ place: place.exclude(['current']), kid: z.string() });

export const keysCalls = {
  'keys.read': call(nothing, keysView, managers),
  /** The private key of the new pair is stored only in the keychain. */
  'keys.make': call(z.strictObject({ kid, forOtherAccount }), named, managers),
  'keys.take': call(z.strictObject({ text: secretText, kid, forOtherAccount }), named, managers),
  /** `kid` is absent if the user closed the dialog. */
  'keys.take-file': call(z.strictObject({ kid, forOtherAccount }), named.partial(), managers),
  /** Signs a request that moves no money; `ms`: the response time. */
  'keys.test': call(z.strictObject({ place, kid: z.string() }), z.object({ ms: z.int() }), managers),
  'keys.use': call(named, nothing, managers),
  'keys.back': call(named, nothing, managers),
  'keys.remove': call(otherKey, nothing, managers),
  'keys.copy': call(z.strictObject({ what: z.enum(['jwks', 'jwk']), kid: z.string().optional() }), nothing, managers),
  /** `saved`: name of the file, absent if the user closed the dialog. */
  'keys.save-jwks': call(nothing, z.object({ saved: z.string().optional() }), managers),
  'keys.api-key.set': call(z.strictObject({ apiKey: apiKeyField }), nothing, managers),
  'keys.api-key.remove': call(nothing, nothing, managers),
  'keys.remind': call(z.strictObject({ renewal: keyRenewal.strict().optional() }), nothing, managers),
} as const;
