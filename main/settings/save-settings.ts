import type { CounterSettings } from '../../preload/contract/settings-table.ts';
import type { Random } from '../base/clock.ts';
import { given } from '../base/given.ts';
import { type KeysOfState, keysAfter } from '../identity/keys-for.ts';
import { peopleWith } from '../identity/people.ts';
import { beforeRecord, firstRecord, keyFor, type State } from '../identity/sealed-record.ts';
import { beginTally } from '../identity/tally.ts';
import type { SigningKey } from '../service/signing-key.ts';
import {
  type CounterChanges,
  counterAsStored,
  type GivenSettings,
  settingsAsStored,
  withCounterChanges,
} from './given-settings.ts';
import { namesRecord, type Trust } from './read-trust.ts';
import { requireRecovery } from './recover.ts';
import { isSealedAlike } from './sealed-fields.ts';
import { tampering } from './secrets.ts';
import type { TerminalSettings } from './settings.ts';
import type { TerminalFile } from './terminal-file-versions.ts';
import { type WriteParts, writeFile, writeSealed } from './write-sealed.ts';

/** What a person or a file gives. A PIN or a tuning that is absent stays as it is, and so do keys for the same account. */
export interface Save {
  readonly draft: GivenSettings;
  /** The counter's settings, all of them; absent: they stay. */
  readonly counter?: CounterSettings | undefined;
  /** What a file changes of the counter's settings. */
  readonly counterChanges?: CounterChanges;
  readonly tuning?: TerminalSettings['tuning'];
  readonly signingKey: SigningKey | undefined;
  readonly apiKey: string | undefined;
  /** Raised by a provisioning file that replaces what was set; an earlier one stays otherwise. */
  readonly provisioningAlarm?: TerminalFile['provisioningAlarm'];
  /**
   * What another account has for an API key where none is given: `ask` for it, for somebody may have forgotten it, or
   * `none`, for a file that names all keys there are. Absent: `ask`.
   */
  readonly elsewhere?: 'ask' | 'none';
}

export interface SaveParts extends WriteParts {
  readonly random: Random;
  /** As it was found for this save. */
  readonly trust: Trust;
}

/**
 * Saves all or nothing, also when the app is killed in between (`writeSealed`).
 * Errors: those of `writeSealed`; `signing-key.required`; `keys.elsewhere` at the key that was given for another account;
 * `pin.too-short`; `terminal.tampered` for a field that was changed by hand and that this does not give anew; where the
 * record is lost, those of `requireRecovery`.
 */
export async function saveSettings(parts: SaveParts, save: Save): Promise<void> {
  const { trust, store, random } = parts;
  const { managerPin, ...fields } = save.draft;
  const { file } = store;
  const { signingKey } = save;
  if (trust.kind === 'lost') requireRecovery(file.settings, { account: fields, signingKey, managerPin });
  requireAnew(trust, { settings: true, tuning: save.tuning !== undefined, counter: save.counter !== undefined });
  const before = stateOf(trust);
  const counter = counterAsStored(withCounterChanges(save.counter ?? file.counter, save.counterChanges ?? {}));
  const settings = settingsAsStored(fields, save.tuning ?? file.settings?.tuning);
  const keys = keysAfter(before, save, settings);
  const people = await peopleWith(before, managerPin, counter.shortestPin, random);
  const alarm = given({ provisioningAlarm: save.provisioningAlarm });
  await write(parts, { ...before, ...keys, ...people }, { ...file, ...alarm, mode: 'live', counter, settings });
}

/**
 * Saves the counter's settings and, where there is another one, the PIN. Errors: as `saveSettings`. Comfort alone needs no
 * keychain: then `settings.unwritable` is all.
 */
export async function saveCounter(
  parts: SaveParts,
  counter: CounterSettings,
  managerPin: string | undefined,
): Promise<void> {
  const { trust, store, random } = parts;
  requireAnew(trust, { counter: true });
  const before = stateOf(trust);
  const people = await peopleWith(before, managerPin, counter.shortestPin, random);
  await write(parts, { ...before, ...people }, { ...store.file, counter });
}

/** Saves who the people of the terminal are. Errors: as `saveSettings`, and what `edit` throws. */
export async function savePeople(
  parts: SaveParts,
  edit: (before: State) => Promise<Pick<State, 'people' | 'pinRequired'>>,
): Promise<void> {
  const { trust, store } = parts;
  if (trust.kind === 'lost') throw trust.error;
  requireAnew(trust, {});
  const before = stateOf(trust);
  await write(parts, { ...before, ...(await edit(before)) }, store.file);
}

