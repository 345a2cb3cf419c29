import { DatabaseSync } from 'node:sqlite';
import type { Database } from '../../main/journal/database.ts';
import {
  CHAIN_START,
  chainHash,
  type EventRow,
  INSERT_EVENT,
  readRow,
  toEvent,
  valuesOf,
} from '../../main/journal/event-rows.ts';
import { rebuild } from '../../main/journal/rebuild.ts';

/** Attacks on a journal by an attacker who knows the sources and can write the files, but lacks the key. */

/** Alters events, then rebuilds the hash chain and the projections: no hash alone reveals the change. */
export function rewrite(file: string, change: (row: EventRow) => EventRow | undefined): void {
  withEvents(file, (rows) => chained(rows, change));
}

export function chained(
  rows: readonly EventRow[],
  change: (row: EventRow) => EventRow | undefined,
): readonly EventRow[] {
  let prev = { seq: 0, hash: CHAIN_START };
  return rows.flatMap((row) => {
    const changed = change(row);
    if (changed === undefined) return [];
    const linked = { ...changed, seq: prev.seq + 1, prev_hash: prev.hash };
    const hashed = { ...linked, hash: chainHash(linked) };
    prev = hashed;
    return [hashed];
  });
}

export function cutAfter(file: string, seq: number): void {
  withEvents(file, (rows) => rows.filter((row) => row.seq <= seq));
}

export function unseal(file: string, from: number): void {
  withEvents(file, (rows) => rows.map((row) => (row.seq < from ? row : { ...row, mac: null })));
}

export function eventsOf(file: string): readonly EventRow[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare('SELECT * FROM events ORDER BY seq').all().map(readRow);
  database.close();
  return rows;
}

/** Runs statements like a database tool, with the guards of the events dropped meanwhile. */
export function alter(file: string, ...statements: readonly string[]): void {
  const database = new DatabaseSync(file, { defensive: false });
  database.exec('PRAGMA foreign_keys = 0');
  unguarded(database, () => {
    for (const statement of statements) database.exec(statement);
  });
  database.close();
}

function unguarded(database: Database, act: () => void): void {
  const triggers = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all();
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
  act();
  for (const { sql } of triggers) database.exec(String(sql));
}

function withEvents(file: string, change: (rows: readonly EventRow[]) => readonly EventRow[]): void {
  const database = new DatabaseSync(file, { defensive: false });
  replaceEvents(database, change);
  database.close();
}

/** Replaces the events of a journal and rebuilds its projections. */
export function replaceEvents(database: Database, change: (rows: readonly EventRow[]) => readonly EventRow[]): void {
  const rows = database.prepare('SELECT * FROM events ORDER BY seq').all().map(readRow);
  unguarded(database, () => {
    database.exec('DELETE FROM events');
    for (const row of change(rows)) {
      toEvent(row);
      database.prepare(INSERT_EVENT).run(...valuesOf(row));
    }
  });
  rebuild(database);
}
