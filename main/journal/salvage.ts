import { toTillError } from '../base/till-error.ts';
import type { Database, Disk } from './database.ts';
import type { EventRow } from './event-rows.ts';
import { INSERT_EVENT, toEvent, valuesOf } from './event-rows.ts';
import { soundEvents } from './event-walk.ts';
import { ProjectionTables } from './projection-tables.ts';
import { tryToProject } from './projections.ts';
import type { Sealing } from './sealing.ts';
import { Statements } from './statements.ts';

/** Written at once: what is not yet in the file itself takes its space a second time. */
const BATCH = 500;

/**
 * Takes over from a journal that was set aside what can still be proven: its events from the first on, as far as the
 * chain holds and tells what can have happened. The key of a refund under way, the counters of the references and the
 * open sales are in there, and no search would bring them back. Where the keychain knows of the journal, they are taken
 * as far as that or a mac proves them: anybody can make a chain. The file itself is only read. Gives the number of
 * events.
 */
export function salvage(disk: Disk, aside: string, database: Database, sealing?: Sealing): number {
  const statements = new Statements(database);
  const projections = new ProjectionTables(statements);
  const proven = provenEvents(disk, aside, sealing);
  let taken = 0;
  // A failure needs no undoing: the file that is written is thrown away.
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

/** The number of the last event that the till itself wrote, by its mac or the anchor: it proves all before it. */
function provenEvents(disk: Disk, aside: string, sealing: Sealing | undefined): number {
  const anchor = sealing?.anchor;
  if (sealing === undefined || anchor === undefined) return Number.POSITIVE_INFINITY;
  let proven = 0;
  for (const row of soundRows(disk, aside))
    if (sealing.isSealed(row) || (row.seq === anchor.seq && row.hash === anchor.hash)) proven = row.seq;
  return proven;
}

/** The events of a damaged file, in order, up to the first that cannot be read or is not what was written. */
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
    // SQLite reads nothing of a file that lost its end, as after a power cut, unless its schema is overlooked.
    source.exec('PRAGMA writable_schema = ON');
    return source;
  } catch (thrown) {
    return endOfWhatCanBeRead(thrown);
  }
}

/**
 * Damage is what brought the till here: it ends the reading, and how far that came is told. A fault of ours is thrown.
 */
function endOfWhatCanBeRead(thrown: unknown): undefined {
  const fromSqlite = thrown instanceof Error && 'errcode' in thrown;
  if (!fromSqlite && toTillError(thrown).code !== 'journal.damaged') throw thrown;
  return undefined;
}
