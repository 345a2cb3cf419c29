import { z } from 'zod';
import { call, everyone, managers, managersAlone, nothing } from './call.ts';
import { refusedAs } from './field-error-codes.ts';
import { pinField } from './fields.ts';
import { role } from './views.ts';

const MOST = 40;
/** Control characters, formats and line separators are invisible, or reverse the text around them. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u;

export const personNameField = z
  .string()
  .refine((name) => name.isWellFormed() && !UNSEEN.test(name.trim()), refusedAs('person-name.character'))
  .transform((name) => name.trim().normalize('NFC'))
  .pipe(z.string().min(1, refusedAs('person-name.required')).max(MOST, refusedAs('person-name.too-long')));

const personDraft = z.strictObject({ name: personNameField, role, pin: pinField });
export type PersonDraft = z.output<typeof personDraft>;

const personChange = personDraft.partial();
export type PersonChange = z.output<typeof personChange>;

const personView = z.object({
  id: z.string(),
  name: z.string(),
  role,
  pinSet: z.boolean(),
  /** ms since the epoch. */
  endedAt: z.int().optional(),
});
export type PersonView = z.infer<typeof personView>;

const peopleView = z.object({
  /** An edit based on another version is refused. */
  version: z.string(),
  people: z.array(personView),
  shortestPin: z.int(),
});
export type PeopleView = z.infer<typeof peopleView>;

const version = z.string().max(100);
const id = z.string().max(100);

export const peopleCalls = {
  'session.sign-in': call(z.strictObject({ pin: pinField }), nothing, everyone),
  'session.sign-out': call(nothing, nothing, everyone),

  'people.read': call(nothing, peopleView, managers),
  'people.add': call(z.strictObject({ version, person: personDraft }), nothing, managersAlone),
  /** An absent field stays unchanged. */
  'people.change': call(z.strictObject({ version, id, change: personChange }), nothing, managersAlone),
  /** An ended person stays in the list, for the audit log. The last manager cannot be ended. */
  'people.end': call(z.strictObject({ version, id }), nothing, managersAlone),
} as const;