/** Saves what an edit makes of the keys. Errors: as `saveSettings`, and what `edit` throws. */
export async function saveKeys(parts: SaveParts, edit: (before: State) => KeysOfState): Promise<void> {
  const { trust, store } = parts;
  if (trust.kind === 'lost') throw trust.error;
  requireAnew(trust, {});
  const before = stateOf(trust);
  await write(parts, { ...before, ...edit(before) }, store.file);
}

/** Saves how daily backups are made. Errors: as `savePeople`. */
export async function saveDaily(parts: SaveParts, backup: State['backup']): Promise<void> {
  const { trust, store } = parts;
  if (trust.kind === 'lost') throw trust.error;
  requireAnew(trust, {});
  await write(parts, { ...stateOf(trust), backup }, store.file);
}

/** Saves in which mode the terminal opens. Errors: as `saveSettings`. */
export async function saveMode(parts: SaveParts, mode: 'training' | 'live'): Promise<void> {
  requireAnew(parts.trust, {});
  await write(parts, stateOf(parts.trust), { ...parts.store.file, mode });
}

/** Saves the public key that support packs are encrypted to, or that there is none. Errors: as `saveSettings`. */
export async function saveSupportKey(parts: SaveParts, key: string | undefined): Promise<void> {
  requireAnew(parts.trust, {});
  await write(parts, stateOf(parts.trust), withSupportKey(parts.store.file, key));
}

export function withSupportKey({ supportKey: _key, ...file }: TerminalFile, key: string | undefined): TerminalFile {
  return key === undefined ? file : { ...file, supportKey: key };
}

/** A manager has seen that a provisioning file has set the terminal up anew. Errors: as `saveSettings`. */
export async function clearProvisioningAlarm(parts: SaveParts): Promise<void> {
  requireAnew(parts.trust, {});
  await write(parts, stateOf(parts.trust), withoutAlarm(parts.store.file));
}

export function withoutAlarm({ provisioningAlarm: _alarm, ...file }: TerminalFile): TerminalFile {
  return file;
}

/** A manager has looked at what was changed by hand or set up again, and keeps it. Keys stay with the account that they were given for. */
export async function acceptChanges(parts: SaveParts): Promise<void> {
  await write(parts, { ...stateOf(parts.trust), recovered: undefined }, parts.store.file);
}

/** Whether this can be saved as it is, without the keychain: nothing sealed changes, or there is nothing to seal with. */
export function needsNoRecord(before: TerminalFile, after: TerminalFile): boolean {
  return !namesRecord(before) || isSealedAlike(before, after);
}

async function write(parts: SaveParts, state: Omit<State, 'generation'>, after: TerminalFile): Promise<void> {
  const { trust, store, keychain } = parts;
  // Nobody has given a secret: there is nothing to keep, and a machine without a keychain can be used for training.
  const hasKey = state.signingKey !== undefined || state.nextKey !== undefined;
  const hasSecret = state.pinRequired || hasKey || state.backup !== undefined;
  if (trust.kind === 'none' && !hasSecret) return writeFile(store, after);
  const { seal: _seal, ...file } = after;
  const change = { state: { ...state, refundPinAbove: file.counter.refundPinAbove }, file };
  if (trust.kind === 'held') return writeSealed(parts, trust.record, trust.state, change);
  const record = firstRecord(file.terminalId);
  await beginTally(keychain, file.terminalId, keyFor('tally', record));
  const recovered = trust.kind === 'lost' || undefined;
  await writeSealed(parts, record, beforeRecord, { ...change, state: { ...change.state, recovered } });
}

function stateOf(trust: Trust): State {
  return trust.kind === 'held' ? trust.state : beforeRecord;
}

/** What a save gives anew. */
interface Given {
  readonly settings?: boolean;
  readonly tuning?: boolean;
  readonly counter?: boolean;
}

/** A save seals the whole file: what was changed by hand must not go along unseen. Throws `terminal.tampered`. */
function requireAnew(trust: Trust, given: Given): void {
  if (trust.kind !== 'held') return;
  const isGiven = (path: string) => {
    if (path.startsWith('counter.')) return given.counter === true;
    if (path.startsWith('settings.tuning.')) return given.tuning === true;
    return path !== 'seal' && given.settings === true;
  };
  const fault = tampering(trust);
  if (fault !== undefined && !trust.changed.every(isGiven)) throw fault;
}
