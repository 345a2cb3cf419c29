import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ProvisioningAnswer, ProvisioningChange, ProvisioningQuestion } from '../../preload/provisioning.ts';
import type { Clock } from '../base/clock.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import type { Actor } from '../journal/events.ts';
import type { Log } from '../support/log.ts';
import { type PresentTerminal, provisioningChanges } from '../terminal/provisioning-changes.ts';
import { type Provisioning, readProvisioning } from '../terminal/provisioning-file.ts';
import { secureDelete } from '../terminal/secure-delete.ts';
import type { SettingsStore } from '../terminal/settings-store.ts';
import type { TerminalFile } from '../terminal/terminal-file-versions.ts';
import type { Acts } from './acts.ts';
import type { SettingsSaver } from './settings-saver.ts';
import type { Till } from './switchable-till.ts';
import type { OnTillEvent } from './till-events.ts';
import { whereNoted } from './where-noted.ts';

export interface ProvisioningParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly store: Pick<SettingsStore, 'file'>;
  readonly save: Pick<SettingsSaver, 'terminal' | 'clearProvisioningAlarm'>;
  readonly log: Log;
  readonly acts: Pick<Acts, 'record'>;
  readonly onEvent: OnTillEvent;
  /**
   * Nobody has set this terminal up or given it a PIN, so there is nothing that a file could take from anybody; or its
   * record is lost, so nobody can be asked, and saving looks at what the file may do (`main/terminal/recover.ts`).
   */
  isFresh(): boolean;
  /** The keys that the terminal has, as far as they are known. */
  presentKeys(): Pick<PresentTerminal, 'signingKey' | 'apiKey'>;
  till(): Pick<Till, 'roles' | 'reopenAfter'>;
  /** Something that the windows show has changed. */
  changed(): void;
  /** Prints a line in the terminal that the app was started from, where support staff read it. */
  print(line: string): void;
}

/** `--provision=FILE` (docs/interface.md, Provisioning file). A file is read once and taken in whole or not at all. */
export interface ProvisioningOnStart {
  /**
   * The file of a start. A fresh terminal takes it in; any other opens as it was and asks. Before the till opens. The
   * outcome is an event. Never throws.
   */
  atStart(path: string): Promise<void>;
  /** The file of a second start while the till is open: the same, but a fresh terminal opens anew. Never throws. */
  whileOpen(path: string): Promise<void>;
  /** What is asked, as long as nobody has answered. */
  question(): ProvisioningQuestion | undefined;
  /**
   * The answer to the question with this id. Taking the file in needs the present manager's PIN where there is one, also
   * from a manager who is signed in; refusing it needs nobody. Errors: `provision.over`, `pin.required`, `pin.wrong`,
   * `pin.locked`, `settings.sale-running`, those of `saveSettings`; nothing has changed then.
   */
  answer(answer: ProvisioningAnswer): Promise<void>;
  /** A manager has seen that the terminal was set up anew. Errors: those of `saveSettings`. */
  clearAlarm(): Promise<void>;
  /** Overwrites and removes the file that was taken in. Errors: `provision.no-file`, `provision.not-shredded`. */
  shred(): void;
}

interface Asked extends Omit<ProvisioningQuestion, 'needsPin' | 'changes'> {
  readonly path: string;
  readonly changes: readonly ProvisioningChange[];
  readonly provisioning: Provisioning;
}

/** A provisioning file is a few kilobytes. Reading whatever a mistyped path names would hold up the start. */
const LARGEST_BYTES = 256 * 1024;

