import { basename, join } from 'node:path';
import type { BackupStatus, LastBackup } from '../../preload/backup.ts';
import { dailyName, FIRST_LOOK_MS, handName, isDue, isFolder, removeOld } from '../backup/daily-backup.ts';
import { type BackupMemory, openBackupMemory } from '../backup/last-backup.ts';
import { type BackupSource, removeCopies, writeBackup } from '../backup/write-backup.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import { isWithinFolder } from '../base/within-folder.ts';
import type { Actor } from '../domain/events.ts';
import { type BackupKey, newBackupKey } from '../identity/backup-key.ts';
import { SHORTEST_PASSPHRASE } from '../identity/passphrase-file.ts';
import type { DailyBackup } from '../identity/sealed-record.ts';
import type { Acts } from './acts.ts';
import { type CounterNow, counterNow } from './counter-now.ts';
import { createRestoring, type Restoring, type RestoringParts } from './restoring.ts';
import type { SettingsSaver } from './settings-saver.ts';
import type { Till } from './switchable-till.ts';

export interface BackupsParts extends Omit<RestoringParts, 'clock' | 'till'> {
  readonly clock: Clock;
  readonly version: string;
  readonly store: BackupSource['store'] & RestoringParts['store'];
  readonly trust: BackupSource['trust'] & RestoringParts['trust'];
  readonly save: Pick<SettingsSaver, 'daily'>;
  readonly acts: Pick<Acts, 'record'>;
  readonly log: Log;
  readonly till: Pick<Till, 'roles' | 'reopenAfter' | 'adjustAfter' | 'opened'>;
  /** Of the passphrase's derivation; tests have fewer. */
  readonly rounds?: number;
  /** The last daily backup failed, or has been made since: `undefined`. */
  failed(error: TillError | undefined): void;
}

/** Backups by hand and by themselves, and bringing one back. */
export interface Backups extends Restoring {
  status(): BackupStatus;
  /** Before anybody is asked for a place. Throws TillError `passphrase.short`. */
  requirePassphrase(passphrase: string): void;
  /** A folder that a person has chosen: `setDaily` takes this one. */
  offer(folder: string): string;
  /** The name that a dialog proposes. */
  proposedName(): string;
  /** Errors: `backup.busy`, `passphrase.short`, those of `writeBackup`. */
  create(wish: {
    readonly path: string;
    readonly passphrase: string;
    readonly withKeys: boolean;
    readonly by: Actor;
  }): Promise<{
    readonly file: string;
    readonly bytes: number;
  }>;
  /** Errors: `backup.no-folder`, `file.own-folder`, `passphrase.short`, `backup.passphrase-required`, those of a save. */
  setDaily(wish: DailyWish): Promise<void>;
  daysOff(): Promise<void>;
  /** Makes the daily one now. Errors: as `create`. */
  dailyNow(): Promise<void>;
  stop(): Promise<void>;
}

export interface DailyWish {
  readonly folder: string;
  readonly passphrase?: string | undefined;
  readonly withKeys: boolean;
}

const LOOK_EVERY_MS = 60_000;

