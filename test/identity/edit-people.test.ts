import { beforeAll, expect, test } from 'vitest';
import { systemRandom } from '../../main/base/clock.ts';
import { editedPeople, type PeopleEdit, peopleVersion } from '../../main/identity/edit-people.ts';
import { inParts, WINDOWS_ITEM_BYTES } from '../../main/identity/keychain-parts.ts';
import { peopleWith, signingIn } from '../../main/identity/people.ts';
import { hashPin, pinMatches } from '../../main/identity/pin-hash.ts';
import {
  beforeRecord,
  firstRecord,
  keepRecord,
  type Person,
  readRecord,
  type State,
} from '../../main/identity/sealed-record.ts';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { personNameField } from '../../preload/contract/people.ts';
import { limitedKeychain } from '../settings/limited-keychain.ts';

/** The limits of active people and of former people kept. */
const [MOST_PEOPLE, MOST_ENDED] = [50, 20];

let pin = '';
beforeAll(async () => {
  pin = await hashPin('471147');
});

const people = (): Person[] => [
  { id: 'm1', name: 'Zoë', role: 'manager', pin },
  { id: 'c1', name: 'Ava', role: 'cashier', pin },
  { id: 'c0', name: 'Bram', role: 'cashier', endedAt: 1 },
];
const state = (of: Person[] = people()): State => ({ ...beforeRecord, generation: 1, pinRequired: true, people: of });
const edit = (before: State, what: PeopleEdit) => editedPeople(before, peopleVersion(before), what);
const added = (name: string, role: Person['role'] = 'cashier'): PeopleEdit => ({
  kind: 'add',
  id: 'new',
  person: { name, role, pin: '815815' },
});

test('adds a person with a PIN hash and no digits', async () => {
  const after = await edit(state(), added('Bo'));
  expect(after.people.at(-1)).toMatchObject({
    id: 'new',
    name: 'Bo',
    role: 'cashier',
    pin: expect.stringMatching(/^scrypt/),
  });
  expect(JSON.stringify(after)).not.toContain('815815');
});

test('keeps an ended person in the list without a PIN', async () => {
  const { people: after } = await edit(state(), { kind: 'end', id: 'c1', at: 7 });
  expect(after[1]).toEqual({ id: 'c1', name: 'Ava', role: 'cashier', endedAt: 7 });
  expect(signingIn({ people: after }).map(({ id }) => id)).toEqual(['m1']);
});

test.each<readonly [string, PeopleEdit, string]>([
  ['the last manager is ended', { kind: 'end', id: 'm1', at: 7 }, 'people.last-manager'],
  [
    'the last manager becomes support',
    { kind: 'change', id: 'm1', change: { role: 'support' } },
    'people.last-manager',
  ],
  ['the name is somebody’s', added('Ava'), 'people.name-taken'],
  ['the name is somebody’s but for case and blanks', added('  aVA'), 'people.name-taken'],
  ['another one takes the name', { kind: 'change', id: 'c1', change: { name: 'Zoë' } }, 'people.name-taken'],
  ['nobody has this id', { kind: 'end', id: 'c9', at: 7 }, 'people.unknown'],
  ['the person has ended before', { kind: 'change', id: 'c0', change: { name: 'Bo' } }, 'people.unknown'],
])('refused where %s', async (_why, what, code) => {
  await expect(edit(state(), what)).rejects.toMatchObject({ code });
});

test('allows the name of an ended person again', async () => {
  expect((await edit(state(), added('Bram'))).people).toHaveLength(4);
});

test('requires the first person with a PIN to be manager', async () => {
  await expect(edit(beforeRecord, added('Bo'))).rejects.toMatchObject({ code: 'people.manager-first', field: 'role' });
  expect(await edit(beforeRecord, added('Bo', 'manager'))).toMatchObject({ pinRequired: true });
});

test('limits the number of people, not counting ended ones', async () => {
  const many = Array.from(
    { length: MOST_PEOPLE - 2 },
    (_, index): Person => ({ id: `x${index}`, name: `N${index}`, role: 'cashier' }),
  );
  const full = state([...people(), ...many]);
  await expect(edit(full, added('Bo'))).rejects.toMatchObject({
    code: 'people.too-many',
    values: { max: MOST_PEOPLE },
  });
  const { people: after } = await edit(full, { kind: 'end', id: 'x0', at: 7 });
  expect((await edit(state(after), added('Bo'))).people).toHaveLength(full.people.length + 1);
});

