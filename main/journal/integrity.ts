import { createHash } from 'node:crypto';
import { TillError } from '../base/till-error.ts';
import { MisplacedEvent } from '../domain/misplaced-event.ts';
import type { Database } from './database.ts';
import { readRow, toEvent } from './event-rows.ts';
import { CHAIN_START, type EventRow, isLinked } from './hash-chain.ts';
import { refundOf, saleOf } from './projection-rows.ts';
import { ProjectionTables } from './projection-tables.ts';
import { JOURNAL_ID, project, TOLD_AT_BEGINNING } from './projections.ts';
import { type Proof, proofOf } from './proven-events.ts';
import { PROJECTIONS } from './schema.ts';
import type { Sealing } from './sealing.ts';
import { SearchIndex } from './search-index.ts';
import { Statements } from './statements.ts';
import { sealedFrom } from './tampering.ts';
import { searchCovers, searchTexts } from './verify-indexes.ts';

/** Files up to this size are looked through page by page at start; larger ones would hold the till up. */
const PAGE_CHECK_MAX_BYTES = 8 * 1024 * 1024;
const TAIL_EVENTS = 64;
const BATCH = 1_000;

export interface IntegrityReport {
  readonly ok: boolean;
  readonly events: number;
  /** English, for support. */
  readonly faults: readonly string[];
}

/**
 * The check at start: its time does not grow with the journal. Throws TillError `journal.damaged` when the pages of a
 * small file, or the last events of any, are not what was written.
 */
export function checkAtStart(database: Database, sizeBytes: number): void {
  if (sizeBytes <= PAGE_CHECK_MAX_BYTES) {
    // Not `quick_check`: it does not compare indexes with their tables, and the first write through a wrong index fails.
    const found = Object.values(database.prepare('PRAGMA integrity_check(1)').get() ?? {})[0];
    if (found !== 'ok') throw new TillError('journal.damaged', `The journal's pages are damaged: ${String(found)}.`);
  }
  const tail = database
    .prepare('SELECT * FROM events ORDER BY seq DESC LIMIT ?')
    .all(TAIL_EVENTS + 1)
    .map(readRow);
  for (const [index, row] of tail.slice(0, TAIL_EVENTS).entries()) {
    const before = tail[index + 1];
    const complete = before === undefined ? row.seq === 1 : before.seq === row.seq - 1;
    if (!complete || !isLinked(row, before?.hash ?? CHAIN_START)) throw broken(row);
    toEvent(row);
  }
}

/** The events that must have a mac and have none, or a wrong one; its time grows with the journal. */
export function unsealedEvents(database: Database, sealing: Sealing): number {
  const from = sealedFrom(database, sealing);
  let unsealed = 0;
  for (const row of rows(database, from - 1)) if (!sealing.isSealed(row)) unsealed += 1;
  return unsealed;
}

/** Every page and every event; its time grows with the journal. Throws TillError `journal.damaged`. */
export function checkEvents(database: Database): void {
  const [fault] = [...pageFaults(database), ...chainFaults(database).faults];
  if (fault !== undefined) throw new TillError('journal.damaged', `The journal is damaged: ${fault}.`);
}

/** Whether the projections that the till works from at start can be read; if not, they are rebuilt from the events. */
export function projectionsReadable(statements: Statements): boolean {
  try {
    // Not with OR: each of the two conditions has an index of its own, and both together have none.
    for (const row of statements.all('SELECT data FROM sales WHERE open = 1')) saleOf(row);
    for (const row of statements.all('SELECT data FROM sales WHERE alarm = 1')) saleOf(row);
    for (const row of statements.all('SELECT data FROM refunds WHERE open = 1')) refundOf(row);
    return true;
  } catch (thrown) {
    if (thrown instanceof TillError && thrown.code === 'journal.damaged') return false;
    throw thrown;
  }
}

/**
 * Empties the projections and fills them again from the events. One transaction: all of it or nothing. Where the chain is
 * broken, they are filled from what is proven, and what only a broken event could have told of stays.
 */
export function rebuild(database: Database, sealing?: Sealing): void {
  const proof = proofOf(database, sealing);
  database.exec('BEGIN IMMEDIATE');
  try {
    if (proof.isWhole) projectAll(database);
    else keepingWhatIsMore(database, () => projectAll(database, proof));
    new SearchIndex(new Statements(database)).remake();
    database.exec('COMMIT');
  } catch (thrown) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw thrown;
  }
}

const WHOLE: Proof = { unproven: new Set(), isWhole: true };

