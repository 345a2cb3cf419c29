import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  MOST_SHOWN_FAULTS,
  type ProvisioningAnswer,
  type ProvisioningChange,
  type ProvisioningMissing,
  type ProvisioningPassphrase,
  type ProvisioningQuestion,
} from '../../preload/contract/provisioning.ts';
import type { HandedIn } from '../../preload/contract/provisioning-calls.ts';
import { type Acts, whereNoted } from '../audit/audit-log.ts';
import type { Clock } from '../base/clock.ts';
import type { FieldError } from '../base/field-errors.ts';
import { handedText, readHandedFile } from '../base/handed-file.ts';
import type { Log } from '../base/log.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import type { Actor } from '../domain/events.ts';
import { decryptWithPassphrase, looksEncrypted } from '../identity/passphrase-file.ts';
import { createPassphraseTries } from '../identity/passphrase-tries.ts';
import type { KeysOfState, State } from '../identity/sealed-record.ts';
import type { SettingsSaver } from '../settings/save-settings.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { TerminalFile } from '../settings/terminal-file-versions.ts';
import type { Till } from '../till/switchable-till.ts';
import type { OnTillEvent } from '../till/till-events.ts';
import { faultInWords, printable } from './fault-words.ts';
import { provisioningChanges } from './provisioning-changes.ts';
import {
  LARGEST_PROVISIONING_FILE,
  PROVISIONING_TYP,
  type Provisioning,
  readProvisioning,
} from './provisioning-file.ts';
import {
  type Asked,
  type AskedChanges,
  faultOfGiven,
  type Needs,
  NO_OPTIONS,
  questionOf,
  type Source,
  type Step,
  secretsFrom,
  shredFile,
} from './provisioning-steps.ts';

export interface ProvisionerParts {
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly store: Pick<SettingsStore, 'file'>;
  readonly save: Pick<SettingsSaver, 'terminal' | 'clearProvisioningAlarm'>;
  readonly log: Log;
  readonly acts: Pick<Acts, 'record'>;
  readonly onEvent: OnTillEvent;
  /** True for a terminal without settings or keys to lose; also for a lost record, where the save decides. */
  isFresh(): boolean;
  presentKeys(): KeysOfState & Pick<State, 'chain' | 'joining'>;
  readonly till: Pick<Till, 'roles' | 'reopenAfter' | 'adjustAfter'>;
  changed(): void;
  /** Prints a line to the terminal of the start, for support staff. */
  print(line: string): void;
  readInput(count: number): Promise<readonly string[]>;
}

type TakeFresh = (provisioning: Provisioning) => Promise<void>;

type Taken = Pick<AskedChanges, 'changes' | 'provisioning'> & { readonly file: string };

/** Takes in provisioning files (docs/guide/administrators.md): read once, and taken in completely or not at all. */
export class Provisioner {
  readonly #parts: ProvisionerParts;
  readonly #tried: ReturnType<typeof createPassphraseTries>;
  #asked: Asked | undefined;
  #lastId = 0;
  /** Path of the last file taken in, offered for shredding. */
  #taken: string | undefined;
  /** A file from the command line waiting for the keychain. */
  #waiting: Source | undefined;

  constructor(parts: ProvisionerParts) {
    this.#parts = parts;
    this.#tried = createPassphraseTries(parts.clock);
  }

