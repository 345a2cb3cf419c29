import { TillError } from '../base/till-error.ts';
import { type Database, refersToNothing } from './database.ts';
import { toEvent } from './event-rows.ts';
import { type Proof, proofOf, walk } from './event-walk.ts';
import { Statements } from './prepared-statements.ts';
import { ProjectionTables } from './projection-tables.ts';
import { JOURNAL_ID, SET_AT_BEGINNING, tryToProject } from './projections.ts';
import { PROJECTIONS } from './schema.ts';
import type { Sealing } from './sealing.ts';
import { SearchIndex } from './search-index.ts';

/**
 * Rebuilds the projections in one transaction. With a broken chain, rows that only broken events explain are kept.
 * Throws TillError `journal.damaged` for an intact chain with an impossible event.
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
    if (refersToNothing(thrown)) throw new TillError('journal.damaged', 'Refund without its sale.');
    throw thrown;
  }
}

const WHOLE: Proof = { unproven: new Set(), isWhole: true };

/** Keeps rows that `fill` does not create, and the higher value of each counter. */
function keepingWhatIsMore(database: Database, fill: () => void): void {
  // A proven refund may belong to an unproven sale.
  database.exec('PRAGMA defer_foreign_keys = ON');
  const tables = ['sales', 'refunds', 'shifts', 'counters', 'facts'];
  for (const table of tables) database.exec(`CREATE TEMP TABLE kept_${table} AS SELECT * FROM ${table}`);
  fill();
  for (const table of ['sales', 'shifts']) database.exec(`INSERT OR IGNORE INTO ${table} SELECT * FROM kept_${table}`);
  putBackRefunds(database);
  database.exec(`INSERT INTO counters SELECT name, value FROM kept_counters WHERE true
    ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)`);
  const names = SET_AT_BEGINNING.map((name) => `'${name}'`).join();
  database.exec(`INSERT OR IGNORE INTO facts SELECT name, value FROM kept_facts
    WHERE name IN (${names}) AND NOT EXISTS (SELECT 1 FROM facts WHERE name = '${JOURNAL_ID}')`);
  for (const table of tables) database.exec(`DROP TABLE kept_${table}`);
}

/** In their original order: the row order shows which refunds are the newest (`spent-in-a-day.ts`). */
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

/** Empties the projections and fills them from the proven events, in the caller's transaction. */
export function projectAll(database: Database, { unproven, isWhole }: Proof = WHOLE): void {
  const projections = new ProjectionTables(new Statements(database), 'later');
  for (const table of PROJECTIONS) database.exec(`DELETE FROM ${table}`);
  for (const { row } of walk(database)) {
    if (unproven.has(row.seq)) continue;
    // In a broken chain, an event that depends on an unproven event is skipped.
    if (!tryToProject(projections, toEvent(row)) && isWhole)
      throw new TillError('journal.damaged', `Event ${row.seq} is not possible after its predecessors.`, {
        values: { seq: row.seq },
      });
  }
}