test('keeps only the most recently ended people', async () => {
  const gone = Array.from(
    { length: 200 },
    (_, index): Person => ({ id: `g${index}`, name: `N${index}`, role: 'cashier', endedAt: 1_000 - index }),
  );
  const { people: after } = await edit(state([...gone, ...people()]), { kind: 'end', id: 'c1', at: 2_000 });
  const left = after.filter(({ endedAt }) => endedAt !== undefined).map(({ id }) => id);
  expect(left).toEqual([...gone.slice(0, MOST_ENDED - 1).map(({ id }) => id), 'c1']);
  expect(signingIn({ people: after }).map(({ id }) => id)).toEqual(['m1']);
});

test('the largest state fits into the Windows keychain twice', async () => {
  const [key, nextKey, previousKey] = ['k', 'n', 'p'].map((letter) => makeSigningKey(letter.repeat(200)));
  if (key === undefined || nextKey === undefined || previousKey === undefined) throw new Error('three keys');
  const person = (index: number, more: Partial<Person>): Person => ({
    id: systemRandom.uuid(),
    name: `${index}`.padEnd(40, '漢'),
    role: 'manager',
    ...more,
  });
  const full: State = {
    ...state([
      ...Array.from({ length: MOST_PEOPLE }, (_, index) => person(index, { pin })),
      ...Array.from({ length: MOST_ENDED }, (_, index) => person(index, { endedAt: Date.UTC(2030) + index })),
    ]),
    signingKey: key,
    nextKey: { key: nextKey, at: 1 },
    previousKey: { key: previousKey, replacedAt: 1 },
    apiKey: 'a'.repeat(4_096),
  };
  const keychain = inParts(limitedKeychain(WINDOWS_ITEM_BYTES), WINDOWS_ITEM_BYTES);
  const record = { ...firstRecord('till-1'), current: full, next: { ...full, generation: 2 } };
  await keepRecord(keychain, record);
  expect(await readRecord(keychain, 'till-1')).toEqual(record);
});

test('refuses an edit based on outdated people', async () => {
  const seen = peopleVersion(state());
  const other = state(people().map((one) => (one.id === 'c1' ? { ...one, pin: 'scrypt$other$one' } : one)));
  await expect(editedPeople(other, seen, added('Bo'))).rejects.toMatchObject({ code: 'people.stale' });
  const later: State = { ...state(), generation: 9, apiKey: 'x' };
  expect(peopleVersion(later)).toBe(seen);
});

test("a provisioned manager PIN replaces a cashier's equal PIN", async () => {
  const after = await peopleWith(state(), '471147', 6, systemRandom);
  expect(after.people.map(({ id, pin: kept }) => [id, kept !== undefined])).toEqual([
    ['m1', true],
    ['c1', false],
    ['c0', false],
  ]);
  expect(await pinMatches('471147', after.people[0]?.pin ?? '')).toBe(true);
});

test.each([
  ['Zoë', 'Zoë'],
  ['  Zoë  ', 'Zoë'],
  ['Zoe\u0308', 'Zoë'],
  ["d'Artagnan-Œuvré", "d'Artagnan-Œuvré"],
  ['x'.repeat(40), 'x'.repeat(40)],
])('accepts the name %j', (typed, kept) => {
  expect(personNameField.parse(typed)).toBe(kept);
});

test.each([
  ['', 'person-name.required'],
  ['   ', 'person-name.required'],
  ['x'.repeat(41), 'person-name.too-long'],
  ['A\u0007va', 'person-name.character'],
  ['A\nva', 'person-name.character'],
  ['\u202EavA', 'person-name.character'],
  ['A\u200Bva', 'person-name.character'],
  ['\ud83d', 'person-name.character'],
])('rejects the name %j', (typed, code) => {
  expect(personNameField.safeParse(typed).error?.issues[0]?.message).toBe(code);
});
