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
import type { Clock } from '../base/clock.ts';
import type { FieldError } from '../base/field-errors.ts';
import type { Log } from '../base/log.ts';
import { secureDelete } from '../base/secure-delete.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import type { Actor } from '../domain/events.ts';
import type { KeysOfState } from '../identity/keys-for.ts';
import { decryptWithPassphrase, looksEncrypted } from '../identity/passphrase-file.ts';
import { createSlowedTries } from '../identity/slowed-tries.ts';
import type { ProvisionWith } from '../settings/command-line.ts';
import { faultInWords, printable } from '../settings/fault-words.ts';
import { handedText, readHandedFile } from '../settings/handed-file.ts';
import { provisioningChanges } from '../settings/provisioning-changes.ts';
import {
  LARGEST_PROVISIONING_FILE,
  PROVISIONING_TYP,
  type Provisioning,
  readProvisioning,
} from '../settings/provisioning-file.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { TerminalFile } from '../settings/terminal-file-versions.ts';
import type { Acts } from './acts.ts';
import {
  type Asked,
  type AskedChanges,
  faultOfGiven,
  type Needs,
  questionOf,
  type Source,
  type Step,
} from './provisioning-steps.ts';
import type { SettingsSaver } from './settings-saver.ts';
import type { Till } from './switchable-till.ts';
import type { OnTillEvent } from './till-events.ts';
import { whereNoted } from './where-noted.ts';

export interface ProvisioningParts {
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly store: Pick<SettingsStore, 'file'>;
  readonly save: Pick<SettingsSaver, 'terminal' | 'clearProvisioningAlarm'>;
  readonly log: Log;
  readonly acts: Pick<Acts, 'record'>;
  readonly onEvent: OnTillEvent;
  /**
   * Nobody has set this terminal up or given it a PIN, so there is nothing that a file could take from anybody; or its
   * record is lost, so nobody can be asked, and saving looks at what the file may do (`main/settings/recover.ts`).
   */
  isFresh(): boolean;
  /** The keys that the terminal has, as far as they are known. */
  presentKeys(): KeysOfState;
  till(): Pick<Till, 'roles' | 'reopenAfter'>;
  /** Something that the windows show has changed. */
  changed(): void;
  /** Prints a line in the terminal that the app was started from, where support staff read it. */
  print(line: string): void;
  /** So many lines of standard input (`readLines`). */
  readInput(count: number): Promise<readonly string[]>;
}

/**
 * A provisioning file (docs/interface.md), from the command line or from a person at the till. It is read once and taken in
 * whole or not at all.
 */
export interface ProvisioningOnStart {
  /**
   * The file of a start. A fresh terminal takes it in, with what `beside` gives to it; where something is missing, and on any
   * other terminal, the till opens as it was and asks. Before the till opens. The outcome is an event. Never throws.
   */
  atStart(path: string, beside?: ProvisionWith): Promise<void>;
  /**
   * The file of a second start while the till is open: the same, but a fresh terminal opens anew, and no standard input is
   * there. Never throws.
   */
  whileOpen(path: string, beside?: ProvisionWith): Promise<void>;
  /**
   * The keychain answers after all, to a person perhaps who had to unlock it: the file of a start or a second start that it
   * kept a fresh terminal from taking in is tried again. Never throws.
   */
  keychainAnswered(): Promise<void>;
  /** A person hands a file in: always asks, and shows what is wrong with it as a question. Never throws. */
  handIn(path: string): Promise<HandedIn['outcome']>;
  /** What is asked, as long as nobody has answered. */
  question(): ProvisioningQuestion | undefined;
  /**
   * The answer to the question with this id. Taking the file in needs the present manager's PIN where there is one, also
   * from a manager who is signed in; refusing it needs nobody. Errors: `provision.over`, `pin.required`, `pin.wrong`,
   * `pin.locked`, `settings.sale-running`, those of `saveSettings`; nothing has changed then.
   */
  answer(answer: ProvisioningAnswer): Promise<void>;
  /** Opens an encrypted file. Errors: `provision.over`, `passphrase.wrong`, `file.damaged`, `file.wrong-kind`. */
  passphrase(given: ProvisioningPassphrase): Promise<void>;
  /** Gives what the file leaves out. Errors: `provision.over`, and what is wrong with it, at its `field`. */
  missing(given: ProvisioningMissing): Promise<void>;
  /** A manager has seen that the terminal was set up anew. Errors: those of `saveSettings`. */
  clearAlarm(): Promise<void>;
  /** Overwrites and removes the file that was taken in. Errors: `provision.no-file`, `provision.not-shredded`. */
  shred(): void;
}

