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

/** What somebody can do to a journal who knows this app's sources, may write its files, and has not the key. */

/** Alters events, makes the chain of hashes again, and the records from that: what no hash alone can show. */
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

/** Runs statements as somebody with a database tool would: the guards of the events are away for as long as they run. */
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

/** Puts other events into a journal, and the records that they add up to. */
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
