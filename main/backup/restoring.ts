import { basename, join } from 'node:path';
import type { RestorePreview } from '../../preload/contract/backup.ts';
import { TillError } from '../base/till-error.ts';
import type { Actor } from '../domain/events.ts';
import type { ManagerSession } from '../identity/manager-session.ts';
import { peopleWith } from '../identity/people.ts';
import { systemDisk } from '../journal/database.ts';
import type { Trust } from '../settings/read-trust.ts';
import { requireRecovery } from '../settings/recover.ts';
import { type BringBackParts, bringBack, keptName } from './bring-back.ts';
import { requireBackup, type UnpackedBackup, unpackBackup } from './read-backup.ts';
import { journalPlans } from './replaced-journals.ts';
import { isOtherTerminal, restorePreview } from './restore-preview.ts';
import { givenToRecover } from './restored-terminal.ts';
import { asRestoreFault, discardDraft, emptyDraft } from './staged-restore.ts';

export interface RestoringParts extends BringBackParts {
  /** The running till. `reopenAfter` throws while a sale is open. */
  readonly till: {
    readonly roles: Pick<ManagerSession, 'current' | 'pinSet' | 'authorise' | 'actor'>;
    reopenAfter(change: () => Promise<void>): Promise<void>;
  };
  restart(): void;
}

interface Confirmation {
  readonly id: number;
  readonly managerPin?: string | undefined;
  readonly otherTerminal?: true | undefined;
}

interface Opened {
  readonly unpacked: UnpackedBackup;
  readonly draft: string;
}

/** The unpacked journals are copies without a seal, so they are deleted when the preview ends. */
const OPEN_MS = 10 * 60_000;
const LOOK_EVERY_MS = 30_000;

export class Restoring {
  readonly #parts: RestoringParts;
  #lastId = 0;
  #chosen: { readonly id: number; readonly path: string } | undefined;
  #opened: Opened | undefined;
  #busy = false;
  #stopLooking: (() => void) | undefined;

  constructor(parts: RestoringParts) {
    this.#parts = parts;
  }

  get underWay(): boolean {
    return this.#busy;
  }

