import { z } from 'zod';
import { call, everyone, managers, managersAlone, nothing } from './call.ts';
import { refusedAs } from './field-error-codes.ts';
import { pinField } from './fields.ts';
import { role } from './views.ts';

/** The people of a till, who signs in, and the record of what they did. */

const MOST = 40;
/** What cannot be seen, or turns what stands around it: controls, formats, separators of lines. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u;

/** A person's name: 1 to 40 characters that can be seen, without blanks around them. */
export const personNameField = z
  .string()
  .refine((name) => name.isWellFormed() && !UNSEEN.test(name.trim()), refusedAs('person-name.character'))
  .transform((name) => name.trim().normalize('NFC'))
  .pipe(z.string().min(1, refusedAs('person-name.required')).max(MOST, refusedAs('person-name.too-long')));

const personDraft = z.object({ name: personNameField, role, pin: pinField }).strict();
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
  /** What an edit is told to come from: it is refused where somebody else has changed the people since. */
  version: z.string(),
  people: z.array(personView),
  /** Fewest digits of a PIN that is set now. */
  shortestPin: z.int(),
});
export type PeopleView = z.infer<typeof peopleView>;

const version = z.string().max(100);
const id = z.string().max(100);

export const peopleCalls = {
  /** Somebody signs in with a PIN, whatever their role. */
  'session.sign-in': call(z.object({ pin: pinField }).strict(), nothing, everyone),
  /** Whoever is at the till leaves it. */
  'session.sign-out': call(nothing, nothing, everyone),

  'people.read': call(nothing, peopleView, managers),
  'people.add': call(z.object({ version, person: personDraft }).strict(), nothing, managersAlone),
  /** What is absent stays as it is. */
  'people.change': call(z.object({ version, id, change: personChange }).strict(), nothing, managersAlone),
  /** They sign in no more, stay in the record, and in the list as one of the last who ended. The last manager cannot be ended. */
  'people.end': call(z.object({ version, id }).strict(), nothing, managersAlone),
} as const;
