import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Database, type Disk, systemDisk } from '../../main/journal/database.ts';

/**
 * A disk in memory that outlives its users. Closing a database keeps committed data, as a crash does, and rolls back
 * the rest.
 */
export class MemoryDisk implements Disk {
  readonly journalMode = 'memory';
  readonly #files = new Map<string, DatabaseSync>();
  readonly #damaged = new Set<string>();

  full = false;
  /** Incremented by each crash: databases opened before can no longer write. */
  #life = 0;

  crash(): void {
    this.#life += 1;
  }

  open(file: string): Database {
    if (this.#damaged.has(file)) throw Object.assign(new Error('file is not a database'), { errcode: 26 });
    const found = this.#files.get(file) ?? new DatabaseSync(':memory:');
    this.#files.set(file, found);
    if (found.isTransaction) found.exec('ROLLBACK');
    const life = this.#life;
    return {
      exec: (sql) => {
        if (life !== this.#life) throw new Error('this process is gone');
        if (this.full && sql === 'COMMIT') throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
        found.exec(sql);
      },
      prepare: (sql) => found.prepare(sql),
      get isTransaction() {
        return found.isTransaction;
      },
      close: () => undefined,
    };
  }

  exists(file: string): boolean {
    return this.#files.has(file);
  }

  damage(file: string): void {
    this.#damaged.add(file);
  }

  rename(from: string, to: string): void {
    const file = this.#files.get(from);
    if (file === undefined) throw new Error(`no file ${from}`);
    this.#files.set(to, file);
    this.#files.delete(from);
    if (this.#damaged.delete(from)) this.#damaged.add(to);
  }

  remove(file: string): void {
    this.#files.delete(file);
    this.#damaged.delete(file);
  }

  size(): number {
    return 0;
  }
}

/** Passes each statement to `see` before execution; `see` may throw or return a replacement. */
export function watchedDatabase(
  database: Database,
  see: (sql: string) => unknown,
  closed: () => void = () => undefined,
): Database {
  const seen = (sql: string): string => {
    const instead = see(sql);
    return typeof instead === 'string' ? instead : sql;
  };
  return {
    exec: (sql) => database.exec(seen(sql)),
    prepare: (sql) => database.prepare(seen(sql)),
    get isTransaction() {
      return database.isTransaction;
    },
    close() {
      database.close();
      closed();
    },
  };
}

export function watchedDisk(see: (sql: string, name: string) => unknown): Disk {
  return {
    ...systemDisk,
    open: (name, mode) => watchedDatabase(systemDisk.open(name, mode), (sql) => see(sql, name)),
  };
}

export const sqliteError = (errcode: unknown) => Object.assign(new Error('SQLite says no'), { errcode });

/** A disk without room for SQLite's shared memory: a journal opens only in exclusive mode. */
export function crampedDisk(errcode: number): Disk {
  let alone = false;
  return watchedDisk((sql) => {
    alone ||= sql === 'PRAGMA locking_mode = exclusive';
    if (sql.startsWith('PRAGMA journal_mode =') && !alone) throw sqliteError(errcode);
  });
}

/** Returns the files in `folders` held open by the current process, including removed files; empty outside Linux. */
export function handlesIn(...folders: readonly string[]): readonly string[] {
  if (process.platform !== 'linux') return [];
  const names = readdirSync('/proc/self/fd').map((handle) => {
    try {
      return readlinkSync(join('/proc/self/fd', handle));
    } catch (thrown) {
      // The handle of the listing itself is closed by now.
      return String(thrown);
    }
  });
  return names.filter((name) => folders.some((made) => name.startsWith(made)));
}
