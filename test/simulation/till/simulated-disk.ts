import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Database, Disk } from '../../../main/journal/database.ts';
import type { TillProcess } from './till-process.ts';

interface File {
  database: DatabaseSync;
  /** Last synced content; undefined while every commit is synced. */
  synced: Uint8Array | undefined;
  /** Shared by all processes of the machine: preparing statements takes much of a start's time. */
  readonly prepared: Map<string, StatementSync>;
}

const SYNCED_FROM = 2;

function newFile(): File {
  return { database: new DatabaseSync(':memory:'), synced: undefined, prepared: new Map() };
}

/**
 * The disk of one machine. Outlives the processes and keeps synced data: a crash loses commits made with less than
 * `synchronous=FULL`.
 */
export class SimulatedDisk {
  readonly #files = new Map<string, File>();
  #commits = 0;

  get commits(): number {
    return this.#commits;
  }

  mount(user: TillProcess): Disk {
    return {
      journalMode: 'memory',
      open: (name) => this.#open(name, user),
      exists: (name) => this.#files.has(name),
      rename: (from, to) => {
        const file = this.#files.get(from);
        if (file === undefined) throw new Error(`no file ${from}`);
        this.#files.delete(from);
        this.#files.set(to, file);
      },
      remove: (name) => void this.#files.delete(name),
      size: () => 0,
    };
  }

  /** Ends the process's connection: unsynced data is lost. */
  crash(): void {
    for (const file of this.#files.values()) {
      if (file.database.isTransaction) file.database.exec('ROLLBACK');
      if (file.synced === undefined) continue;
      // A new connection: the previous connection still has tables that no longer exist.
      file.database.close();
      file.database = new DatabaseSync(':memory:');
      file.database.deserialize(file.synced);
      file.synced = undefined;
      file.prepared.clear();
    }
  }

  peek(name: string): DatabaseSync | undefined {
    return this.#files.get(name)?.database;
  }

  /** Returns the bytes of a file, as copied by a backup. */
  copy(name: string): Uint8Array | undefined {
    return this.#files.get(name)?.database.serialize();
  }

  put(name: string, bytes: Uint8Array): void {
    const file = newFile();
    file.database.deserialize(bytes);
    this.#files.set(name, file);
    this.#commits += 1;
  }

  /** Leaves only the first half of the file, as after a disk fault. */
  damage(name: string): void {
    const bytes = this.copy(name) ?? new Uint8Array();
    this.put(name, bytes.subarray(0, Math.floor(bytes.length / 2)));
  }

  remove(name: string): void {
    this.#files.delete(name);
    this.#commits += 1;
  }

  close(): void {
    for (const { database } of this.#files.values()) database.close();
  }

  #open(name: string, user: TillProcess): Database {
    const file = this.#files.get(name) ?? newFile();
    this.#files.set(name, file);
    return new Connection(file, user, () => {
      this.#commits += 1;
    });
  }
}

class Connection implements Database {
  readonly #file: File;
  readonly #user: TillProcess;
  readonly #committed: () => void;
  #synchronous = SYNCED_FROM;

  constructor(file: File, user: TillProcess, committed: () => void) {
    this.#file = file;
    this.#user = user;
    this.#committed = committed;
  }

  get isTransaction(): boolean {
    return this.#file.database.isTransaction;
  }

  prepare(sql: string): StatementSync {
    const { prepared, database } = this.#file;
    const known = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, known);
    return known;
  }

  exec(sql: string): void {
    const { database } = this.#file;
    if (!this.#user.alive) throw new Error('this process is gone');
    if (sql === 'BEGIN IMMEDIATE') this.#begin();
    else if (sql === 'COMMIT') this.#commit();
    else {
      const synchronous = /^PRAGMA synchronous = (\d)/.exec(sql);
      if (synchronous !== null) this.#synchronous = Number(synchronous[1]);
      database.exec(sql);
    }
  }

  close(): void {
    // The file stays: the file belongs to the machine, not to the process.
  }

  #begin(): void {
    this.#user.moment('before a write');
    this.#refuse();
    if (this.#synchronous < SYNCED_FROM) this.#file.synced ??= this.#file.database.serialize();
    this.#file.database.exec('BEGIN IMMEDIATE');
  }

  #commit(): void {
    this.#user.moment('before a commit');
    this.#refuse();
    this.#file.database.exec('COMMIT');
    this.#committed();
    this.#user.committed();
    this.#user.moment('after a commit');
  }

  #refuse(): void {
    const errcode = this.#user.fault();
    if (errcode !== undefined) throw Object.assign(new Error('the disk does not take it'), { errcode });
  }
}
