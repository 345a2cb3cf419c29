import type { CounterSettings } from '../../preload/contract/settings-table.ts';
import type { Random } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { TillError } from '../base/till-error.ts';
import { editedPeople, type PeopleEdit } from '../identity/edit-people.ts';
import { keysAfter } from '../identity/keys-of-account.ts';
import { peopleWith } from '../identity/people.ts';
import {
  beforeRecord,
  type Chain,
  type DailyBackup,
  firstRecord,
  type KeysOfState,
  keyFor,
  newChainKey,
  type State,
} from '../identity/sealed-record.ts';
import { beginTally } from '../identity/tally.ts';
import type { SigningKey } from '../service/signing-key.ts';
import type { TerminalTrust } from './current-trust.ts';
import { namesRecord, stateOf, type Trust } from './read-trust.ts';
import { requireRecovery } from './recover.ts';
import { changedAmong, isSealedAlike } from './sealed-fields.ts';
import { requireApiKey, tampering } from './secrets.ts';
import type { TerminalSettings } from './settings.ts';
import {
  type CounterChanges,
  counterAsStored,
  type GivenSettings,
  settingsAsStored,
  withCounterChanges,
} from './settings-as-stored.ts';
import type { SettingsStore } from './settings-store.ts';
import type { TerminalFile } from './terminal-file-versions.ts';
import { type WriteParts, writeFile, writeSealed } from './write-sealed.ts';

/** Input of a save. An absent PIN or tuning stays unchanged, and so do keys for the same account. */
export interface Save {
  readonly draft: GivenSettings;
  /** All settings of the counter; absent: unchanged. */
  readonly counter?: CounterSettings | undefined;
  readonly counterChanges?: CounterChanges;
  readonly tuning?: TerminalSettings['tuning'];
  readonly signingKey: SigningKey | undefined;
  readonly apiKey: string | undefined;
  /** Set when a provisioning file replaces settings; otherwise a previous alarm stays. */
  readonly provisioningAlarm?: TerminalFile['provisioningAlarm'];
  /** Another account: `ask` (the default) requires its API key, easily forgotten in a form; a file has all keys. */
  readonly elsewhere?: 'ask' | 'none';
  /** The chain to join; ignored if the till is in a chain. */
  readonly headOffice?: { readonly address: string; readonly code: string } | undefined;
}

interface SaverParts {
  readonly store: SettingsStore;
  readonly random: Random;
  readonly log: Log;
  readonly trust: Pick<TerminalTrust, 'forSave' | 'found'>;
}

interface Saving extends WriteParts {
  readonly trust: Trust;
}

/**
 * Saves settings and secrets: all or nothing, also if the app is killed meanwhile (`writeSealed`). All methods throw
 * the errors of `writeSealed`; `terminal.tampered` for a field changed by hand and not replaced by the save;
 * `head-office.sets` for a field set by head office. A save without sealed changes needs no keychain, and throws only
 * `settings.unwritable`.
 */
export class SettingsSaver {
  readonly #parts: SaverParts;

  constructor(parts: SaverParts) {
    this.#parts = parts;
  }

  /** Throws also `signing-key.required`, `api-key.needed`, `keys.elsewhere`, `pin.too-short`; see `requireRecovery`. */
  async terminal(save: Save): Promise<void> {
    const { store, random } = this.#parts;
    const saving = await this.#saving();
    const { trust } = saving;
    const { managerPin, ...fields } = save.draft;
    const { file } = store;
    const { signingKey } = save;
    if (trust.kind === 'lost') requireRecovery(file.settings, { account: fields, signingKey, managerPin });
    requireReplaced(trust, { settings: true, tuning: save.tuning !== undefined, counter: save.counter !== undefined });
    const before = stateOf(trust);
    const counter = counterAsStored(withCounterChanges(save.counter ?? file.counter, save.counterChanges ?? {}));
    requireOwn(before, file, counter);
    const settings = settingsAsStored(fields, save.tuning ?? file.settings?.tuning);
    const keys = keysAfter(before, save, settings);
    requireApiKey(keys.apiKey, settings);
    const people = await peopleWith(before, managerPin, counter.shortestPin, random);
    const alarm = omitUndefined({ provisioningAlarm: save.provisioningAlarm });
    const joining = joiningAfter(before, save.headOffice);
    const state = { ...before, ...keys, ...people, joining };
    await write(saving, state, { ...file, ...alarm, mode: 'live', counter, settings });
  }