  /** A fresh terminal takes in a complete file of the first start; otherwise the till asks. Never throws. */
  async atStart(path: string, options = NO_OPTIONS): Promise<void> {
    const [passphrase, managerPin] = await secretsFrom(this.#parts, options);
    const given = { posId: options.posId, managerPin };
    const source = { path, byHand: false, given, pinWanted: options.pinFromStdin, passphrase };
    await this.#take(source, (provisioning) => this.#takeFresh(path, provisioning));
  }

  /** Handles the file of a second start while the till is open; a fresh terminal opens again. Never throws. */
  async whileOpen(path: string, { posId, pinFromStdin } = NO_OPTIONS): Promise<void> {
    await this.#takeWhileOpen({ path, byHand: false, given: { posId }, pinWanted: pinFromStdin });
  }

  /** Retries a file delayed by the keychain. Never throws. */
  async keychainAnswered(): Promise<void> {
    if (this.#waiting !== undefined && this.#parts.isFresh()) await this.#takeWhileOpen(this.#waiting);
  }

  /** Handles a file chosen by a person: always asks, and shows faults as a question. Never throws. */
  async handIn(path: string): Promise<HandedIn['outcome']> {
    const source = { path, byHand: true, given: {}, pinWanted: false };
    try {
      return await this.#begin(source, undefined);
    } catch (thrown) {
      return this.#fail(source, thrown);
    }
  }

  question(): ProvisioningQuestion | undefined {
    const { isFresh } = this.#parts;
    return this.#asked && questionOf(this.#asked, { isFresh, needsPin: () => this.#needsPin() });
  }

  /**
   * Taking in needs the manager's PIN if set, even from a signed-in manager; refusing needs none. Throws `TillError`
   * `provision.over`, the errors of a PIN or a save, `settings.sale-running`; nothing has changed then.
   */
  async answer({ id, answer, managerPin }: ProvisioningAnswer): Promise<void> {
    const asked = this.#askedWith(id);
    if (answer === 'refuse') return this.#refuse(asked);
    if (asked.stage !== 'changes') throw over();
    if (this.#needsPin() && managerPin === undefined)
      throw new TillError('pin.required', "Manager's PIN required", { field: 'managerPin' });
    const { roles } = this.#parts.till;
    const by = this.#needsPin() ? await roles.authorise(managerPin) : roles.actor();
    await this.#askAgainIfOther(asked);
    await this.#takeOver(asked, by);
  }

  /** Decrypts the file. Throws `TillError` `provision.over`, `passphrase.wrong`, `file.damaged`, `file.wrong-kind`. */
  async passphrase({ id, passphrase }: ProvisioningPassphrase): Promise<void> {
    const asked = this.#askedWith(id);
    if (asked.stage !== 'passphrase') throw over();
    const plain = await this.#decrypted(asked.source, asked.text, passphrase);
    this.#askedWith(id);
    await this.#check({ ...asked.source, byHand: true }, plain);
  }

  /** Adds missing values. Throws `TillError` `provision.over`, and faults of the values with their `field`. */
  async missing({ id, posId, managerPin }: ProvisioningMissing): Promise<void> {
    const asked = this.#askedWith(id);
    if (asked.stage !== 'missing') throw over();
    const { source, text, needs } = asked;
    if (needs.pin === 'required' && managerPin === undefined)
      throw new TillError('pin.required', 'PIN of the manager required', { field: 'managerPin' });
    const given = {
      posId: needs.posId ? posId : source.given.posId,
      managerPin: managerPin ?? source.given.managerPin,
    };
    const result = readProvisioning(text, given, this.#parts.store.file.counter.shortestPin);
    if (!result.ok) throw faultOfGiven(result.errors[0]);
    await this.#ask({ ...source, byHand: true, given }, result.provisioning);
  }

  async clearAlarm(): Promise<void> {
    const { store, save, acts, till } = this.#parts;
    // Two parallel saves would overwrite each other's next state in the record.
    await till.adjustAfter(async () => {
      const { provisioningAlarm } = store.file;
      if (provisioningAlarm === undefined) return;
      await save.clearProvisioningAlarm();
      acts.record({ act: 'provisioning-alarm-cleared', by: till.roles.actor(), about: provisioningAlarm.file });
    });
  }

  /** Shreds the file last taken in. Throws `TillError` `provision.no-file`, `provision.not-shredded`. */
  shred(): void {
    const path = this.#taken;
    if (path === undefined) throw new TillError('provision.no-file', 'No file to shred');
    shredFile(path);
    this.#taken = undefined;
    this.#parts.onEvent({ type: 'provisioning-file-shredded' });
    this.#parts.log.info('Provisioning file shredded');
  }

  async #take(source: Source, fresh: TakeFresh): Promise<void> {
    this.#waiting = undefined;
    try {
      await this.#begin(source, fresh);
    } catch (thrown) {
      if (toTillError(thrown).code === 'keychain.locked') this.#waiting = source;
      this.#fail(source, thrown);
    }
  }

  /** Locks the till afterwards, since the person there did not type the file's PIN. Asks instead during a sale. */
  #takeWhileOpen(source: Source): Promise<void> {
    return this.#take(source, async (provisioning) => {
      const { roles } = this.#parts.till;
      try {
        await this.#parts.till.reopenAfter(() => this.#takeFresh(source.path, provisioning));
      } catch (thrown) {
        if (toTillError(thrown).code !== 'settings.sale-running') throw thrown;
        await this.#ask(source, provisioning);
        return;
      }
      roles.lock();
    });
  }

