import { toTillError } from '../base/till-error.ts';
import type { Database, Disk } from './database.ts';
import type { EventRow } from './event-rows.ts';
import { INSERT_EVENT, toEvent, valuesOf } from './event-rows.ts';
import { soundEvents } from './event-walk.ts';
import { Statements } from './prepared-statements.ts';
import { ProjectionTables } from './projection-tables.ts';
import { tryToProject } from './projections.ts';
import type { Sealing } from './sealing.ts';

/** Events per transaction: data in the write-ahead log takes its space on the disk twice. */
const BATCH = 500;

/**
 * Copies the proven events of a damaged journal, from the first event to the first break or impossible event, and
 * returns their number. Only the journal holds the keys of pending refunds, the counters of the references and the open
 * sales: no search can recover them. With an anchor in the keychain, only events up to the anchor or the last valid mac
 * are copied, because an attacker can build a chain. The damaged file is only read.
 */
export function salvage(disk: Disk, aside: string, database: Database, sealing?: Sealing): number {
  const statements = new Statements(database);
  const projections = new ProjectionTables(statements);
  const proven = provenEvents(disk, aside, sealing);
  let taken = 0;
  // No rollback after a failure: the caller discards the new file.
  database.exec('BEGIN IMMEDIATE');
  for (const row of soundRows(disk, aside)) {
    if (taken >= proven || !tryToProject(projections, toEvent(row))) break;
    statements.run(INSERT_EVENT, ...valuesOf(row));
    taken += 1;
    if (taken % BATCH > 0) continue;
    database.exec('COMMIT');
    database.exec('BEGIN IMMEDIATE');
  }
  database.exec('COMMIT');
  return taken;
}

/** Returns the number of the last event proven by a mac or the anchor; the chain proves every event before. */
function provenEvents(disk: Disk, aside: string, sealing: Sealing | undefined): number {
  const anchor = sealing?.anchor;
  if (sealing === undefined || anchor === undefined) return Number.POSITIVE_INFINITY;
  let proven = 0;
  for (const row of soundRows(disk, aside))
    if (sealing.isSealed(row) || (row.seq === anchor.seq && row.hash === anchor.hash)) proven = row.seq;
  return proven;
}

function* soundRows(disk: Disk, aside: string): Generator<EventRow> {
  const source = openDamaged(disk, aside);
  if (source === undefined) return;
  try {
    yield* soundEvents(source);
  } catch (thrown) {
    endOfWhatCanBeRead(thrown);
  } finally {
    source.close();
  }
}

function openDamaged(disk: Disk, aside: string): Database | undefined {
  try {
    const source = disk.open(aside, 'read-only');
    // SQLite cannot read a file without its end, as after a power cut, unless the schema is ignored.
    source.exec('PRAGMA writable_schema = ON');
    return source;
  } catch (thrown) {
    return endOfWhatCanBeRead(thrown);
  }
}

/** Damage is expected and only ends the reading. A programming error is thrown. */
function endOfWhatCanBeRead(thrown: unknown): undefined {
  const fromSqlite = thrown instanceof Error && 'errcode' in thrown;
  if (!fromSqlite && toTillError(thrown).code !== 'journal.damaged') throw thrown;
  return undefined;
}