type TakeFresh = (provisioning: Provisioning) => Promise<void>;

export function createProvisioning(parts: ProvisioningParts): ProvisioningOnStart {
  const { clock, store, save, log, acts, onEvent, print } = parts;
  const tried = createSlowedTries(clock);
  let asked: Asked | undefined;
  let lastId = 0;
  let taken: string | undefined;
  /** A file that no person at the till handed in, and that the keychain kept from being taken in. */
  let waiting: Source | undefined;

  function put(source: Source, step: Step): 'asked' {
    if (asked?.stage === 'changes') refuse(asked);
    lastId += 1;
    asked = { id: lastId, source, ...step };
    parts.changed();
    return 'asked';
  }

  async function begin(source: Source, fresh: TakeFresh | undefined): Promise<HandedIn['outcome']> {
    const { path, passphrase } = source;
    const text = handedText(await readHandedFile(path, LARGEST_PROVISIONING_FILE), path);
    if (!looksEncrypted(text)) return check(source, text, fresh);
    if (passphrase !== undefined) return check(source, await decrypted(source, text, passphrase), fresh);
    if (!source.byHand) print(`${path}: it is encrypted, and the till asks for its passphrase.`);
    return put(source, { stage: 'passphrase', text });
  }

  async function decrypted({ path }: Source, text: string, passphrase: string): Promise<string> {
    return handedText(await tried(() => decryptWithPassphrase(text, passphrase, PROVISIONING_TYP)), path);
  }

  async function check(source: Source, text: string, fresh?: TakeFresh): Promise<HandedIn['outcome']> {
    const result = readProvisioning(text, source.given, store.file.counter.shortestPin);
    if (!result.ok && result.errors.length > 0) return tellFaults(source, result.errors);
    const hasPin = result.ok ? Boolean(result.provisioning.draft.managerPin) : result.hasPin === true;
    const needs: Needs = { posId: !result.ok, pin: pinOf(source, hasPin) };
    if (!result.ok || needs.pin === 'required' || (needs.pin === 'optional' && fresh === undefined)) {
      if (!source.byHand) print(`${source.path}: the till asks for what the file leaves out.`);
      return put(source, { stage: 'missing', text, needs });
    }
    const { provisioning } = result;
    // A key that was made for the first account, and that the provider may have, would be gone.
    const losesKey = parts.presentKeys().nextKey !== undefined;
    if (fresh === undefined || !parts.isFresh() || losesKey) return ask(source, provisioning);
    await fresh(provisioning);
    return 'same';
  }

  /** A PIN is for a terminal that has none; elsewhere the present one stays. */
  function pinOf({ pinWanted }: Source, hasPin: boolean): Needs['pin'] {
    if (hasPin || !parts.isFresh()) return 'no';
    return pinWanted ? 'required' : 'optional';
  }

  function tellFaults(source: Source, errors: readonly FieldError[]): 'asked' {
    const { path, byHand } = source;
    log.error('The provisioning file has faults; nothing of it was kept', { count: errors.length });
    if (!byHand) for (const error of errors) print(`${path}: ${faultInWords(error)}`);
    const shown = errors.slice(0, MOST_SHOWN_FAULTS).map((error) => ({ ...error, path: printable(error.path) }));
    if (!byHand) onEvent({ type: 'provisioning-file-invalid', errors: shown });
    const faults = shown.map(({ path: place, code, values }) => ({ place, code, values: { ...values } }));
    return byHand ? put(source, { stage: 'faults', faults, count: errors.length }) : 'asked';
  }

  async function ask(source: Source, provisioning: Provisioning): Promise<HandedIn['outcome']> {
    const { path } = source;
    const changes = await changesOf(provisioning);
    if (changes.length === 0) {
      log.info('The provisioning file says what this terminal has already');
      asked = undefined;
      offerShredding(path);
      return 'same';
    }
    put(source, { stage: 'changes', provisioning, changes });
    if (!source.byHand) print(`${path}: nothing of it is taken in before somebody at the till says so.`);
    log.warn('A provisioning file asks to set this terminal up anew', { count: changes.length });
    return 'asked';
  }

  async function changesOf(provisioning: Provisioning): Promise<readonly ProvisioningChange[]> {
    return provisioningChanges({ file: store.file, keys: parts.presentKeys() }, provisioning);
  }

  /** Settings that a manager saved meanwhile, or a keychain that answers now, may make it another question. */
  async function askAgainIfOther(given: AskedChanges): Promise<void> {
    const changes = await changesOf(given.provisioning);
    if (isDeepStrictEqual(changes, given.changes)) return;
    lastId += 1;
    asked = { ...given, id: lastId, changes };
    parts.changed();
    throw over();
  }

  async function takeFresh(path: string, provisioning: Provisioning): Promise<void> {
    const changes = await changesOf(provisioning);
    const before = store.file;
    await save.terminal(provisioning);
    recordTaken({ file: basename(path), changes, provisioning }, { role: 'till' }, before);
    offerShredding(path);
  }

  async function takeOver({ id, source, changes, provisioning }: AskedChanges, by: Actor): Promise<void> {
    const file = basename(source.path);
    // Where nobody had set anything up there is nothing that a file could have replaced.
    const alarm = parts.isFresh() ? {} : { provisioningAlarm: { file, at: clock.now(), changes: changes.length } };
    await parts.till().reopenAfter(async () => {
      // Answered twice, it is taken once.
      if (asked?.id !== id) throw over();
      const before = store.file;
      await save.terminal({ ...provisioning, ...alarm });
      asked = undefined;
      recordTaken({ file, changes, provisioning }, by, before);
    });
    offerShredding(source.path);
  }

  function recordTaken(
    given: Pick<AskedChanges, 'changes' | 'provisioning'> & { readonly file: string },
    by: Actor,
    before: TerminalFile,
  ): void {
    const { kid } = given.provisioning.signingKey;
    const fields = given.changes.map(({ field }) => field).join(' ');
    acts.record({ act: 'provisioned', by, about: given.file, values: { fields, kid } }, whereNoted(before, store.file));
    log.info('The terminal was provisioned', { kid });
  }

  function offerShredding(path: string): void {
    taken = path;
    onEvent({ type: 'provisioned', path });
  }

  function refuse({ source: { path }, ...step }: Asked): void {
    asked = undefined;
    parts.changed();
    // Of any other question nobody has seen yet what the file would change.
    if (step.stage !== 'changes') return;
    const file = basename(path);
    const fields = step.changes.map(({ field }) => field).join(' ');
    acts.record({ act: 'provisioning-refused', by: parts.till().roles.actor(), about: file, values: { fields } });
    log.warn('The provisioning file was refused; nothing was changed');
    onEvent({ type: 'provisioning-refused', file });
  }

  /** Tells why a file was not taken: to a person who handed it in as the answer, to all others as an event. */
  function fail(source: Source, thrown: unknown): 'asked' {
    const error = toTillError(thrown);
    log.error(error);
    const { code, values } = error;
    if (source.byHand)
      return put(source, { stage: 'faults', faults: [{ place: '', code, values: { ...values } }], count: 1 });
    print(error.message);
    onEvent({ type: 'provisioning-failed', error });
    return 'asked';
  }

  async function take(source: Source, fresh: TakeFresh): Promise<void> {
    waiting = undefined;
    try {
      await begin(source, fresh);
    } catch (thrown) {
      if (toTillError(thrown).code === 'keychain.locked') waiting = source;
      fail(source, thrown);
    }
  }

  /** Nobody has typed the PIN that came with the file. Where it would end a sale, a person is asked. */
  function takeWhileOpen(source: Source): Promise<void> {
    return take(source, async (provisioning) => {
      const { roles, reopenAfter } = parts.till();
      const saleRuns = async (thrown: unknown) => {
        if (toTillError(thrown).code !== 'settings.sale-running') throw thrown;
        await ask(source, provisioning);
      };
      await reopenAfter(() => takeFresh(source.path, provisioning)).then(roles.lock, saleRuns);
    });
  }

  /** Passphrase first, then PIN. What does not come is asked for at the till. */
  async function secretsOf({
    pinFromStdin,
    passphraseFromStdin,
  }: ProvisionWith): Promise<readonly (string | undefined)[]> {
    const count = Number(pinFromStdin) + Number(passphraseFromStdin);
    if (count === 0) return [];
    try {
      const lines = await parts.readInput(count);
      if (lines.length < count) print('Standard input ended too soon; the till asks for what is missing.');
      return passphraseFromStdin ? lines : [undefined, ...lines];
    } catch (thrown) {
      const error = toTillError(thrown);
      print(`${error.message}; the till asks for what is missing.`);
      log.warn(error);
      return [];
    }
  }

  /** Where the record is lost no PIN is right, and what the file may do is looked at as it is saved. */
  function needsPin(): boolean {
    return !parts.isFresh() && parts.till().roles.pinSet();
  }

  function asChanges(id: number): AskedChanges {
    if (asked?.id !== id || asked.stage !== 'changes') throw over();
    return asked;
  }

  return {
    async atStart(path, beside = { pinFromStdin: false, passphraseFromStdin: false }) {
      const [passphrase, managerPin] = await secretsOf(beside);
      const given = { posId: beside.posId, managerPin };
      const source = { path, byHand: false, given, pinWanted: beside.pinFromStdin, passphrase };
      await take(source, (provisioning) => takeFresh(path, provisioning));
    },
    async whileOpen(path, { posId, pinFromStdin } = { pinFromStdin: false, passphraseFromStdin: false }) {
      await takeWhileOpen({ path, byHand: false, given: { posId }, pinWanted: pinFromStdin });
    },
    async keychainAnswered() {
      if (waiting !== undefined && parts.isFresh()) await takeWhileOpen(waiting);
    },
    async handIn(path) {
      const source = { path, byHand: true, given: {}, pinWanted: false };
      try {
        return await begin(source, undefined);
      } catch (thrown) {
        return fail(source, thrown);
      }
    },
    question: () => (asked === undefined ? undefined : questionOf(asked, parts.isFresh, needsPin)),
    async answer({ id, answer, managerPin }) {
      if (asked?.id !== id) throw over();
      if (answer === 'refuse') return refuse(asked);
      const given = asChanges(id);
      if (needsPin() && managerPin === undefined)
        throw new TillError('pin.required', "This asks for the manager's PIN", { field: 'managerPin' });
      const { roles } = parts.till();
      const by = needsPin() ? await roles.authorise(managerPin) : roles.actor();
      await askAgainIfOther(given);
      await takeOver(given, by);
    },
    async passphrase({ id, passphrase }) {
      if (asked?.id !== id || asked.stage !== 'passphrase') throw over();
      const { source, text } = asked;
      const plain = await decrypted(source, text, passphrase);
      if (asked?.id !== id) throw over();
      await check({ ...source, byHand: true }, plain);
    },
    async missing({ id, posId, managerPin }) {
      if (asked?.id !== id || asked.stage !== 'missing') throw over();
      const { source, text, needs } = asked;
      if (needs.pin === 'required' && managerPin === undefined)
        throw new TillError('pin.required', 'The manager gets a PIN', { field: 'managerPin' });
      const given = {
        posId: needs.posId ? posId : source.given.posId,
        managerPin: managerPin ?? source.given.managerPin,
      };
      const result = readProvisioning(text, given, store.file.counter.shortestPin);
      if (result.ok) return void (await ask({ ...source, byHand: true, given }, result.provisioning));
      throw faultOfGiven(result.errors[0]);
    },
    async clearAlarm() {
      const { provisioningAlarm } = store.file;
      if (provisioningAlarm === undefined) return;
      await save.clearProvisioningAlarm();
      acts.record({ act: 'provisioning-alarm-cleared', by: parts.till().roles.actor(), about: provisioningAlarm.file });
      parts.changed();
    },
    shred() {
      if (taken === undefined) throw new TillError('provision.no-file', 'There is no file to shred');
      try {
        secureDelete(taken);
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new TillError('provision.not-shredded', `The file could not be shredded: ${why}`, {
          retryable: true,
          values: { path: taken },
          cause,
        });
      }
      taken = undefined;
      onEvent({ type: 'provisioning-file-shredded' });
      log.info('The provisioning file was shredded');
    },
  };
}

function over(): TillError {
  return new TillError('provision.over', 'This is not asked any more');
}
