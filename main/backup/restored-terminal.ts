import { isDeepStrictEqual } from 'node:util';
import { isSamePair, keyAt } from '../identity/key-rotation.ts';
import { areKeysFor } from '../identity/keys-of-account.ts';
import {
  firstRecord,
  type KeysOfState,
  keyFor,
  keysOfState,
  type SealedRecord,
  type State,
} from '../identity/sealed-record.ts';
import type { Anchor } from '../journal/sealing.ts';
import type { SigningKey } from '../service/signing-key.ts';
import { stateOf, type Trust } from '../settings/read-trust.ts';
import type { GivenToRecover } from '../settings/recover.ts';
import { sealOf } from '../settings/seal.ts';
import type { TerminalFile } from '../settings/terminal-file-versions.ts';
import { restOfState } from './backup-content.ts';
import type { UnpackedBackup } from './read-backup.ts';

interface NextTerminal {
  readonly file: TerminalFile;
  /** Undefined when the keychain has nothing to protect: no settings, no key and no PIN. */
  readonly record: SealedRecord | undefined;
}

interface NextParts {
  readonly present: TerminalFile;
  readonly trust: Trust;
  readonly unpacked: Pick<UnpackedBackup, 'file' | 'state' | 'manifest'>;
}

interface KeysAfterRestore {
  readonly from: 'of-backup' | 'as-now' | 'none';
  readonly keys: KeysOfState;
  /** The backup's signing key, kept as previous key next to the key in use, so that the manager can switch back. */
  readonly added: SigningKey | undefined;
}

/**
 * The terminal's own keys stay if issued for the backup's account: the service may accept no others by now. The
 * backup's signing key then becomes the previous key, if that place is free.
 */
export function keysAfterRestore({
  trust,
  unpacked: { file, state, manifest },
}: Omit<NextParts, 'present'>): KeysAfterRestore {
  const held = trust.kind === 'held' ? trust.state : undefined;
  const own = held && file.settings && areKeysFor(held, file.settings) ? keysOfState.parse(held) : undefined;
  const given = manifest.withKeys ? keysOfState.parse(state) : undefined;
  if (own?.signingKey === undefined) {
    const keys = given ?? own ?? {};
    return { from: keys.signingKey === undefined ? 'none' : 'of-backup', keys, added: undefined };
  }
  if (given?.signingKey === undefined || !isDeepStrictEqual(given.keysFor, own.keysFor))
    return { from: 'as-now', keys: own, added: undefined };
  const apiKey = own.apiKey ?? given.apiKey;
  const isFree = own.nextKey === undefined && own.previousKey === undefined;
  const added = isFree && !isSamePair(own.signingKey, given.signingKey) ? given.signingKey : undefined;
  const previousKey = added && {
    key: added,
    replacedAt: own.keySince ?? manifest.madeAt,
    since: given.keySince,
    renewal: given.keyRenewal,
  };
  return { from: 'as-now', keys: { ...own, apiKey, previousKey: previousKey ?? own.previousKey }, added };
}

export function keysLostByRestore(parts: Omit<NextParts, 'present'>): readonly string[] {
  const { keys } = keysAfterRestore(parts);
  const after = signingKeysOf(keys);
  const before = signingKeysOf(stateOf(parts.trust));
  return before.filter((key) => !after.some((other) => isSamePair(key, other))).map(({ kid }) => kid);
}

function signingKeysOf(keys: KeysOfState): readonly SigningKey[] {
  return (['current', 'next', 'previous'] as const).flatMap((place) => keyAt(keys, place) ?? []);
}

export function missingKeys(parts: Omit<NextParts, 'present'>): ('signingKey' | 'apiKey')[] {
  const { had } = parts.unpacked.manifest;
  const { keys } = keysAfterRestore(parts);
  return [
    ...(had.signingKey !== undefined && keys.signingKey === undefined ? (['signingKey'] as const) : []),
    ...(had.apiKey && keys.apiKey === undefined ? (['apiKey'] as const) : []),
  ];
}

/** A manager without a PIN in the backup gets `newPin`. */
export function givenToRecover({ file, state }: NextParts['unpacked'], newPin?: string): GivenToRecover {
  const manager = state.people.find(({ role, pin, endedAt }) => role === 'manager' && pin && endedAt === undefined);
  const managerPin = (state.pinRequired ? manager?.pin : undefined) ?? newPin;
  return { account: file.settings, signingKey: state.signingKey, managerPin };
}

export function recordToSealWith({ present, trust }: Pick<NextParts, 'present' | 'trust'>): SealedRecord {
  return trust.kind === 'held' ? { ...trust.record, current: trust.state } : firstRecord(present.terminalId);
}

export function nextTerminal(
  parts: NextParts,
  record: SealedRecord,
  { id, anchors }: { readonly id: string; readonly anchors: Readonly<Record<string, Anchor>> },
): NextTerminal {
  const { present, trust, unpacked } = parts;
  // The terminal id stays: another data folder may use the keychain items of the backup's id.
  const file = { ...unpacked.file, terminalId: present.terminalId };
  const kept = { ...restOfState.parse(unpacked.state), backup: unpacked.state.backup };
  const before = stateOf(trust);
  const generations = [record.current.generation, record.next?.generation ?? 0, present.seal?.generation ?? 0];
  const state: State = {
    ...kept,
    ...keysAfterRestore(parts).keys,
    backup: kept.backup ?? before.backup,
    // Registers belong to this machine: they know its address and certificate.
    registers: before.registers,
    registerTls: before.registerTls,
    ownRegisters: before.ownRegisters,
    receiptNumbers: receiptNumbersAfter(before, kept),
    // The chain key stays with this machine: two tills under one key would upload two journals as one. Head office's
    // settings are fetched again.
    chain: before.chain && { ...before.chain, settings: undefined },
    joining: before.joining,
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

/** More than a till assigns between two backups. */
const SKIPPED_NUMBERS = 1_000;

/** Skips the numbers assigned since the backup if the terminal's own count is lost: no receipt number repeats. */
function receiptNumbersAfter(before: Pick<State, 'receiptNumbers'>, kept: Pick<State, 'receiptNumbers'>) {
  if (before.receiptNumbers !== undefined) return Math.max(before.receiptNumbers, kept.receiptNumbers ?? 0);
  return kept.receiptNumbers === undefined ? undefined : kept.receiptNumbers + SKIPPED_NUMBERS;
}