  async choose(path: string): Promise<{ readonly id: number; readonly file: string }> {
    await requireBackup(path);
    if (this.#busy) throw over();
    this.#letGo();
    this.#lastId += 1;
    this.#chosen = { id: this.#lastId, path };
    return { id: this.#lastId, file: basename(path) };
  }

  /** Errors: `backup.over`, and as for `unpackBackup`. */
  async open(id: number, passphrase: string): Promise<RestorePreview> {
    const path = this.#requireChosen(id);
    this.#busy = true;
    try {
      this.#letGo();
      this.#opened = await this.#unpack(path, passphrase);
      this.#letGoLater();
      return await this.#preview(id, path, this.#opened.unpacked);
    } finally {
      this.#settle();
    }
  }

  /**
   * Decides the restore and restarts the app. Errors, with nothing changed: `backup.over`, `backup.other-terminal`,
   * `settings.sale-running`, `recover.*`, and errors of the PIN, the keychain and the disk.
   */
  async confirm({ id, managerPin, otherTerminal }: Confirmation): Promise<void> {
    const path = this.#requireChosen(id);
    const opened = this.#opened;
    if (opened === undefined) throw over();
    const { till, store, trust, restart } = this.#parts;
    this.#busy = true;
    try {
      const { trust: found } = await trust.forSave();
      if (isOtherTerminal({ unpacked: opened.unpacked, present: store.file, trust: found }) && otherTerminal !== true)
        throw new TillError('backup.other-terminal', 'Backup of another terminal');
      const manager = await this.#authorise(found, opened, managerPin);
      const whole = found.kind === 'lost' ? await this.#withPin(opened, managerPin) : opened;
      await till.reopenAfter(() => this.#bringBack(path, whole, manager));
      this.#opened = undefined;
      this.#chosen = undefined;
      restart();
    } finally {
      this.#settle();
    }
  }

  /** The preview also ends after ten minutes, and at sign-out. */
  cancel(id: number): void {
    if (this.#chosen?.id !== id) return;
    this.#chosen = undefined;
    this.close();
  }

  close(): void {
    if (!this.#busy) this.#letGo();
  }

  async #preview(id: number, path: string, unpacked: UnpackedBackup): Promise<RestorePreview> {
    const { dataFolder, store, trust, till, clock, disk = systemDisk } = this.#parts;
    const { trust: found } = await trust.forSave();
    if (this.#chosen?.id !== id) throw over();
    return restorePreview({
      id,
      name: basename(path),
      unpacked,
      present: store.file,
      trust: found,
      plans: journalPlans(dataFolder, unpacked.manifest.journals, disk),
      kept: join(dataFolder, keptName(clock.now())),
      needsPin: found.kind !== 'lost' && till.roles.pinSet(),
    });
  }

  /** Undefined when no manager of this terminal can be asked. */
  async #authorise(found: Trust, { unpacked }: Opened, managerPin: string | undefined): Promise<Actor | undefined> {
    const { till, store } = this.#parts;
    if (found.kind === 'lost') {
      // Deleting the sealed record must not let a stranger take over the terminal.
      requireRecovery(store.file.settings, givenToRecover(unpacked, managerPin));
      return undefined;
    }
    if (!till.roles.pinSet()) return undefined;
    if (managerPin === undefined)
      throw new TillError('pin.required', "Manager's PIN required", { field: 'managerPin' });
    return till.roles.authorise(managerPin);
  }

  /** A lost record is made again with a PIN: if the backup has none, the manager gets `managerPin`. */
  async #withPin(from: Opened, managerPin: string | undefined): Promise<Opened> {
    const { file, state } = from.unpacked;
    if (givenToRecover(from.unpacked).managerPin !== undefined) return from;
    const people = await peopleWith(state, managerPin, file.counter.shortestPin, this.#parts.random);
    return { ...from, unpacked: { ...from.unpacked, state: { ...state, ...people } } };
  }

  async #bringBack(path: string, { unpacked, draft }: Opened, manager: Actor | undefined): Promise<void> {
    try {
      await bringBack(this.#parts, {
        file: basename(path),
        unpacked,
        draft,
        by: manager ?? this.#parts.till.roles.actor(),
        unasked: manager === undefined,
      });
    } catch (thrown) {
      // The next attempt starts the journals again, so the failed draft is deleted.
      this.#chosen = undefined;
      this.#letGo();
      throw asRestoreFault(thrown);
    }
  }

  async #unpack(path: string, passphrase: string): Promise<Opened> {
    try {
      const draft = emptyDraft(this.#parts.dataFolder);
      return { unpacked: await unpackBackup(path, passphrase, draft, this.#parts.disk), draft };
    } catch (thrown) {
      this.#letGo();
      throw asRestoreFault(thrown);
    }
  }

  #requireChosen(id: number): string {
    if (this.#chosen?.id !== id || this.#busy) throw over();
    return this.#chosen.path;
  }

  #settle(): void {
    this.#busy = false;
    if (this.#chosen === undefined) this.#letGo();
  }

  /** A restore in progress is not interrupted at sign-out. */
  #letGoLater(since = this.#parts.clock.now(), role = this.#parts.till.roles.current()): void {
    const { clock, till } = this.#parts;
    this.#stopLooking = clock.after(LOOK_EVERY_MS, () => {
      const isOver = till.roles.current() !== role || Math.abs(clock.now() - since) >= OPEN_MS;
      if (this.#busy || !isOver) return this.#letGoLater(since, role);
      this.#chosen = undefined;
      this.#letGo();
    });
  }

  #letGo(): void {
    this.#opened = undefined;
    this.#stopLooking?.();
    try {
      discardDraft(this.#parts.dataFolder);
    } catch (thrown) {
      // The next start deletes the draft.
      this.#parts.log.warn('Staged restore not removed', { thrown });
    }
  }
}

function over(): TillError {
  return new TillError('backup.over', 'The backup is no longer open');
}
