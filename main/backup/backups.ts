import { basename, join } from 'node:path';
import type { BackupStatus, LastBackup } from '../../preload/contract/backup.ts';
import type { Clock } from '../base/clock.ts';
import { dataFiles } from '../base/data-files.ts';
import { fieldsOf } from '../base/log.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import { isWithinFolder } from '../base/within-folder.ts';
import type { Actor } from '../domain/events.ts';
import { type BackupKey, newBackupKey } from '../identity/backup-key.ts';
import type { DailyBackup } from '../identity/sealed-record.ts';
import { stateOf } from '../settings/read-trust.ts';
import { dailyName, FIRST_LOOK_MS, handName, isDue, isFolder, type Moment, removeOld } from './daily-backup.ts';
import { openBackupMemory } from './last-backup.ts';
import { Restoring, type RestoringParts } from './restoring.ts';
import { type BackupSource, removeCopies, writeBackup } from './write-backup.ts';

export interface BackupsParts extends Omit<BackupSource, 'random' | 'clock'>, Omit<RestoringParts, 'clock'> {
  readonly clock: Clock;
  readonly store: BackupSource['store'] & RestoringParts['store'];
  readonly trust: BackupSource['trust'] & RestoringParts['trust'];
  readonly save: { daily(backup: DailyBackup | undefined): Promise<void> };
  readonly till: RestoringParts['till'] & { adjustAfter(change: () => Promise<void>): Promise<void> };
  counter(): Pick<Moment, 'underWay' | 'lastSaleAt'>;
  failed(error: TillError | undefined): void;
}

interface BackupByHand {
  readonly path: string;
  readonly passphrase: string;
  readonly withKeys: boolean;
  readonly by: Actor;
}

interface DailyRequest {
  readonly folder: string;
  /** Absent: the present passphrase stays. */
  readonly passphrase?: string | undefined;
  readonly withKeys: boolean;
}

interface Made {
  readonly file: string;
  readonly bytes: number;
}

const LOOK_EVERY_MS = 60_000;

export class Backups {
  readonly restoring: Restoring;
  readonly #parts: BackupsParts;
  readonly #memory: ReturnType<typeof openBackupMemory>;
  readonly #abort = new AbortController();
  #writing: Promise<number> | undefined;
  #failedAt: number | undefined;
  #offered: string | undefined;
  #stopLooking: () => void;

  constructor(parts: BackupsParts) {
    this.#parts = parts;
    this.restoring = new Restoring(parts);
    this.#memory = openBackupMemory(join(parts.dataFolder, dataFiles.backups));
    try {
      removeCopies(parts.dataFolder);
    } catch (thrown) {
      parts.log.warn('Temporary files of a backup not removed', { thrown });
    }
    this.#stopLooking = parts.clock.after(FIRST_LOOK_MS, () => this.#look());
  }