export function createBackups(parts: BackupsParts): Backups {
  const { clock, store, trust, save, acts, log, till, dataFolder } = parts;
  const memory = openBackupMemory(join(dataFolder, 'backups.json'));
  const restoring = createRestoring(parts);
  const abort = new AbortController();
  let underWay: Promise<unknown> | undefined;
  let failedAt: number | undefined;
  let offered: string | undefined;
  let stopLooking = clock.after(FIRST_LOOK_MS, look);
  removeLeftCopies();

  const daily = (): DailyBackup | undefined => (trust.found.kind === 'held' ? trust.found.state.backup : undefined);
  const nameOfThis = () => ({ posId: store.file.settings?.pos.posId, terminalId: store.file.terminalId });

  function removeLeftCopies(): void {
    try {
      removeCopies(dataFolder);
    } catch (thrown) {
      log.warn('What a backup left behind could not be removed', { reason: String(thrown) });
    }
  }

  /** Runs one at a time, and remembers what became of it. */
  async function make(how: LastBackup['how'], path: string, key: BackupKey, withKeys: boolean) {
    if (underWay !== undefined || restoring.underWay)
      throw new TillError('backup.busy', 'A backup is under way', { retryable: true });
    const at = clock.now();
    try {
      const writing = writeBackup(parts, { path, key, withKeys, signal: abort.signal });
      underWay = writing;
      const { bytes } = await writing;
      const file = basename(path);
      memory.note({ at, how, outcome: { kind: 'made', file, bytes } });
      log.info('A backup was made', { path });
      return { file, bytes };
    } catch (thrown) {
      const error = toTillError(thrown);
      if (error.code !== 'backup.cancelled') tellFailed(at, how, error);
      throw thrown;
    } finally {
      underWay = undefined;
    }
  }

  function tellFailed(at: number, how: LastBackup['how'], { code, message, values }: TillError): void {
    log.error(`No backup was made: ${message}`, { code });
    memory.note({ at, how, outcome: { kind: 'failed', code, ...(values && { values: { ...values } }) } });
  }

  async function makeDaily({ folder, withKeys, key, wrapped }: DailyBackup): Promise<void> {
    try {
      if (!isFolder(folder)) throw noFolder(folder);
      const made = dailyName(nameOfThis(), clock.now());
      await make('daily', join(folder, made), { key, wrapped }, withKeys);
      failedAt = undefined;
      parts.failed(undefined);
      removeOld(folder, nameOfThis(), made);
    } catch (thrown) {
      const error = toTillError(thrown);
      if (error.code === 'backup.no-folder') tellFailed(clock.now(), 'daily', error);
      failedAt = clock.monotonic();
      if (error.code !== 'backup.cancelled' && error.code !== 'backup.busy') parts.failed(error);
      throw thrown;
    }
  }

  function look(): void {
    const wish = daily();
    const isFree = underWay === undefined && !restoring.underWay;
    const making =
      wish !== undefined && isFree && isDue(moment(memory, counterNow(till))) ? makeDaily(wish) : Promise.resolve();
    making
      .catch((thrown: unknown) => log.warn('The daily backup is tried again', { code: toTillError(thrown).code }))
      .finally(() => {
        if (!abort.signal.aborted) stopLooking = clock.after(LOOK_EVERY_MS, look);
      });
  }

  function moment(remembered: BackupMemory, counter: CounterNow) {
    const madeAt = remembered.madeAt('daily');
    return { ...counter, now: clock.now(), monotonic: clock.monotonic(), madeAt, failedAt };
  }

  async function keyFor({ passphrase }: DailyWish): Promise<BackupKey> {
    const present = daily();
    if (passphrase !== undefined) return newBackupKey(passphrase, parts.rounds);
    if (present !== undefined) return { key: present.key, wrapped: present.wrapped };
    throw passphraseShort();
  }

  function requireUsable(folder: string): void {
    if (!isFolder(folder)) throw noFolder(folder);
    if (isWithinFolder(folder, dataFolder))
      throw new TillError('file.own-folder', 'The backups were to go into the folder of the till');
  }

  return {
    ...restoring,
    get underWay() {
      return underWay !== undefined || restoring.underWay;
    },
    status() {
      const wish = daily();
      const made = [memory.madeAt('hand'), memory.madeAt('daily')].filter((at) => at !== undefined);
      return {
        last: memory.last ?? null,
        lastMadeAt: made.length === 0 ? null : Math.max(...made),
        daily: wish === undefined ? null : { folder: wish.folder, withKeys: wish.withKeys },
        underWay: underWay !== undefined,
      };
    },
    requirePassphrase(passphrase) {
      if ([...passphrase].length < SHORTEST_PASSPHRASE) throw passphraseShort();
    },
    offer(folder) {
      offered = folder;
      return folder;
    },
    proposedName: () => handName(nameOfThis(), clock.now()),
    async create({ path, passphrase, withKeys, by }) {
      const key = await newBackupKey(passphrase, parts.rounds);
      const made = await make('hand', path, key, withKeys);
      acts.record({ act: 'backup-made', by, about: made.file, values: { withKeys } });
      return made;
    },
    async setDaily(wish) {
      // A window proposes no path that nobody has chosen.
      if (wish.folder !== offered && wish.folder !== daily()?.folder) throw noFolder(wish.folder);
      requireUsable(wish.folder);
      const { folder, withKeys } = wish;
      const key = await keyFor(wish);
      await till.adjustAfter(() => save.daily({ ...key, folder, withKeys }));
      const values = { folder, withKeys, passphrase: wish.passphrase !== undefined };
      acts.record({ act: 'backup-daily-set', by: till.roles.actor(), values });
    },
    async daysOff() {
      await till.adjustAfter(() => save.daily(undefined));
      parts.failed(undefined);
      acts.record({ act: 'backup-daily-off', by: till.roles.actor() });
    },
    async dailyNow() {
      const wish = daily();
      if (wish === undefined) throw noFolder('');
      await makeDaily(wish);
    },
    async stop() {
      stopLooking();
      abort.abort();
      await underWay?.catch(() => undefined);
      restoring.close();
    },
  };
}

function noFolder(folder: string): TillError {
  return new TillError('backup.no-folder', 'The folder of the daily backups is not there', {
    retryable: true,
    values: { folder },
  });
}

function passphraseShort(): TillError {
  return new TillError('passphrase.short', `A passphrase has at least ${SHORTEST_PASSPHRASE} characters`, {
    field: 'passphrase',
    values: { min: SHORTEST_PASSPHRASE },
  });
}
