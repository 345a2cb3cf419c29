import { toTillError } from '../base/till-error.ts';
import type { Database, Disk } from './database.ts';
import { INSERT_EVENT, readRow, toEvent, valuesOf } from './event-rows.ts';
import { CHAIN_START, type EventRow, isLinked } from './hash-chain.ts';
import { ProjectionTables } from './projection-tables.ts';
import { project } from './projections.ts';
import { Statements } from './statements.ts';

const BATCH = 500;

/**
 * Takes over from a journal that was set aside what can still be proven: its events from the first on, as far as the
 * chain holds. The key of a refund under way, the counters of the references and the open sales are in there, and no
 * search would bring them back. The file itself is only read. Gives the number of events.
 */
export function salvage(disk: Disk, aside: string, database: Database): number {
  const statements = new Statements(database);
  const projections = new ProjectionTables(statements);
  let taken = 0;
  let batch: EventRow[] = [];
  const write = () => {
    database.exec('BEGIN IMMEDIATE');
    try {
      for (const row of batch) {
        statements.run(INSERT_EVENT, ...valuesOf(row));
        project(projections, toEvent(row));
      }
      database.exec('COMMIT');
    } catch (thrown) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw thrown;
    }
    taken += batch.length;
    batch = [];
  };
  for (const row of soundRows(disk, aside)) {
    batch.push(row);
    if (batch.length >= BATCH) write();
  }
  if (batch.length > 0) write();
  return taken;
}

/** The events of a damaged file, in order, up to the first that cannot be read or is not what was written. */
function* soundRows(disk: Disk, aside: string): Generator<EventRow> {
  const source = openDamaged(disk, aside);
  if (source === undefined) return;
  try {
    let prevHash = CHAIN_START;
    for (let seq = 1; ; seq += 1) {
      const row = readSound(source, seq, prevHash);
      if (row === undefined) return;
      yield row;
      prevHash = row.hash;
    }
  } finally {
    source.close();
  }
}

function readSound(source: Database, seq: number, prevHash: string): EventRow | undefined {
  try {
    const found = source.prepare('SELECT * FROM events WHERE seq = ?').get(seq);
    if (found === undefined) return undefined;
    const row = readRow(found);
    if (row.seq !== seq || !isLinked(row, prevHash)) return undefined;
    toEvent(row);
    return row;
  } catch (thrown) {
    return endOfWhatCanBeRead(thrown);
  }
}

function openDamaged(disk: Disk, aside: string): Database | undefined {
  try {
    const source = disk.open(aside, 'read-only');
    // Else SQLite reads nothing at all of a file that lost its end, as after a power cut.
    source.exec('PRAGMA writable_schema = ON');
    return source;
  } catch (thrown) {
    return endOfWhatCanBeRead(thrown);
  }
}

/** Damage is what brought the till here: it ends the reading, and how far that came is told. A fault of ours is thrown. */
function endOfWhatCanBeRead(thrown: unknown): undefined {
  const fromSqlite = thrown instanceof Error && 'errcode' in thrown;
  if (!fromSqlite && toTillError(thrown).code !== 'journal.damaged') throw thrown;
  return undefined;
}