  status(): BackupStatus {
    const daily = this.#daily();
    const made = [this.#memory.madeAt('hand'), this.#memory.madeAt('daily')].filter((at) => at !== undefined);
    return {
      last: this.#memory.last ?? null,
      lastMadeAt: made.length === 0 ? null : Math.max(...made),
      daily: daily === undefined ? null : { folder: daily.folder, withKeys: daily.withKeys },
      underWay: this.#writing !== undefined,
    };
  }

  offer(folder: string): string {
    this.#offered = folder;
    return folder;
  }

  proposedName(): string {
    return handName(this.#nameOfThis(), this.#parts.clock.now());
  }

  /** Throws `TillError`: `backup.busy`, `passphrase.short`, and the errors of `writeBackup`. */
  async create({ path, passphrase, withKeys, by }: BackupByHand): Promise<Made> {
    const key = await newBackupKey(passphrase);
    const made = await this.#make({ how: 'hand', path, key, withKeys });
    this.#parts.acts.record({ act: 'backup-made', by, about: made.file, values: { withKeys } });
    return made;
  }

  /** Throws `TillError`: `backup.no-folder`, `file.own-folder`, `passphrase.short`, `backup.passphrase-required`. */
  async setDaily({ folder, passphrase, withKeys }: DailyRequest): Promise<void> {
    const { till, save, acts, dataFolder } = this.#parts;
    // A window may only set a folder that the manager chose in a dialog.
    if ((folder !== this.#offered && folder !== this.#daily()?.folder) || !isFolder(folder)) throw noFolder(folder);
    if (isWithinFolder(folder, dataFolder))
      throw new TillError('file.own-folder', "Backup folder inside the till's data folder");
    const by = till.roles.actor();
    await till.adjustAfter(async () => save.daily({ ...(await this.#keyFor(passphrase)), folder, withKeys }));
    acts.record({ act: 'backup-daily-set', by, values: { folder, withKeys, passphrase: passphrase !== undefined } });
  }

  async daysOff(): Promise<void> {
    const { till, save, acts, failed } = this.#parts;
    const by = till.roles.actor();
    await till.adjustAfter(() => save.daily(undefined));
    failed(undefined);
    acts.record({ act: 'backup-daily-off', by });
  }

  async dailyNow(): Promise<void> {
    const daily = this.#daily();
    if (daily === undefined) throw noFolder('');
    await this.#makeDaily(daily);
  }

  async stop(): Promise<void> {
    this.#stopLooking();
    this.#abort.abort();
    await this.#writing?.catch(() => undefined);
    this.restoring.close();
  }

  #daily(): DailyBackup | undefined {
    return stateOf(this.#parts.trust.found).backup;
  }

  #nameOfThis() {
    const { file } = this.#parts.store;
    return { posId: file.settings?.pos.posId, terminalId: file.terminalId };
  }

  get #isBusy(): boolean {
    return this.#writing !== undefined || this.restoring.underWay;
  }

  async #make(request: {
    readonly how: LastBackup['how'];
    readonly path: string;
    readonly key: BackupKey;
    readonly withKeys: boolean;
  }): Promise<Made> {
    if (this.#isBusy) throw new TillError('backup.busy', 'Backup in progress', { retryable: true });
    const { how, path, key, withKeys } = request;
    const at = this.#parts.clock.now();
    try {
      this.#writing = writeBackup(this.#parts, { path, key, withKeys, signal: this.#abort.signal });
      const bytes = await this.#writing;
      const file = basename(path);
      this.#memory.note({ at, how, outcome: { kind: 'made', file, bytes } });
      this.#parts.log.info('Backup made');
      return { file, bytes };
    } catch (thrown) {
      const error = toTillError(thrown);
      if (error.code !== 'backup.cancelled') this.#noteFailed(at, how, error);
      throw thrown;
    } finally {
      this.#writing = undefined;
    }
  }

  #noteFailed(at: number, how: LastBackup['how'], error: TillError): void {
    const { code, values } = error;
    this.#parts.log.error('Backup failed', fieldsOf(error));
    this.#memory.note({ at, how, outcome: { kind: 'failed', code, values: values && { ...values } } });
  }

  async #makeDaily({ folder, withKeys, key, wrapped }: DailyBackup): Promise<void> {
    const { clock, failed } = this.#parts;
    try {
      if (!isFolder(folder)) throw noFolder(folder);
      const name = dailyName(this.#nameOfThis(), clock.now());
      await this.#make({ how: 'daily', path: join(folder, name), key: { key, wrapped }, withKeys });
      this.#failedAt = undefined;
      failed(undefined);
      removeOld(folder, this.#nameOfThis(), name);
    } catch (thrown) {
      const error = toTillError(thrown);
      if (error.code === 'backup.no-folder') this.#noteFailed(clock.now(), 'daily', error);
      this.#failedAt = clock.monotonic();
      if (error.code !== 'backup.cancelled' && error.code !== 'backup.busy') failed(error);
      throw thrown;
    }
  }

  #look(): void {
    const { clock, log } = this.#parts;
    const daily = this.#daily();
    const making = daily !== undefined && this.#isDue() ? this.#makeDaily(daily) : Promise.resolve();
    making
      .catch((thrown: unknown) => log.warn('Daily backup failed: retry scheduled', { code: toTillError(thrown).code }))
      .finally(() => {
        if (!this.#abort.signal.aborted) this.#stopLooking = clock.after(LOOK_EVERY_MS, () => this.#look());
      });
  }

  #isDue(): boolean {
    const { clock, counter } = this.#parts;
    if (this.#isBusy) return false;
    const [madeAt, failedAt] = [this.#memory.madeAt('daily'), this.#failedAt];
    return isDue({ ...counter(), now: clock.now(), monotonic: clock.monotonic(), madeAt, failedAt });
  }

  async #keyFor(passphrase: string | undefined): Promise<BackupKey> {
    const present = this.#daily();
    if (passphrase === undefined && present !== undefined) return { key: present.key, wrapped: present.wrapped };
    return newBackupKey(passphrase ?? '');
  }
}

function noFolder(folder: string): TillError {
  return new TillError('backup.no-folder', 'Folder of the daily backups missing', {
    retryable: true,
    values: { folder },
  });
}
