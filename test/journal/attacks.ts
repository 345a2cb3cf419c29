import { DatabaseSync } from 'node:sqlite';
import { INSERT_EVENT, readRow, toEvent, valuesOf } from '../../main/journal/event-rows.ts';
import { CHAIN_START, chainHash, type EventRow } from '../../main/journal/hash-chain.ts';
import { rebuild } from '../../main/journal/integrity.ts';

/** What somebody can do to a journal who knows this app's sources, may write its files, and has not the key. */

/** Alters events, makes the chain of hashes again, and the records from that: what no hash alone can show. */
export function rewrite(file: string, change: (row: EventRow) => EventRow | undefined): void {
  withEvents(file, (rows) => {
    let prev = { seq: 0, hash: CHAIN_START };
    return rows.flatMap((row) => {
      const changed = change(row);
      if (changed === undefined) return [];
      const linked = { ...changed, seq: prev.seq + 1, prev_hash: prev.hash };
      prev = { ...linked, hash: chainHash(linked) };
      return [prev as EventRow];
    });
  });
}

/** Cuts off all events after `seq`. */
export function cutAfter(file: string, seq: number): void {
  withEvents(file, (rows) => rows.filter((row) => row.seq <= seq));
}

/** Takes the macs away. */
export function unseal(file: string, from: number): void {
  withEvents(file, (rows) => rows.map((row) => (row.seq < from ? row : { ...row, mac: null })));
}

/** The events of a journal, as the till reads them. */
export function eventsOf(file: string): readonly EventRow[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare('SELECT * FROM events ORDER BY seq').all().map(readRow);
  database.close();
  return rows;
}

function withEvents(file: string, change: (rows: readonly EventRow[]) => readonly EventRow[]): void {
  const database = new DatabaseSync(file, { defensive: false });
  const triggers = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all();
  const rows = database.prepare('SELECT * FROM events ORDER BY seq').all().map(readRow);
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
  database.exec('DELETE FROM events');
  for (const row of change(rows)) {
    toEvent(row);
    database.prepare(INSERT_EVENT).run(...valuesOf(row));
  }
  for (const { sql } of triggers) database.exec(String(sql));
  rebuild(database);
  database.close();
}
