import { existsSync, renameSync, statSync } from 'node:fs';
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
  /** `memory` only for a disk that loses nothing when the app does, such as the simulation's. */
  readonly journalMode: 'wal' | 'memory';
}

export const systemDisk: Disk = {
  open: (file, mode) => new DatabaseSync(file, { readOnly: mode === 'read-only' }),
  exists: existsSync,
  rename: renameSync,
  size: (file) => (existsSync(file) ? statSync(file).size : 0),
  journalMode: 'wal',
};

interface Pragma {
  readonly name: string;
  readonly value: string | number;
}

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Sets what durability rests on and reads each of it back: SQLite ignores a pragma that it cannot honour without a
 * word, and a journal that is not synced is worse than none. Throws TillError `journal.pragma` naming the first that
 * did not take.
 */
export function applyPragmas(database: Database, disk: Disk): void {
  const pragmas: readonly Pragma[] = [
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

/** Whether the file itself is at fault, damaged or unreadable: it is set aside, never repaired in place. */
export function isDamage(thrown: unknown): boolean {
  if (thrown instanceof TillError) return thrown.code === 'journal.damaged';
  const code = sqliteCode(thrown);
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB || code === SQLITE_CANTOPEN || code === SQLITE_READONLY;
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
