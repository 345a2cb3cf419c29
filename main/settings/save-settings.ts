import type { CounterSettings } from '../../preload/contract/settings-table.ts';
import type { Random } from '../base/clock.ts';
import { given } from '../base/given.ts';
import type { Log } from '../base/log.ts';
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
import type { TerminalTrust } from './terminal-trust.ts';
import { type WriteParts, writeFile, writeSealed } from './write-sealed.ts';

/** An absent PIN or tuning stays as it is, and so do keys for the same account. */
export interface Save {
  readonly draft: GivenSettings;
  /** The counter's settings, all of them; absent: they stay. */
  readonly counter?: CounterSettings | undefined;
  readonly counterChanges?: CounterChanges;
  readonly tuning?: TerminalSettings['tuning'];
  readonly signingKey: SigningKey | undefined;
  readonly apiKey: string | undefined;
  /** Raised by a provisioning file that replaces what was set; an earlier one stays otherwise. */
  readonly provisioningAlarm?: TerminalFile['provisioningAlarm'];
  /** Another account has its API key asked for (`ask`, or absent), for somebody may have forgotten it; a file names all keys. */
  readonly elsewhere?: 'ask' | 'none';
  /** The chain to join; a till that is in one stays there. */
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
 * Saves settings and secrets of this terminal: all or nothing, also when the app is killed in between (`writeSealed`).
 * Errors of all: those of `writeSealed`, and `terminal.tampered` for a field that was changed by hand and that the save does
 * not give anew; `head-office.sets` for one that head office sets. What changes nothing that is sealed needs no keychain:
 * then `settings.unwritable` is all.
 */
export class SettingsSaver {
  readonly #parts: SaverParts;

  constructor(parts: SaverParts) {
    this.#parts = parts;
  }

  /** Errors: also `signing-key.required`, `api-key.needed`, `keys.elsewhere`, `pin.too-short`, those of `requireRecovery`. */
  async terminal(save: Save): Promise<void> {
    const { store, random } = this.#parts;
    const saving = await this.#saving();
    const { trust } = saving;
    const { managerPin, ...fields } = save.draft;
    const { file } = store;
    const { signingKey } = save;
    if (trust.kind === 'lost') requireRecovery(file.settings, { account: fields, signingKey, managerPin });
    requireAnew(trust, { settings: true, tuning: save.tuning !== undefined, counter: save.counter !== undefined });
    const before = stateOf(trust);
    const counter = counterAsStored(withCounterChanges(save.counter ?? file.counter, save.counterChanges ?? {}));
    requireOwn(before, file, counter);
    const settings = settingsAsStored(fields, save.tuning ?? file.settings?.tuning);
    const keys = keysAfter(before, save, settings);
    requireApiKey(keys.apiKey, settings);
    const people = await peopleWith(before, managerPin, counter.shortestPin, random);
    const alarm = given({ provisioningAlarm: save.provisioningAlarm });
    const joining = joiningAfter(before, save.headOffice);
    const state = { ...before, ...keys, ...people, joining };
    await write(saving, state, { ...file, ...alarm, mode: 'live', counter, settings });
  }

