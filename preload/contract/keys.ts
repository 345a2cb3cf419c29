import { z } from 'zod';
import { call, managers, nothing } from './call.ts';
import { refusedAs } from './field-error-codes.ts';
import { apiKeyField } from './fields.ts';
import { errorView } from './views.ts';

/** The terminal's own keys. What is private goes in and never comes out; what a key is called and its public half do. */

const place = z.enum(['current', 'next', 'previous']);
export type KeyPlace = z.infer<typeof place>;

const keyView = z.object({
  /** `current` signs; `next` lies beside it; `previous` signed before, and can again. */
  place,
  kid: z.string(),
  /** RFC 7638, SHA-256, base64url. */
  thumbprint: z.string(),
  jwk: z.string(),
  /** The time of its present place, ms since the epoch. */
  at: z.int().optional(),
  /** It waits for the account that is saved next. */
  forOtherAccount: z.literal(true).optional(),
});
export type KeyView = z.infer<typeof keyView>;

/** Days before the renewal from which the till reminds of it. */
export const REMIND_DAYS = [1, 7, 14, 28, 56] as const;

/** A day of the calendar, `yyyy-mm-dd`, by which the key in use is to be replaced. */
export const keyRenewal = z.object({
  day: z.iso.date(refusedAs('date.invalid')),
  daysBefore: z.literal(REMIND_DAYS, refusedAs('field.invalid')),
});
export type KeyRenewal = z.infer<typeof keyRenewal>;

const keysView = z.object({
  keys: z.array(keyView),
  /** All public halves, ready to host; absent where there is no key. */
  jwks: z.string().optional(),
  /** Absent: there is none. `lastFour`: only of a key that is long enough for them to tell nothing. */
  apiKey: z.object({ lastFour: z.string().optional() }).optional(),
  renewal: z.object({ day: z.string(), daysBefore: z.int() }).optional(),
  /** Host and profile that the keys are for; absent while no account is set up. */
  account: z.object({ host: z.string(), profileId: z.string() }).optional(),
  keychain: errorView.optional(),
});
export type KeysView = z.infer<typeof keysView>;

/** 1 to 200 characters; empty: the key's own id, or its thumbprint. */
const kid = z.string().trim().max(200, refusedAs('signing-key.kid'));
const secretText = z.string().max(70_000);
const forOtherAccount = z.literal(true).optional();
const named = z.strictObject({ kid: z.string() });
const beside = z.strictObject({ place: place.exclude(['current']), kid: z.string() });

export const keysCalls = {
  'keys.read': call(nothing, keysView, managers),
  /** The private half of the new pair goes to the keychain and nowhere else. */
  'keys.make': call(z.strictObject({ kid, forOtherAccount }), named, managers),
  'keys.take': call(z.strictObject({ text: secretText, kid, forOtherAccount }), named, managers),
  /** `kid` is absent where the person closed the dialog. */
  'keys.take-file': call(z.strictObject({ kid, forOtherAccount }), named.partial(), managers),
  /** Signs a request that moves no money; `ms`: the time until its answer. */
  'keys.test': call(z.strictObject({ place, kid: z.string() }), z.object({ ms: z.int() }), managers),
  'keys.use': call(named, nothing, managers),
  'keys.back': call(named, nothing, managers),
  'keys.remove': call(beside, nothing, managers),
  'keys.copy': call(z.strictObject({ what: z.enum(['jwks', 'jwk']), kid: z.string().optional() }), nothing, managers),
  /** `saved` is the name of the file, absent where the person closed the dialog. */
  'keys.save-jwks': call(nothing, z.object({ saved: z.string().optional() }), managers),
  'keys.api-key.set': call(z.strictObject({ apiKey: apiKeyField }), nothing, managers),
  'keys.api-key.remove': call(nothing, nothing, managers),
  'keys.remind': call(z.strictObject({ renewal: keyRenewal.strict().optional() }), nothing, managers),
} as const;