export function createProvisioning(parts: ProvisioningParts): ProvisioningOnStart {
  const { clock, store, save, log, acts, onEvent, print } = parts;
  let asked: Asked | undefined;
  let lastId = 0;
  let taken: string | undefined;

  /** What the file says; undefined where it has faults, each of which is told. */
  function read(path: string): Provisioning | undefined {
    const result = readProvisioning(textOf(path));
    if (result.ok) return result.provisioning;
    for (const error of result.errors) print(`${path}: ${error.path}: ${error.code}`);
    onEvent({ type: 'provisioning-file-invalid', errors: result.errors });
    log.error('The provisioning file has faults; nothing of it was kept', { count: result.errors.length });
    return undefined;
  }

  async function ask(path: string, provisioning: Provisioning): Promise<void> {
    const changes = await changesOf(provisioning);
    const file = basename(path);
    if (changes.length === 0) {
      log.info('The provisioning file says what this terminal has already', { path });
      offerShredding(path);
      return;
    }
    if (asked !== undefined) refuse(asked);
    lastId += 1;
    asked = { id: lastId, file, path, provisioning, changes };
    print(`${path}: nothing of it is taken in before somebody at the till says so.`);
    log.warn('A provisioning file asks to set this terminal up anew', { path, count: changes.length });
    parts.changed();
  }

  async function changesOf(provisioning: Provisioning): Promise<readonly ProvisioningChange[]> {
    return provisioningChanges({ file: store.file, ...parts.presentKeys() }, provisioning);
  }

  /** Settings that a manager saved meanwhile, or a keychain that answers now, may make it another question. */
  async function askAgainIfOther(given: Asked): Promise<void> {
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

  async function takeOver({ path, ...given }: Asked, by: Actor): Promise<void> {
    const { file, changes, provisioning } = given;
    const alarm = { file, at: clock.now(), changes: changes.length };
    await parts.till().reopenAfter(async () => {
      // Answered twice, it is taken once.
      if (asked?.id !== given.id) throw over();
      const before = store.file;
      await save.terminal({ ...provisioning, provisioningAlarm: alarm });
      asked = undefined;
      recordTaken(given, by, before);
    });
    offerShredding(path);
  }

  function recordTaken(given: Pick<Asked, 'file' | 'changes' | 'provisioning'>, by: Actor, before: TerminalFile): void {
    const { kid } = given.provisioning.signingKey;
    const fields = given.changes.map(({ field }) => field).join(' ');
    acts.record({ act: 'provisioned', by, about: given.file, values: { fields, kid } }, whereNoted(before, store.file));
    log.info('The terminal was provisioned', { kid });
  }

  function offerShredding(path: string): void {
    taken = path;
    onEvent({ type: 'provisioned', path });
  }

  function refuse({ file, path, changes }: Asked): void {
    asked = undefined;
    const fields = changes.map(({ field }) => field).join(' ');
    acts.record({ act: 'provisioning-refused', by: parts.till().roles.actor(), about: file, values: { fields } });
    log.warn('The provisioning file was refused; nothing was changed', { path });
    onEvent({ type: 'provisioning-refused', file });
    parts.changed();
  }

  /** Reads the file and does with it what its terminal asks for; a failure is told. */
  async function take(path: string, fresh: (provisioning: Provisioning) => Promise<void>): Promise<void> {
    try {
      const provisioning = read(path);
      if (provisioning === undefined) return;
      await (parts.isFresh() ? fresh(provisioning) : ask(path, provisioning));
    } catch (thrown) {
      const error = toTillError(thrown);
      print(error.message);
      onEvent({ type: 'provisioning-failed', error });
      log.error(error.message, { code: error.code });
    }
  }

  return {
    atStart: (path) => take(path, (provisioning) => takeFresh(path, provisioning)),
    whileOpen: (path) => take(path, (provisioning) => parts.till().reopenAfter(() => takeFresh(path, provisioning))),
    question() {
      if (asked === undefined) return undefined;
      const { id, file, changes } = asked;
      return { id, file, changes: [...changes], needsPin: parts.till().roles.pinSet() };
    },
    async answer({ id, answer, managerPin }) {
      if (asked?.id !== id) throw over();
      if (answer === 'refuse') return refuse(asked);
      const given = asked;
      const { roles } = parts.till();
      if (roles.pinSet() && managerPin === undefined)
        throw new TillError('pin.required', "This asks for the manager's PIN", { field: 'managerPin' });
      const by = await roles.authorise(managerPin);
      await askAgainIfOther(given);
      await takeOver(given, by);
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

function textOf(path: string): string {
  try {
    if (statSync(path).size > LARGEST_BYTES) throw new Error('it is too large');
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TillError('provision.unreadable', `The provisioning file ${path} cannot be read: ${why}`, {
      values: { path, why },
      cause,
    });
  }
}
