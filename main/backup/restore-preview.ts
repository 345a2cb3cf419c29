import type { RestoreChange, RestoredJournal, RestorePreview } from '../../preload/contract/backup.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import type { Person } from '../identity/sealed-record.ts';
import type { JournalStanding } from '../journal/copy-journal.ts';
import { stateOf, type Trust } from '../settings/read-trust.ts';
import { recoveryLack } from '../settings/recover.ts';
import { everyChangedField, valueAt } from '../settings/sealed-fields.ts';
import type { TerminalFile } from '../settings/terminal-file-versions.ts';
import type { UnpackedBackup } from './read-backup.ts';
import type { JournalPlan } from './replaced-journals.ts';
import { givenToRecover, keysAfterRestore, keysLostByRestore, missingKeys } from './restored-terminal.ts';

interface PreviewParts {
  readonly id: number;
  readonly name: string;
  readonly unpacked: UnpackedBackup;
  readonly present: TerminalFile;
  readonly trust: Trust;
  readonly plans: readonly JournalPlan[];
  readonly kept: string;
  readonly needsPin: boolean;
}

export function restorePreview(parts: PreviewParts): RestorePreview {
  const { id, name, unpacked, present, trust, plans, kept, needsPin } = parts;
  const { manifest, state } = unpacked;
  const before = stateOf(trust);
  const lack = trust.kind === 'lost' ? recoveryLack(present.settings, givenToRecover(unpacked)) : undefined;
  const newPin = lack === 'no-pin';
  const { from, keys, added } = keysAfterRestore({ trust, unpacked });
  return {
    id,
    file: name,
    madeAt: manifest.madeAt,
    madeBy: manifest.madeBy,
    otherTerminal: isOtherTerminal(parts),
    takesPlace: isFresh(parts),
    ...omitUndefined({ refused: lack === 'no-pin' ? undefined : lack }),
    changes: changesOf(present, { ...unpacked.file, terminalId: present.terminalId }),
    people: peopleOf(before.people, state.people),
    pins: newPin ? 'new' : pinsOf(before, state),
    journals: plans.map(shownJournal),
    keys: from,
    ...omitUndefined({
      key: keys.signingKey && { kid: keys.signingKey.kid, ...omitUndefined({ since: keys.keySince }) },
      addedKey: added?.kid,
    }),
    keysLost: [...keysLostByRestore({ trust, unpacked })],
    missing: missingKeys({ trust, unpacked }),
    kept,
    needsPin: needsPin || newPin,
  };
}

/** False for a fresh terminal, which replaces the lost terminal. */
export function isOtherTerminal({
  unpacked,
  present,
  trust,
}: Pick<PreviewParts, 'unpacked' | 'present' | 'trust'>): boolean {
  return !isFresh({ present, trust }) && unpacked.manifest.terminalId !== present.terminalId;
}

function isFresh({ present, trust }: Pick<PreviewParts, 'present' | 'trust'>): boolean {
  return trust.kind === 'none' && present.settings === undefined;
}

function changesOf(...files: readonly [TerminalFile, TerminalFile]): RestoreChange[] {
  return everyChangedField(...files).map((field) => {
    const [before, after] = files.map((file) => shownValue(valueAt(file, field)));
    return { field, ...omitUndefined({ before, after }) };
  });
}

function shownValue(value: unknown): RestoreChange['before'] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return value === undefined || value === null ? undefined : JSON.stringify(value);
}

function peopleOf(before: readonly Person[], after: readonly Person[]): RestorePreview['people'] {
  const active = (people: readonly Person[]) => people.filter(({ endedAt }) => endedAt === undefined);
  const was = new Map(active(before).map((person) => [person.id, person]));
  const becomes = active(after);
  const stay = becomes.map(({ id, name, role, pin }) => {
    const old = was.get(id);
    const same = old?.name === name && old.role === role && old.pin === pin;
    return {
      name,
      role,
      change: old === undefined ? ('added' as const) : same ? ('same' as const) : ('changed' as const),
    };
  });
  const gone = [...was.values()].filter(({ id }) => !becomes.some((person) => person.id === id));
  return [...stay, ...gone.map(({ name, role }) => ({ name, role, change: 'removed' as const }))];
}

function pinsOf(
  before: { readonly pinRequired: boolean; readonly people: readonly Person[] },
  after: { readonly pinRequired: boolean; readonly people: readonly Person[] },
): RestorePreview['pins'] {
  if (!after.pinRequired) return 'none';
  const pins = (people: readonly Person[]) =>
    people.flatMap(({ id, pin }) => (pin === undefined ? [] : [`${id} ${pin}`]));
  return pins(before.people).sort().join() === pins(after.people).sort().join() ? 'as-now' : 'of-backup';
}

function shownJournal({ environment, profileId, what, inBackup, here }: JournalPlan): RestoredJournal {
  const count = (
    journal: Pick<JournalStanding, 'payments'> & { readonly last?: { readonly at: number } | undefined },
  ) => ({
    payments: journal.payments,
    ...omitUndefined({ lastAt: journal.last?.at }),
  });
  const counts = omitUndefined({ inBackup: inBackup && count(inBackup), here: here && count(here) });
  return { environment, profile: profileId.slice(-6), what, ...counts };
}
