import { TillError } from '../base/till-error.ts';
import { type Database, refersToNothing } from './database.ts';
import { toEvent } from './event-rows.ts';
import { type Proof, proofOf, walk } from './event-walk.ts';
import { ProjectionTables } from './projection-tables.ts';
import { JOURNAL_ID, TOLD_AT_BEGINNING, tryToProject } from './projections.ts';
import { PROJECTIONS } from './schema.ts';
import type { Sealing } from './sealing.ts';
import { SearchIndex } from './search-index.ts';
import { Statements } from './statements.ts';

/**
 * One transaction. Where the chain is broken, what only a broken event could have told of stays. Throws TillError
 * `journal.damaged` for a chain that holds, and tells what cannot have happened.
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
    if (refersToNothing(thrown)) throw new TillError('journal.damaged', 'A refund is there, and its sale is not.');
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

/**
 * In the order in which they were begun, which is that of the rows: by it the newest are told (`spent-in-a-day.ts`).
 */
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

/** Empties the projections and fills them from the events that are proven, in the caller's transaction. */
export function projectAll(database: Database, { unproven, isWhole }: Proof = WHOLE): void {
  const projections = new ProjectionTables(new Statements(database), 'later');
  for (const table of PROJECTIONS) database.exec(`DELETE FROM ${table}`);
  for (const { row } of walk(database)) {
    if (unproven.has(row.seq)) continue;
    // In a broken chain it may follow from an event that is not proven; then it is left out.
    if (!tryToProject(projections, toEvent(row)) && isWhole)
      throw new TillError('journal.damaged', `Event ${row.seq} cannot have come after those before it.`, {
        values: { seq: row.seq },
      });
  }
}