/** Rows that `fill` does not make are put back behind it; of two numbers of a counter the higher one counts. */
function keepingWhatIsMore(database: Database, fill: () => void): void {
  // A refund that is proven may be one of a sale that is not.
  database.exec('PRAGMA defer_foreign_keys = ON');
  const tables = ['sales', 'refunds', 'shifts', 'counters', 'facts'];
  for (const table of tables) database.exec(`CREATE TEMP TABLE kept_${table} AS SELECT * FROM ${table}`);
  fill();
  for (const table of ['sales', 'shifts']) database.exec(`INSERT OR IGNORE INTO ${table} SELECT * FROM kept_${table}`);
  putBackRefunds(database);
  database.exec(`INSERT INTO counters SELECT name, value FROM kept_counters WHERE true
    ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)`);
  const names = TOLD_AT_BEGINNING.map((name) => `'${name}'`).join();
  database.exec(`INSERT OR IGNORE INTO facts SELECT name, value FROM kept_facts
    WHERE name IN (${names}) AND NOT EXISTS (SELECT 1 FROM facts WHERE name = '${JOURNAL_ID}')`);
  for (const table of tables) database.exec(`DROP TABLE kept_${table}`);
}

/** In the order in which they were begun, which is that of the rows: by it the newest are told (`spent-in-a-day.ts`). */
function putBackRefunds(database: Database): void {
  const more = database
    .prepare(
      'SELECT rowid AS place FROM kept_refunds WHERE refund_key NOT IN (SELECT refund_key FROM refunds) ORDER BY rowid',
    )
    .all();
  database.exec(`UPDATE refunds SET rowid = -rowid * ${more.length + 1}; UPDATE refunds SET rowid = -rowid`);
  const putBack = database.prepare(
    `INSERT INTO refunds (rowid, refund_key, sale_id, refund_id, open, at, data)
     SELECT 1 + (SELECT coalesce(max(made.rowid), 0) FROM refunds made JOIN kept_refunds kept USING (refund_key)
       WHERE kept.rowid < ?1), * FROM kept_refunds WHERE rowid = ?1`,
  );
  for (const { place } of more) putBack.run(Number(place));
}

/**
 * The check on demand: every page, the whole chain, and every projection against one made afresh. It reads everything
 * and keeps nothing; a million sales take minutes.
 */
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
    ...keys.map((row) => `row ${String(row['rowid'])} of ${String(row['table'])} refers to nothing`),
  ];
}

function chainFaults(database: Database): { readonly events: number; readonly faults: readonly string[] } {
  let prevHash = CHAIN_START;
  let seq = 0;
  try {
    for (const row of rows(database)) {
      if (row.seq !== seq + 1 || !isLinked(row, prevHash)) throw broken(row);
      toEvent(row);
      prevHash = row.hash;
      seq = row.seq;
    }
    return { events: seq, faults: [] };
  } catch (thrown) {
    if (!(thrown instanceof TillError)) throw thrown;
    return { events: seq, faults: [thrown.message] };
  }
}

function projectionFaults(database: Database): readonly string[] {
  database.exec('BEGIN IMMEDIATE');
  try {
    const kept = new Map(PROJECTIONS.map((table) => [table, digest(database, table)]));
    const search = searchCovers(database, searchTexts(database));
    projectAll(database);
    const differing = PROJECTIONS.filter((table) => digest(database, table) !== kept.get(table));
    return [
      ...differing.map((table) => `the table ${table} is not what the events add up to`),
      ...(search ? [] : ['the search index leaves out sales']),
    ];
  } finally {
    database.exec('ROLLBACK');
  }
}

function projectAll(database: Database, { unproven, isWhole }: Proof = WHOLE): void {
  const projections = new ProjectionTables(new Statements(database), 'later');
  for (const table of PROJECTIONS) database.exec(`DELETE FROM ${table}`);
  for (const row of rows(database)) {
    if (unproven.has(row.seq)) continue;
    try {
      project(projections, toEvent(row));
    } catch (thrown) {
      // It follows from one that is not proven, and nothing has changed.
      if (isWhole || !(thrown instanceof MisplacedEvent)) throw thrown;
    }
  }
}

/** Every event in order, a batch at a time: an open cursor would see the writes that its events cause. */
function* rows(database: Database, beyond = 0): Generator<EventRow> {
  const batch = database.prepare('SELECT * FROM events WHERE seq > ? ORDER BY seq LIMIT ?');
  for (let after = beyond; ; ) {
    const found = batch.all(after, BATCH).map(readRow);
    yield* found;
    const last = found.at(-1);
    if (last === undefined) return;
    after = last.seq;
  }
}

function digest(database: Database, table: (typeof PROJECTIONS)[number]): string {
  const hash = createHash('sha256');
  for (const row of database.prepare(`SELECT * FROM ${table} ORDER BY 1`).iterate()) hash.update(JSON.stringify(row));
  return hash.digest('hex');
}

function broken(row: EventRow): TillError {
  return new TillError('journal.damaged', `The chain breaks at event ${row.seq}.`, { values: { seq: row.seq } });
}