  async #begin(source: Source, fresh: TakeFresh | undefined): Promise<HandedIn['outcome']> {
    const { path, passphrase } = source;
    const text = handedText(await readHandedFile(path, LARGEST_PROVISIONING_FILE), path);
    if (!looksEncrypted(text)) return this.#check(source, text, fresh);
    if (passphrase !== undefined) return this.#check(source, await this.#decrypted(source, text, passphrase), fresh);
    this.#print(source, 'the file is encrypted; the till asks for its passphrase.');
    return this.#put(source, { stage: 'passphrase', text });
  }

  async #decrypted({ path }: Source, text: string, passphrase: string): Promise<string> {
    return handedText(await this.#tried(() => decryptWithPassphrase(text, passphrase, PROVISIONING_TYP)), path);
  }

  async #check(source: Source, text: string, fresh?: TakeFresh): Promise<HandedIn['outcome']> {
    const { store, presentKeys, isFresh } = this.#parts;
    const result = readProvisioning(text, source.given, store.file.counter.shortestPin);
    if (!result.ok && result.errors.length > 0) return this.#reportFaults(source, result.errors);
    const hasPin = result.ok ? Boolean(result.provisioning.draft.managerPin) : result.hasPin === true;
    const needs: Needs = { posId: !result.ok, pin: hasPin ? 'no' : this.#pinNeeded(source) };
    if (!result.ok || needs.pin === 'required' || (needs.pin === 'optional' && fresh === undefined)) {
      this.#print(source, 'the till asks for the missing values.');
      return this.#put(source, { stage: 'missing', text, needs });
    }
    const { provisioning } = result;
    // Taking in would delete a key made for the first account and perhaps already registered with the provider.
    const losesKey = presentKeys().nextKey !== undefined;
    if (fresh === undefined || !isFresh() || losesKey) return this.#ask(source, provisioning);
    await fresh(provisioning);
    return 'same';
  }

  /** Only a terminal without a PIN needs a PIN; otherwise the present PIN stays. */
  #pinNeeded({ pinWanted }: Source): Needs['pin'] {
    if (!this.#parts.isFresh()) return 'no';
    return pinWanted ? 'required' : 'optional';
  }

  async #ask(source: Source, provisioning: Provisioning): Promise<HandedIn['outcome']> {
    const { path } = source;
    const { log } = this.#parts;
    const changes = await this.#changesOf(provisioning);
    if (changes.length === 0) {
      log.info('Provisioning file matches this terminal: nothing to change');
      this.#asked = undefined;
      this.#offerShredding(path);
      return 'same';
    }
    this.#put(source, { stage: 'changes', provisioning, changes });
    this.#print(source, 'the file is not applied without approval at the till.');
    log.warn('Provisioning file changes the set-up of this terminal: approval required', { count: changes.length });
    return 'asked';
  }

  async #changesOf(provisioning: Provisioning): Promise<readonly ProvisioningChange[]> {
    const { store, presentKeys } = this.#parts;
    return provisioningChanges({ file: store.file, keys: presentKeys() }, provisioning);
  }

  #put(source: Source, step: Step): 'asked' {
    if (this.#asked?.stage === 'changes') this.#refuse(this.#asked);
    this.#lastId += 1;
    this.#asked = { id: this.#lastId, source, ...step };
    this.#parts.changed();
    return 'asked';
  }

  /** Asks again if the changes differ, e.g. after a manager's save or once the keychain has answered. */
  async #askAgainIfOther(given: AskedChanges): Promise<void> {
    const changes = await this.#changesOf(given.provisioning);
    if (isDeepStrictEqual(changes, given.changes)) return;
    this.#lastId += 1;
    this.#asked = { ...given, id: this.#lastId, changes };
    this.#parts.changed();
    throw over();
  }

  async #takeFresh(path: string, provisioning: Provisioning): Promise<void> {
    const { store, save } = this.#parts;
    const changes = await this.#changesOf(provisioning);
    const before = store.file;
    await save.terminal(provisioning);
    this.#recordTaken({ file: basename(path), changes, provisioning }, { role: 'till' }, before);
    this.#offerShredding(path);
  }

  async #takeOver({ id, source, changes, provisioning }: AskedChanges, by: Actor): Promise<void> {
    const { store, save, clock, isFresh, till } = this.#parts;
    const file = basename(source.path);
    // A fresh terminal had nothing to replace, so gets no alarm.
    const alarm = isFresh() ? {} : { provisioningAlarm: { file, at: clock.now(), changes: changes.length } };
    await till.reopenAfter(async () => {
      // A second answer in parallel is refused.
      this.#askedWith(id);
      const before = store.file;
      await save.terminal({ ...provisioning, ...alarm });
      this.#asked = undefined;
      this.#recordTaken({ file, changes, provisioning }, by, before);
    });
    this.#offerShredding(source.path);
  }

  #recordTaken({ file, changes, provisioning }: Taken, by: Actor, before: TerminalFile): void {
    const { acts, store, log } = this.#parts;
    const { kid } = provisioning.signingKey;
    const values = { fields: fieldsOf(changes), kid };
    acts.record({ act: 'provisioned', by, about: file, values }, whereNoted(before, store.file));
    log.info('Terminal provisioned', { kid });
  }

  #offerShredding(path: string): void {
    this.#taken = path;
    this.#parts.onEvent({ type: 'provisioned', path });
  }

  #refuse({ source: { path }, ...step }: Asked): void {
    const { acts, till, log, onEvent, changed } = this.#parts;
    this.#asked = undefined;
    changed();
    // At earlier stages, the changes have not been shown yet.
    if (step.stage !== 'changes') return;
    const file = basename(path);
    const values = { fields: fieldsOf(step.changes) };
    acts.record({ act: 'provisioning-refused', by: till.roles.actor(), about: file, values });
    log.warn('Provisioning file declined: nothing changed');
    onEvent({ type: 'provisioning-refused', file });
  }

  #reportFaults(source: Source, errors: readonly FieldError[]): 'asked' {
    const { log, onEvent } = this.#parts;
    log.error('Provisioning file invalid: nothing applied', { count: errors.length });
    for (const error of errors) this.#print(source, faultInWords(error));
    const shown = errors.slice(0, MOST_SHOWN_FAULTS).map((error) => ({ ...error, path: printable(error.path) }));
    if (!source.byHand) {
      onEvent({ type: 'provisioning-file-invalid', errors: shown });
      return 'asked';
    }
    const faults = shown.map(({ path: place, code, values }) => ({ place, code, values: { ...values } }));
    return this.#put(source, { stage: 'faults', faults, count: errors.length });
  }

  #fail(source: Source, thrown: unknown): 'asked' {
    const error = toTillError(thrown);
    const { code, message, values } = error;
    this.#parts.log.error(error);
    if (source.byHand)
      return this.#put(source, { stage: 'faults', faults: [{ place: '', code, values: { ...values } }], count: 1 });
    this.#parts.print(message);
    this.#parts.onEvent({ type: 'provisioning-failed', error });
    return 'asked';
  }

  /** Prints for the person who started the app; a person at the till sees the question there. */
  #print({ path, byHand }: Source, line: string): void {
    if (!byHand) this.#parts.print(`${path}: ${line}`);
  }

  /** After the loss of the record no PIN is valid, and the save decides about the file. */
  #needsPin(): boolean {
    return !this.#parts.isFresh() && this.#parts.till.roles.pinSet();
  }

  #askedWith(id: number): Asked {
    if (this.#asked?.id !== id) throw over();
    return this.#asked;
  }
}

function fieldsOf(changes: readonly ProvisioningChange[]): string {
  return changes.map(({ field }) => field).join(' ');
}

function over(): TillError {
  return new TillError('provision.over', 'Question already answered or replaced');
}
