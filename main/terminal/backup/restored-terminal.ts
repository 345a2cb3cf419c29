import type { z } from 'zod';
import type { Anchor } from '../../journal/journal-seal.ts';
import { areKeysFor } from '../keys-for.ts';
import type { Trust } from '../read-trust.ts';
import { sealOf } from '../seal.ts';
import { beforeRecord, firstRecord, keepRecord, keyFor, type SealedRecord, type State } from '../sealed-record.ts';
import type { Keychain } from '../secret-items.ts';
import { beginTally } from '../tally.ts';
import type { TerminalFile } from '../terminal-file-versions.ts';
import { keysOfState, restOfState } from './backup-content.ts';
import type { UnpackedBackup } from './read-backup.ts';

type KeysOfState = z.output<typeof keysOfState>;

/** The terminal as a restore makes it: not in force yet. */
export interface NextTerminal {
  readonly file: TerminalFile;
  /** Undefined where there is nothing to keep in a keychain: no settings, no key and no PIN. */
  readonly record: SealedRecord | undefined;
}

export interface NextParts {
  readonly present: TerminalFile;
  readonly trust: Trust;
  readonly unpacked: Pick<UnpackedBackup, 'file' | 'state' | 'manifest'>;
}

/** Which keys the terminal has after a restore: those of the backup, or its own where they were given for the same account. */
export function keysAfterRestore({
  trust,
  unpacked: { file, state, manifest },
}: Omit<NextParts, 'present'>): KeysOfState {
  if (manifest.withKeys) return keysOfState.parse(state);
  const present = trust.kind === 'held' ? trust.state : undefined;
  if (present === undefined || file.settings === undefined || !areKeysFor(present, file.settings)) return {};
  return keysOfState.parse(present);
}

/** The keys that the backup's terminal had and this one will lack. */
export function missingKeys(parts: Omit<NextParts, 'present'>): ('signingKey' | 'apiKey')[] {
  const { had } = parts.unpacked.manifest;
  const keys = keysAfterRestore(parts);
  return [
    ...(had.signingKey !== undefined && keys.signingKey === undefined ? (['signingKey'] as const) : []),
    ...(had.apiKey && keys.apiKey === undefined ? (['apiKey'] as const) : []),
  ];
}

/** The record that seals what is restored: the terminal's own, or a new one where it has none or has lost it. */
export function recordToSealWith({ present, trust }: Pick<NextParts, 'present' | 'trust'>): SealedRecord {
  return trust.kind === 'held' ? { ...trust.record, current: trust.state } : firstRecord(present.terminalId);
}

/** Pure but for the record that is handed in. `anchors`: of the journals that are put in the place of others. */
export function nextTerminal(
  parts: NextParts,
  record: SealedRecord,
  { id, anchors }: { readonly id: string; readonly anchors: Readonly<Record<string, Anchor>> },
): NextTerminal {
  const { present, trust, unpacked } = parts;
  // The terminal stays the one that it is: another data folder may have the items of the backup's.
  const file = { ...unpacked.file, terminalId: present.terminalId };
  const kept = { ...restOfState.parse(unpacked.state), backup: unpacked.state.backup };
  const before = trust.kind === 'held' ? trust.state : beforeRecord;
  const generations = [record.current.generation, record.next?.generation ?? 0, present.seal?.generation ?? 0];
  const state: State = {
    ...kept,
    ...keysAfterRestore(parts),
    backup: kept.backup ?? before.backup,
    refundPinAbove: file.counter.refundPinAbove,
    recovered: trust.kind === 'lost' ? true : kept.recovered,
    restored: { id, anchors: { ...anchors } },
    generation: Math.max(...generations) + 1,
  };
  const hasSecret = state.pinRequired || state.signingKey !== undefined || state.backup !== undefined;
  const isEmpty = file.settings === undefined && !hasSecret;
  if (trust.kind === 'none' && isEmpty) return { file, record: undefined };
  return {
    file: { ...file, seal: sealOf(file, keyFor('terminal', record), state) },
    record: { ...record, next: state },
  };
}

/**
 * Makes the record ready for the next state beside the one in force; `terminal.json` says which of them it is. Errors:
 * those of the keychain, after which the one in force is as it was.
 */
export async function readyRecord(keychain: Keychain, trust: Trust, record: SealedRecord): Promise<void> {
  if (trust.kind !== 'held') await beginTally(keychain, record.terminalId, keyFor('tally', record));
  await keepRecord(keychain, record);
}

/** Takes the next state back; the next start does so too. */
export async function takeBackRecord(keychain: Keychain, trust: Trust, record: SealedRecord): Promise<void> {
  if (trust.kind === 'held') await keepRecord(keychain, { ...record, next: undefined });
}
