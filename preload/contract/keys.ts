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
  /** When it was taken into use, made or given, or replaced, by its place; ms since the epoch. */
  at: z.int().optional(),
  /** It waits for the account that is saved next. */
  forOtherAccount: z.literal(true).optional(),
});
export type KeyView = z.infer<typeof keyView>;

/** How long before the day the till may begin to say so. */
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

/** 1 to 200 characters; empty: its own, or its thumbprint. */
const kid = z.string().trim().max(200, refusedAs('signing-key.kid'));
const secretText = z.string().max(70_000);
const forOtherAccount = z.literal(true).optional();
const named = z.object({ kid: z.string() }).strict();
const beside = z.object({ place: place.exclude(['current']), kid: z.string() }).strict();

export const keysCalls = {
  'keys.read': call(nothing, keysView, managers),
  /** Makes a pair in main. Its private half goes to the keychain and nowhere else. */
  'keys.make': call(z.object({ kid, forOtherAccount }).strict(), named, managers),
  'keys.take': call(z.object({ text: secretText, kid, forOtherAccount }).strict(), named, managers),
  /** The same from a file that somebody chooses; `kid` is absent where they closed the dialog. */
  'keys.take-file': call(z.object({ kid, forOtherAccount }).strict(), named.partial(), managers),
  /** Asks the service something that moves no money, signed with this key. Answers with how long it took, ms. */
  'keys.test': call(z.object({ place, kid: z.string() }).strict(), z.object({ ms: z.int() }), managers),
  'keys.use': call(named, nothing, managers),
  'keys.back': call(named, nothing, managers),
  'keys.remove': call(beside, nothing, managers),
  'keys.copy': call(
    z.object({ what: z.enum(['jwks', 'jwk']), kid: z.string().optional() }).strict(),
    nothing,
    managers,
  ),
  /** As a file, where somebody chooses; `saved` is its name, absent where they closed the dialog. */
  'keys.save-jwks': call(nothing, z.object({ saved: z.string().optional() }), managers),
  'keys.api-key.set': call(z.object({ apiKey: apiKeyField }).strict(), nothing, managers),
  'keys.api-key.remove': call(nothing, nothing, managers),
  'keys.remind': call(z.object({ renewal: keyRenewal.strict().optional() }).strict(), nothing, managers),
} as const;
