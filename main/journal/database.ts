import { accessSync, closeSync, constants, existsSync, openSync, readSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { syncFolder } from '../base/durable-files.ts';
import { firmFiles } from '../base/patient-files.ts';
import { TillError, type TillErrorDetails } from '../base/till-error.ts';

export interface Database {
  exec(sql: string): void;
  prepare(sql: string): StatementSync;
  readonly isTransaction: boolean;
  close(): void;
}

/** The disk, passed in: the simulation crashes the disk at any write, and tests fill the disk. */
export interface Disk {
  /** `read-only`: changes nothing in existing files. */
  open(file: string, mode?: 'read-only'): Database;
  exists(file: string): boolean;
  rename(from: string, to: string): void;
  /** For files that the app created and can create again. */
  remove(file: string): void;
  /** Returns a text that changes with every write to the file; absent if the disk does not provide one. */
  stamp?(file: string): string;
  /** True if the file's own header makes SQLite refuse to write; absent on disks without headers. */
  forbidsWriting?(file: string): boolean;
  /** Version in the file's header, readable even if the rest is damaged; 0 for a file that is not a database. */
  version?(file: string): number;
  size(file: string): number;
  /** Free bytes for the file; absent if unknown. */
  room?(file: string): number;
  /** `memory` only for a disk that survives a crash of the app, such as the simulation's. */
  readonly journalMode: 'wal' | 'memory';
}

export const systemDisk: Disk = {
  open(file, mode) {
    // Damaged files are opened in this mode, and SQLite can ignore a damaged schema only without its defensive mode.
    if (mode === 'read-only') return new DatabaseSync(file, { readOnly: true, defensive: false });
    // SQLite also opens a write-protected file, and then leaves write-protected companion files.
    if (existsSync(file)) accessSync(file, constants.W_OK);
    return new DatabaseSync(file);
  },
  exists: existsSync,
  rename(from, to) {
    firmFiles.rename(from, to);
    syncFolder(dirname(to));
  },
  remove: firmFiles.remove,
  stamp: (file) => [file, `${file}-wal`].map(stampOf).join(' '),
  forbidsWriting: (file) => headerOf(file).readUInt8(WRITE_VERSION_AT) > LAST_WRITE_VERSION,
  version(file) {
    const header = headerOf(file);
    return header.toString('latin1', 0, MAGIC.length) === MAGIC ? header.readInt32BE(USER_VERSION_AT) : 0;
  },
  size: (file) => (existsSync(file) ? statSync(file).size : 0),
  room(file) {
    try {
      const { bavail, bsize } = statfsSync(dirname(file));
      return bavail * bsize;
    } catch {
      // Some file systems do not report free space: then only a write shows whether there is room.
      return Number.POSITIVE_INFINITY;
    }
  },
  journalMode: 'wal',
};

function stampOf(file: string): string {
  if (!existsSync(file)) return '';
  const { size, mtimeNs } = statSync(file, { bigint: true });
  return size === 0n ? '' : `${size}@${mtimeNs}`;
}

/** sqlite.org/fileformat.html, 1.3. SQLite opens a file of a later write version read-only, without an error. */
const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';
const WRITE_VERSION_AT = 18;
const LAST_WRITE_VERSION = 2;
const USER_VERSION_AT = 60;

function headerOf(file: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, header, 0, HEADER_BYTES, 0);
    return header;
  } finally {
    closeSync(handle);
  }
}

interface Pragma {
  readonly name: string;
  readonly value: string | number;
}

/** SQLite's companion files of a database. SQLite trusts these files, and only they may contain the last commits. */
export const COMPANIONS = ['-wal', '-shm', '-journal'] as const;

const BUSY_TIMEOUT_MS = 5_000;

export type Sharing = 'shared' | 'alone';

/**
 * Sets the pragmas and reads each back: SQLite silently ignores a pragma that it cannot honour, and an unsynced write
 * can be lost. `alone` locks out other processes and needs no shared memory file. Throws TillError `journal.pragma`.
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
      throw new TillError('journal.pragma', `Journal setting ${name} is ${String(took)} instead of ${value}.`, {
        values: { pragma: name, wanted: value, got: String(took) },
      });
  }
}

/** sqlite.org/rescode.html; extended codes keep these in the low byte. */
const SQLITE_ERROR = 1;
const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
export const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

const SQLITE_CONSTRAINT_FOREIGNKEY = 787;

export function refersToNothing(thrown: unknown): boolean {
  return thrown instanceof Error && 'errcode' in thrown && thrown.errcode === SQLITE_CONSTRAINT_FOREIGNKEY;
}

export function sqliteCode(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error) || !('errcode' in thrown) || typeof thrown.errcode !== 'number') return undefined;
  return thrown.errcode & 0xff;
}

const DAMAGE: ReadonlySet<number | undefined> = new Set([
  // The app's own statements have no faults, so an error means that the file lacks tables of its version.
  SQLITE_ERROR,
  SQLITE_CORRUPT,
  SQLITE_NOTADB,
]);

/** The caller sets the file aside and never repairs in place. A locked or write-protected file is not damaged. */
export function isDamage(thrown: unknown): boolean {
  if (thrown instanceof TillError) return thrown.code === 'journal.damaged';
  return DAMAGE.has(sqliteCode(thrown));
}

/** True if the disk has no room for SQLite to open a file, such as for the shared memory file. */
export function isShortOfSpace(thrown: unknown): boolean {
  const code = sqliteCode(thrown);
  return code === SQLITE_IOERR || code === SQLITE_FULL;
}

/** System errors for a locked or write-protected file, and for a full disk. */
const HELD: ReadonlySet<unknown> = new Set(['EBUSY', 'EPERM', 'EACCES', 'EROFS']);
const NO_ROOM: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** Returns TillError `journal.full`, `.damaged`, `.in-use`, `.read-only` (readable, not writable) or `.failed`. */
export function toJournalError(thrown: unknown): TillError {
  if (thrown instanceof TillError) return thrown;
  const code = sqliteCode(thrown);
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const facts = { cause: thrown, ...(code === undefined ? {} : { values: { sqlite: code } }) };
  const errno = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  if (NO_ROOM.has(errno)) return new TillError('journal.full', `Disk full: ${message}.`, { ...facts, retryable: true });
  if (HELD.has(errno)) return readOnly(message, facts);
  switch (code) {
    case SQLITE_FULL:
      return new TillError('journal.full', `Disk full: ${message}.`, { ...facts, retryable: true });
    case SQLITE_READONLY:
      return readOnly(message, facts);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return new TillError('journal.damaged', `Journal damaged: ${message}.`, facts);
    case SQLITE_BUSY:
      return new TillError('journal.in-use', `Journal held by another process: ${message}.`, facts);
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
      return new TillError('journal.failed', `Journal not accessible: ${message}.`, {
        ...facts,
        retryable: true,
      });
    default:
      return new TillError('journal.failed', `Journal failed: ${message}.`, facts);
  }
}

function readOnly(message: string, facts: TillErrorDetails): TillError {
  return new TillError('journal.read-only', `Journal readable but not writable: ${message}.`, {
    ...facts,
    retryable: true,
  });
}