  /** Saves the counter's settings and, where there is another one, the PIN. Errors: also `pin.too-short`. */
  async counter(settings: CounterSettings, managerPin: string | undefined): Promise<void> {
    const { store, random } = this.#parts;
    const counter = counterAsStored(settings);
    requireOwn(stateOf(this.#parts.trust.found), store.file, counter);
    const after = { ...store.file, counter };
    if (managerPin === undefined && needsNoRecord(store.file, after)) return writeFile(store, after);
    const saving = await this.#saving();
    requireAnew(saving.trust, { counter: true });
    const before = stateOf(saving.trust);
    const people = await peopleWith(before, managerPin, counter.shortestPin, random);
    await write(saving, { ...before, ...people }, { ...store.file, counter });
  }

  /** Saves an edit of the people as they were at `version`. Errors: also those of `editedPeople`. */
  people(version: string, edit: PeopleEdit): Promise<void> {
    return this.#record((before) => editedPeople(before, version, edit));
  }

  /** Saves an edit of the keys. Errors: also what `edit` throws. */
  keys(edit: (before: State) => KeysOfState): Promise<void> {
    return this.#record(edit);
  }

  /** Saves how daily backups are made; undefined: none are. */
  daily(backup: DailyBackup | undefined): Promise<void> {
    return this.#record(() => ({ backup }));
  }

  /** Saves which cash registers are paired, the certificate for their connections, and the receipt numbers in use. Errors: also what `edit` throws. */
  registers(
    edit: (before: State) => Pick<State, 'registers' | 'registerTls' | 'ownRegisters' | 'receiptNumbers'>,
  ): Promise<void> {
    return this.#record(edit);
  }

  /** Saves that the till is in a chain, or in none. */
  chain(chain: Chain | undefined): Promise<void> {
    return this.#record(() => ({ chain, joining: undefined }));
  }

  /** Saves what head office sets, all or nothing; `settings` undefined: it sets nothing any more. */
  async fromHeadOffice(settings: Chain['settings'], changes: CounterChanges): Promise<void> {
    const saving = await this.#saving();
    const { trust, store } = saving;
    requireAnew(trust, {});
    const before = stateOf(trust);
    if (before.chain === undefined) return;
    const counter = counterAsStored(withCounterChanges(store.file.counter, changes));
    await write(saving, { ...before, chain: { ...before.chain, settings } }, { ...store.file, counter });
  }

  mode(mode: 'training' | 'live'): Promise<void> {
    return this.#file((file) => ({ ...file, mode }));
  }

  /** Saves the public key that support packs are encrypted to; undefined: there is none. */
  supportKey(key: string | undefined): Promise<void> {
    return this.#file(({ supportKey: _key, ...file }) => ({ ...file, ...given({ supportKey: key }) }));
  }

  /** A manager has seen that a provisioning file set the terminal up anew. */
  clearProvisioningAlarm(): Promise<void> {
    return this.#file(({ provisioningAlarm: _alarm, ...file }) => file);
  }

  /** A manager has looked at what was changed by hand or set up again, and keeps it. Keys stay with their account. */
  async accept(): Promise<void> {
    const saving = await this.#saving();
    await write(saving, { ...stateOf(saving.trust), recovered: undefined }, saving.store.file);
  }

  async #saving(): Promise<Saving> {
    const { store, log, trust } = this.#parts;
    return { store, leftBehind: leftBehindIn(log), ...(await trust.forSave()) };
  }

  /** Changes the record alone. A lost one is not made anew by that. */
  async #record(edit: (before: State) => Partial<State> | Promise<Partial<State>>): Promise<void> {
    const saving = await this.#saving();
    const { trust } = saving;
    if (trust.kind === 'lost') throw trust.error;
    requireAnew(trust, {});
    const before = stateOf(trust);
    await write(saving, { ...before, ...(await edit(before)) }, saving.store.file);
  }

  /** Changes the file alone. */
  async #file(edit: (file: TerminalFile) => TerminalFile): Promise<void> {
    const { store } = this.#parts;
    const after = edit(store.file);
    if (needsNoRecord(store.file, after)) return writeFile(store, after);
    const saving = await this.#saving();
    requireAnew(saving.trust, {});
    await write(saving, stateOf(saving.trust), edit(store.file));
  }
}

/** Support learns the name of a keychain entry that could not be written or removed, never its content. */
export function leftBehindIn(log: Log): (account: string, cause: unknown) => void {
  return (account, cause) =>
    log.warn('A keychain entry could not be written or removed', { about: account, thrown: cause });
}

/** Nothing sealed changes, or there is nothing to seal with. */
function needsNoRecord(before: TerminalFile, after: TerminalFile): boolean {
  return !namesRecord(before) || isSealedAlike(before, after);
}

async function write(parts: Saving, state: Omit<State, 'generation'>, after: TerminalFile): Promise<void> {
  const { trust, store, keychain } = parts;
  // Nobody has given a secret: there is nothing to keep, and a machine without a keychain can be used for training.
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

/** The key of an enrolment that is asked for again is kept: its first response may be lost. */
function joiningAfter({ chain, joining }: State, asked: Save['headOffice']): State['joining'] {
  if (chain !== undefined || asked === undefined) return joining;
  const { address, code } = asked;
  if (joining?.address === address && joining.code === code) return joining;
  return { address, code, privateKey: newChainKey() };
}

/** Throws `head-office.sets` for a field that head office has set, and that would become another one. */
function requireOwn({ chain }: State, before: TerminalFile, counter: CounterSettings): void {
  const [field] = changedAmong(chain?.settings?.paths ?? [], before, { ...before, counter });
  if (field !== undefined) throw new TillError('head-office.sets', `Head office sets ${field}`, { field });
}

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
