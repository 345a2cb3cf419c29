import { createHash } from 'node:crypto';
import type { PersonChange, PersonDraft } from '../../preload/contract/people.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { TillError } from '../base/till-error.ts';
import { managersOf } from './people.ts';
import { hashPin } from './pin-hash.ts';
import type { Person, State } from './sealed-record.ts';

export type PeopleEdit =
  | { readonly kind: 'add'; readonly id: string; readonly person: PersonDraft }
  /** Absent members stay unchanged. */
  | { readonly kind: 'change'; readonly id: string; readonly change: PersonChange }
  /** `at`: ms since the epoch. Removes the person's PIN; the newest `MOST_ENDED` former people stay in the list. */
  | { readonly kind: 'end'; readonly id: string; readonly at: number };

type People = Pick<State, 'people' | 'pinRequired'>;

/** A sign-in may compare the PIN with every person's hash. */
const MOST_PEOPLE = 50;

/** Earlier people are only in the journal, which names the person of each act: the keychain has little space. */
const MOST_ENDED = 20;

/** Returns a version of the people: changes with every edit, and reveals nothing about their PINs. */
export function peopleVersion({ people }: Pick<State, 'people'>): string {
  return createHash('sha256').update(JSON.stringify(people)).digest('base64url').slice(0, 16);
}

/**
 * Returns the people after an edit made on `version` of the list. Throws `TillError` `people.stale`, `people.unknown`,
 * `people.name-taken`, `people.too-many`, `people.manager-first`, `people.last-manager`.
 */
export async function editedPeople(before: State, version: string, edit: PeopleEdit): Promise<People> {
  if (peopleVersion(before) !== version)
    throw new TillError('people.stale', 'People changed since the window showed them', { retryable: true });
  const people = withoutLongEnded(await applied(before.people, edit));
  requireOwnName(people, edit.id);
  const after = { people, pinRequired: true };
  if (managersOf(after).length === 0)
    throw managersOf(before).length === 0
      ? new TillError('people.manager-first', 'First person with a PIN must be a manager', { field: 'role' })
      : new TillError('people.last-manager', 'No manager left on this till', { field: 'role' });
  if (people.filter(isActive).length > MOST_PEOPLE)
    throw new TillError('people.too-many', 'Maximum number of people reached', {
      values: { max: MOST_PEOPLE },
    });
  return after;
}

async function applied(people: readonly Person[], edit: PeopleEdit): Promise<Person[]> {
  if (edit.kind === 'add') {
    const { pin, ...person } = edit.person;
    return [...people, { id: edit.id, ...person, pin: await hashPin(pin) }];
  }
  const found = people.find((person) => person.id === edit.id && isActive(person));
  if (found === undefined) throw new TillError('people.unknown', 'Person not found');
  const next = edit.kind === 'end' ? { ...found, pin: undefined, endedAt: edit.at } : await changed(found, edit.change);
  return people.map((person) => (person === found ? next : person));
}

function withoutLongEnded(people: readonly Person[]): Person[] {
  const newest = people
    .filter((person) => !isActive(person))
    .sort((one, other) => (other.endedAt ?? 0) - (one.endedAt ?? 0))
    .slice(0, MOST_ENDED);
  return people.filter((person) => isActive(person) || newest.includes(person));
}

async function changed(person: Person, { name, role, pin }: PersonChange): Promise<Person> {
  return { ...person, ...omitUndefined({ name, role, pin: pin === undefined ? undefined : await hashPin(pin) }) };
}

/** Two people with the same name could not be told apart in the journal. */
function requireOwnName(people: readonly Person[], id: string): void {
  const mine = people.find((person) => person.id === id);
  if (mine === undefined || !isActive(mine)) return;
  const same = people.some((person) => person.id !== id && isActive(person) && sameName(person.name, mine.name));
  if (same) throw new TillError('people.name-taken', 'Name already used on this till', { field: 'name' });
}

function sameName(one: string, other: string): boolean {
  const plain = (name: string) => name.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLocaleLowerCase('en');
  return plain(one) === plain(other);
}

function isActive({ endedAt }: Person): boolean {
  return endedAt === undefined;
}
