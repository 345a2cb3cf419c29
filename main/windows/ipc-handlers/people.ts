import type { PersonChange, PersonDraft } from '../../../preload/contract/people.ts';
import type { Act } from '../../audit/audit-log.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { type PeopleEdit, peopleVersion } from '../../identity/edit-people.ts';
import { requireLongEnough } from '../../identity/people.ts';
import type { Person } from '../../identity/sealed-record.ts';
import { stateOf } from '../../settings/read-trust.ts';
import { type CommonParts, type HandlersOf, prolonging } from './handler.ts';

/** Never returns PINs or their hashes. */
export function peopleHandlers({ till, store, save, trust, acts, clock, random }: CommonParts): HandlersOf<'people'> {
  const people = () => stateOf(trust.found).people;

  async function saved(version: string, edit: PeopleEdit): Promise<void> {
    till.roles.touch();
    await till.adjustAfter(async () => {
      const before = people().find(({ id }) => id === edit.id);
      const by = till.roles.actor();
      const pin = newPin(edit);
      if (pin !== undefined) {
        requireLongEnough(pin, store.file.counter.shortestPin, 'pin');
        await till.roles.requireUnused(pin, edit.id);
      }
      await save.people(version, edit);
      acts.record({ ...actOf(edit, before), by, about: edit.id });
    });
  }

  return {
    'people.read': prolonging(till)(() => ({
      version: peopleVersion({ people: people() }),
      people: people().map(({ pin, ...person }) => ({ ...person, pinSet: pin !== undefined })),
      shortestPin: store.file.counter.shortestPin,
    })),
    'people.add': ({ version, person }) => saved(version, { kind: 'add', id: random.uuid(), person }),
    'people.change': ({ version, id, change }) => saved(version, { kind: 'change', id, change }),
    'people.end': ({ version, id }) => saved(version, { kind: 'end', id, at: clock.now() }),
  };
}

function newPin(edit: PeopleEdit): string | undefined {
  if (edit.kind === 'add') return edit.person.pin;
  return edit.kind === 'change' ? edit.change.pin : undefined;
}

/** Includes names, so that the audit log stays readable after a person has left or was renamed. */
function actOf(edit: PeopleEdit, before: Person | undefined): Pick<Act, 'act' | 'values'> {
  if (edit.kind === 'add') return { act: 'person-added', values: nameAndRole(edit.person) };
  if (edit.kind === 'end') return { act: 'person-ended', values: before ? nameAndRole(before) : {} };
  return { act: 'person-changed', values: before ? changesOf(before, edit.change) : {} };
}

function nameAndRole({ name, role }: Pick<PersonDraft, 'name' | 'role'>): Record<string, string> {
  return { name, role };
}

function changesOf(before: Person, { name, role, pin }: PersonChange): Record<string, string | boolean> {
  return {
    ...nameAndRole({ name: name ?? before.name, role: role ?? before.role }),
    ...omitUndefined({
      nameBefore: name === undefined || name === before.name ? undefined : before.name,
      roleBefore: role === undefined || role === before.role ? undefined : before.role,
      pin: pin === undefined ? undefined : true,
    }),
  };
}
