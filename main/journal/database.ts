import { closeSync, existsSync, fsyncSync, openSync, renameSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { TillError } from '../till-error.ts';

/** What the journal needs of a database connection; `DatabaseSync` has it. */
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): StatementSync;
  readonly isTransaction: boolean;
  close(): void;
}

/** The disk, passed in: the simulation crashes it at any write, tests fill it up. */
export interface Disk {
  /** `read-only`: not a byte of what is there changes. */
  open(file: string, mode?: 'read-only'): Database;
  exists(file: string): boolean;
  rename(from: string, to: string): void;
  /** Size in bytes; 0 when there is no such file. */
  size(file: string): number;
  /** Bytes free for the file; absent where nobody knows. */
  room?(file: string): number;
  /** `memory` only for a disk that loses nothing when the app does, such as the simulation's. */
  readonly journalMode: 'wal' | 'memory';
}

export const systemDisk: Disk = {
  // Read-only is how a damaged file is read, with the settings for that: it can be changed by nobody.
  open: (file, mode) =>
    mode === 'read-only' ? new DatabaseSync(file, { readOnly: true, defensive: false }) : new DatabaseSync(file),
  exists: existsSync,
  rename(from, to) {
    renameSync(from, to);
    syncFolder(dirname(to));
  },
  size: (file) => (existsSync(file) ? statSync(file).size : 0),
  room(file) {
    try {
      const { bavail, bsize } = statfsSync(dirname(file));
      return bavail * bsize;
    } catch {
      // A disk that does not say is found out by writing to it.
      return Number.POSITIVE_INFINITY;
    }
  },
  journalMode: 'wal',
};

/** The new name is durable once its folder is; Windows has no handle for folders and syncs names by itself. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

interface Pragma {
  readonly name: string;
  readonly value: string | number;
}

const BUSY_TIMEOUT_MS = 5_000;

export type Sharing = 'shared' | 'alone';

/**
 * Sets what durability rests on and reads each of it back: SQLite ignores a pragma that it cannot honour without a
 * word, and a journal that is not synced is worse than none. Throws TillError `journal.pragma` naming the first that
 * did not take. `alone` keeps every other process out, and needs no space for memory that is shared with them.
 */
export function applyPragmas(database: Database, disk: Disk, sharing: Sharing = 'shared'): void {
  const pragmas: readonly Pragma[] = [
    ...(sharing === 'alone' ? [{ name: 'locking_mode', value: 'exclusive' }] : []),
    { name: 'busy_timeout', value: BUSY_TIMEOUT_MS },
    { name: 'journal_mode', value: disk.journalMode },
    { name: 'synchronous', value: 2 },
    { name: 'fullfsync', value: 1 },
    { name: 'checkpoint_fullfsync', value: 1 },
    { name: 'foreign_keys', value: 1 },
    { name: 'trusted_schema', value: 0 },
  ];
  for (const { name, value } of pragmas) {
    database.exec(`PRAGMA ${name} = ${value}`);
    const row = database.prepare(`PRAGMA ${name}`).get();
    const took = row === undefined ? undefined : Object.values(row)[0];
    if (took !== value)
      throw new TillError('journal.pragma', `The journal's ${name} is ${String(took)} and not ${value}.`, {
        values: { pragma: name, wanted: value, got: String(took) },
      });
  }
}

/** Result codes of SQLite that the journal acts on (sqlite.org/rescode.html); extended codes keep these in the low byte. */
const SQLITE_ERROR = 1;
const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

function sqliteCode(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error) || !('errcode' in thrown) || typeof thrown.errcode !== 'number') return undefined;
  return thrown.errcode & 0xff;
}

const DAMAGE: ReadonlySet<number | undefined> = new Set([
  // The app's own statements have no faults: its tables are not there, or are there when the file says that it is new.
  SQLITE_ERROR,
  SQLITE_CORRUPT,
  SQLITE_NOTADB,
  SQLITE_CANTOPEN,
  SQLITE_READONLY,
]);

/** Whether the file itself is at fault, damaged or unreadable: it is set aside, never repaired in place. */
export function isDamage(thrown: unknown): boolean {
  if (thrown instanceof TillError) return thrown.code === 'journal.damaged';
  return DAMAGE.has(sqliteCode(thrown));
}

/** Whether the disk had no room for what SQLite needs to open a file, such as the memory that its processes share. */
export function isShortOfSpace(thrown: unknown): boolean {
  const code = sqliteCode(thrown);
  return code === SQLITE_IOERR || code === SQLITE_FULL;
}

/** A fault of SQLite as a TillError: `journal.full`, `journal.damaged`, `journal.in-use`, or `journal.failed`. */
export function toJournalError(thrown: unknown): TillError {
  if (thrown instanceof TillError) return thrown;
  const code = sqliteCode(thrown);
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const facts = { cause: thrown, ...(code === undefined ? {} : { values: { sqlite: code } }) };
  switch (code) {
    case SQLITE_FULL:
      return new TillError('journal.full', `The disk is full: ${message}.`, { ...facts, retryable: true });
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return new TillError('journal.damaged', `The journal is damaged: ${message}.`, facts);
    case SQLITE_BUSY:
      return new TillError('journal.in-use', `Another process holds the journal: ${message}.`, facts);
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
      return new TillError('journal.failed', `The journal cannot be reached: ${message}.`, {
        ...facts,
        retryable: true,
      });
    default:
      return new TillError('journal.failed', `The journal failed: ${message}.`, facts);
  }
}