  /** Saves the counter's settings and a new PIN if given. Throws also `pin.too-short`. */
  async counter(settings: CounterSettings, managerPin: string | undefined): Promise<void> {
    const { store, random } = this.#parts;
    const counter = counterAsStored(settings);
    requireOwn(stateOf(this.#parts.trust.found), store.file, counter);
    const after = { ...store.file, counter };
    if (managerPin === undefined && needsNoRecord(store.file, after)) return writeFile(store, after);
    const saving = await this.#saving();
    requireReplaced(saving.trust, { counter: true });
    const before = stateOf(saving.trust);
    const people = await peopleWith(before, managerPin, counter.shortestPin, random);
    await write(saving, { ...before, ...people }, { ...store.file, counter });
  }

  /** Saves an edit of the people, made on `version` of the list. Throws also the errors of `editedPeople`. */
  people(version: string, edit: PeopleEdit): Promise<void> {
    return this.#record((before) => editedPeople(before, version, edit));
  }

  keys(edit: (before: State) => KeysOfState): Promise<void> {
    return this.#record(edit);
  }

  /** Saves the settings of daily backups; undefined turns daily backups off. */
  daily(backup: DailyBackup | undefined): Promise<void> {
    return this.#record(() => ({ backup }));
  }

  /** Saves paired registers, their certificate and the receipt numbers in use. Throws also the errors of `edit`. */
  registers(
    edit: (before: State) => Pick<State, 'registers' | 'registerTls' | 'ownRegisters' | 'receiptNumbers'>,
  ): Promise<void> {
    return this.#record(edit);
  }

  /** Saves the till's chain; undefined leaves the chain. */
  chain(chain: Chain | undefined): Promise<void> {
    return this.#record(() => ({ chain, joining: undefined }));
  }

  /** Saves the settings from head office, all or nothing; `settings` undefined: head office sets none. */
  async fromHeadOffice(settings: Chain['settings'], changes: CounterChanges): Promise<void> {
    const saving = await this.#saving();
    const { trust, store } = saving;
    requireReplaced(trust, {});
    const before = stateOf(trust);
    if (before.chain === undefined) return;
    const counter = counterAsStored(withCounterChanges(store.file.counter, changes));
    await write(saving, { ...before, chain: { ...before.chain, settings } }, { ...store.file, counter });
  }

  mode(mode: 'training' | 'live'): Promise<void> {
    return this.#file((file) => ({ ...file, mode }));
  }

  /** Saves the public key for encrypting support packs; undefined removes the key. */
  supportKey(key: string | undefined): Promise<void> {
    return this.#file(({ supportKey: _key, ...file }) => ({ ...file, ...omitUndefined({ supportKey: key }) }));
  }

  /** Clears the alarm about a provisioning file, after a manager has seen it. */
  clearProvisioningAlarm(): Promise<void> {
    return this.#file(({ provisioningAlarm: _alarm, ...file }) => file);
  }

  /** Accepts changes made by hand or by a recovery, after a manager's check. Keys stay with their account. */
  async accept(): Promise<void> {
    const saving = await this.#saving();
    await write(saving, { ...stateOf(saving.trust), recovered: undefined }, saving.store.file);
  }

  async #saving(): Promise<Saving> {
    const { store, log, trust } = this.#parts;
    return { store, leftBehind: leftBehindIn(log), ...(await trust.forSave()) };
  }

  /** Changes only the record. Does not replace a lost record. */
  async #record(edit: (before: State) => Partial<State> | Promise<Partial<State>>): Promise<void> {
    const saving = await this.#saving();
    const { trust } = saving;
    if (trust.kind === 'lost') throw trust.error;
    requireReplaced(trust, {});
    const before = stateOf(trust);
    await write(saving, { ...before, ...(await edit(before)) }, saving.store.file);
  }

