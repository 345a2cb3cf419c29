import { createHash } from 'node:crypto';
import { TillError } from '../base/till-error.ts';
import type { Database } from './database.ts';
import { soundEvents, walk } from './event-walk.ts';
import { Statements } from './prepared-statements.ts';
import { refundOf, saleOf } from './projection-rows.ts';
import { projectAll } from './rebuild.ts';
import { PROJECTIONS } from './schema.ts';
import type { Sealing } from './sealing.ts';
import { SearchIndex } from './search-index.ts';
import { lastOf, sealedFrom, TAIL_EVENTS } from './tampering.ts';

/** Files up to this size are checked page by page at start; larger files would delay the start. */
const PAGE_CHECK_MAX_BYTES = 8 * 1024 * 1024;

export interface IntegrityReport {
  readonly ok: boolean;
  readonly events: number;
  /** In English, for support. */
  readonly faults: readonly string[];
}

/**
 * Checks a journal at start, in a time that does not grow with the journal. Throws TillError `journal.damaged` for
 * damaged pages in a small file, or a fault in the last events.
 */
export function checkAtStart(database: Database, sizeBytes: number): void {
  if (sizeBytes <= PAGE_CHECK_MAX_BYTES) {
    // `quick_check` does not compare indexes with their tables, and the first write through a wrong index would fail.
    const found = Object.values(database.prepare('PRAGMA integrity_check(1)').get() ?? {})[0];
    if (found !== 'ok') throw new TillError('journal.damaged', `Journal pages damaged: ${String(found)}.`);
  }
  const last = lastOf(database)?.seq ?? 0;
  const tail = soundEvents(database, Math.max(1, last - TAIL_EVENTS + 1));
  while (tail.next().done !== true);
}

/** Counts the events that must have a mac and lack a valid mac. The time grows with the journal. */
export function unsealedEvents(database: Database, sealing: Sealing): number {
  let unsealed = 0;
  for (const { row } of walk(database, sealedFrom(database, sealing))) if (!sealing.isSealed(row)) unsealed += 1;
  return unsealed;
}

/** Checks every page and every event; the time grows with the journal. Throws TillError `journal.damaged`. */
export function checkEvents(database: Database): void {
  const [fault] = [...pageFaults(database), ...chainFaults(database).faults];
  if (fault !== undefined) throw new TillError('journal.damaged', `Journal damaged: ${fault}.`);
}

/** Otherwise the caller rebuilds them from the events. */
export function projectionsReadable(statements: Statements): boolean {
  try {
    // Two queries, because each condition has its own index and an OR would use neither.
    for (const row of statements.all('SELECT data FROM sales WHERE open = 1')) saleOf(row);
    for (const row of statements.all('SELECT data FROM sales WHERE alarm = 1')) saleOf(row);
    for (const row of statements.all('SELECT data FROM refunds WHERE open = 1')) refundOf(row);
    return true;
  } catch (thrown) {
    if (thrown instanceof TillError && thrown.code === 'journal.damaged') return false;
    throw thrown;
  }
}

/** Runs the full check on demand. Reads everything and changes nothing; a million sales take minutes. */
export function checkFully(database: Database): IntegrityReport {
  const faults = [...pageFaults(database)];
  const chain = chainFaults(database);
  faults.push(...chain.faults);
  if (faults.length === 0) faults.push(...projectionFaults(database));
  return { ok: faults.length === 0, events: chain.events, faults };
}

function pageFaults(database: Database): readonly string[] {
  const pages = database.prepare('PRAGMA integrity_check(10)').all();
  const keys = database.prepare('PRAGMA foreign_key_check').all();
  return [
    ...pages.map((row) => String(Object.values(row)[0])).filter((found) => found !== 'ok'),
    ...keys.map((row) => `row ${String(row['rowid'])} of ${String(row['table'])} has a dangling reference`),
  ];
}

function chainFaults(database: Database): { readonly events: number; readonly faults: readonly string[] } {
  let events = 0;
  try {
    for (const { seq } of soundEvents(database)) events = seq;
    return { events, faults: [] };
  } catch (thrown) {
    if (!(thrown instanceof TillError)) throw thrown;
    return { events, faults: [thrown.message] };
  }
}

function projectionFaults(database: Database): readonly string[] {
  database.exec('BEGIN IMMEDIATE');
  try {
    const kept = new Map(PROJECTIONS.map((table) => [table, digest(database, table)]));
    const search = new SearchIndex(new Statements(database)).covers(searchTexts(database));
    projectAll(database);
    const differing = PROJECTIONS.filter((table) => digest(database, table) !== kept.get(table));
    return [
      ...differing.map((table) => `the table ${table} differs from the projection of the events`),
      ...(search ? [] : ['sales missing from the search index']),
    ];
  } finally {
    database.exec('ROLLBACK');
  }
}

function* searchTexts(database: Database): Generator<{ readonly at: number; readonly search: string }> {
  for (const row of database.prepare('SELECT at, search FROM sales ORDER BY at').iterate())
    yield { at: Number(row['at']), search: String(row['search']) };
}

function digest(database: Database, table: (typeof PROJECTIONS)[number]): string {
  const hash = createHash('sha256');
  for (const row of database.prepare(`SELECT * FROM ${table} ORDER BY 1`).iterate()) hash.update(JSON.stringify(row));
  return hash.digest('hex');
}