  async #file(edit: (file: TerminalFile) => TerminalFile): Promise<void> {
    const { store } = this.#parts;
    const after = edit(store.file);
    if (needsNoRecord(store.file, after)) return writeFile(store, after);
    const saving = await this.#saving();
    requireReplaced(saving.trust, {});
    await write(saving, stateOf(saving.trust), edit(store.file));
  }
}

/** Logs only the name of the keychain entry: support must not see its content. */
export function leftBehindIn(log: Log): (account: string, cause: unknown) => void {
  return (account, cause) => log.warn('Keychain entry not written or not removed', { about: account, thrown: cause });
}

/** True if no sealed field changes, or without a record to seal with. */
function needsNoRecord(before: TerminalFile, after: TerminalFile): boolean {
  return !namesRecord(before) || isSealedAlike(before, after);
}

async function write(parts: Saving, state: Omit<State, 'generation'>, after: TerminalFile): Promise<void> {
  const { trust, store, keychain } = parts;
  // Without a secret there is nothing to seal, so a machine without a keychain can run training.
  const hasKey = state.signingKey !== undefined || state.nextKey !== undefined;
  const { registers, registerTls, ownRegisters, receiptNumbers } = state;
  const hasRegister = [registers, registerTls, ownRegisters, receiptNumbers].some((of) => of !== undefined);
  const hasOther = state.backup !== undefined || state.chain !== undefined;
  const hasSecret = state.pinRequired || hasKey || hasRegister || hasOther;
  if (trust.kind === 'none' && !hasSecret) return writeFile(store, after);
  const { seal: _seal, ...file } = after;
  const change = { state: { ...state, refundPinAbove: file.counter.refundPinAbove }, file };
  if (trust.kind === 'held') return writeSealed(parts, trust.record, trust.state, change);
  const record = firstRecord(file.terminalId);
  await beginTally(keychain, file.terminalId, keyFor('tally', record));
  const recovered = trust.kind === 'lost' || undefined;
  await writeSealed(parts, record, beforeRecord, { ...change, state: { ...change.state, recovered } });
}

/** Keeps the key when the same enrolment is requested again: the first response may have been lost. */
function joiningAfter({ chain, joining }: State, asked: Save['headOffice']): State['joining'] {
  if (chain !== undefined || asked === undefined) return joining;
  const { address, code } = asked;
  if (joining?.address === address && joining.code === code) return joining;
  return { address, code, privateKey: newChainKey() };
}

function requireOwn({ chain }: State, before: TerminalFile, counter: CounterSettings): void {
  const [field] = changedAmong(chain?.settings?.paths ?? [], before, { ...before, counter });
  if (field !== undefined) throw new TillError('head-office.sets', `${field} is controlled by head office`, { field });
}

interface Given {
  readonly settings?: boolean;
  readonly tuning?: boolean;
  readonly counter?: boolean;
}

/** Sealing a hand-made change not replaced by the save would hide the change: throws `terminal.tampered`. */
function requireReplaced(trust: Trust, given: Given): void {
  if (trust.kind !== 'held') return;
  const isGiven = (path: string) => {
    if (path.startsWith('counter.')) return given.counter === true;
    if (path.startsWith('settings.tuning.')) return given.tuning === true;
    return path !== 'seal' && given.settings === true;
  };
  const fault = tampering(trust);
  if (fault !== undefined && !trust.changed.every(isGiven)) throw fault;
}
