import { toTillError } from '../base/till-error.ts';
import type { Database } from './database.ts';
import { readRow, toEvent } from './event-rows.ts';
import type { RecordedEvent } from './events.ts';
import { CHAIN_START, type EventRow, isLinked } from './hash-chain.ts';
import { MemoryProjections } from './memory-projections.ts';
import { MisplacedEvent } from './misplaced-event.ts';
import { differs, refundOf, refundRow, saleOf, saleRow, searchText, shiftOf, shiftRow } from './projection-rows.ts';
import { type Projections, project } from './projections.ts';
import type { Row } from './statements.ts';
import { searchCovers, trailAddsUp } from './verify-indexes.ts';
import { verifyNewest } from './verify-newest.ts';

/** Some ten thousand events, added up in about a tenth of a second; of a larger journal only the newest are looked at. */
const VERIFIED_MAX_BYTES = 8 * 1024 * 1024;

/** `rebuild`: the events are sound and the projections are not. `damaged`: neither can be relied on. */
export type ProjectionState = 'adds-up' | 'rebuild' | 'damaged';

/**
 * Compares what the till shows with what the events add up to. The chain proves the events and nothing proves the
 * projections: a bit that turns in one of them would show another amount.
 *
 * Where the chain is broken, the projections are kept as they are, as long as each agrees with its own columns and no
 * more of them differ than there are broken events: a rebuild without the broken events would lose sales, and with them
 * the key of a refund under way. `onBroken` hears of each such event, and the full check reports the break.
 */
export function verifyProjections(
  database: Database,
  sizeBytes: number,
  onBroken: (row: EventRow) => void = () => undefined,
): ProjectionState {
  if (sizeBytes > VERIFIED_MAX_BYTES) return verifyNewest(database, onBroken);
  const expected = new MemoryProjections();
  const broken = addUp(database, expected, onBroken);
  const differing =
    differences(database, 'SELECT * FROM sales', [...expected.sales.values()].map(saleRow)) +
    differences(database, 'SELECT * FROM refunds', [...expected.refunds.values()].map(refundRow)) +
    differences(database, 'SELECT * FROM shifts', [...expected.shifts.values()].map(shiftRow)) +
    differences(database, 'SELECT * FROM facts', [...expected.values]) +
    differences(database, 'SELECT * FROM counters', [...expected.counters]);
  if (differing === 0) return broken > 0 || indexesAddUp(database, expected) ? 'adds-up' : 'rebuild';
  if (broken === 0) return 'rebuild';
  return differing <= broken && isConsistent(database) ? 'adds-up' : 'damaged';
}

/** Where events are broken, the indexes are kept like what they lead to: they show nothing themselves. */
function indexesAddUp(database: Database, { sales, trail }: MemoryProjections): boolean {
  const texts = [...sales.values()].map((sale) => ({ at: sale.startedAt, search: searchText(sale) }));
  return searchCovers(database, texts) && trailAddsUp(database, trail);
}

/** Adds up all events; gives how many are not what was written, do not follow the one before, or cannot be counted. */
function addUp(database: Database, projections: Projections, onBroken: (row: EventRow) => void): number {
  let broken = 0;
  let prevHash = CHAIN_START;
  for (const found of database.prepare('SELECT * FROM events ORDER BY seq').iterate()) {
    const row = readRow(found);
    const isCounted = isLinked(row, row.prev_hash) && canAdd(projections, toEvent(row));
    if (!isCounted || row.prev_hash !== prevHash) {
      broken += 1;
      onBroken(row);
    }
    prevHash = row.hash;
  }
  return broken;
}

/** An event about a sale or refund whose own earlier event is the broken one cannot be counted. */
function canAdd(projections: Projections, event: RecordedEvent): boolean {
  try {
    project(projections, event);
    return true;
  } catch (thrown) {
    if (thrown instanceof MisplacedEvent) return false;
    throw thrown;
  }
}

/** How many of these rows a table does not hold as they are, and how many others it holds. The first column is its key. */
function differences(database: Database, select: string, rows: readonly (readonly unknown[])[]): number {
  const wanted = new Map(rows.map((row) => [row[0], row]));
  let differing = 0;
  for (const found of database.prepare(select).iterate()) {
    const values = Object.values(found);
    const row = wanted.get(values[0]);
    if (row === undefined || differs(row, values)) differing += 1;
    wanted.delete(values[0]);
  }
  return differing + wanted.size;
}

/** Whether every record is what the columns beside it say: they repeat its id, reference, amount and payer. */
function isConsistent(database: Database): boolean {
  const agree = (select: string, rowOf: (found: Row) => readonly unknown[]) => {
    for (const found of database.prepare(select).iterate())
      if (differs(rowOf(found), Object.values(found))) return false;
    return true;
  };
  try {
    return (
      agree('SELECT * FROM sales', (found) => saleRow(saleOf(found))) &&
      agree('SELECT * FROM refunds', (found) => refundRow(refundOf(found))) &&
      agree('SELECT * FROM shifts', (found) => shiftRow(shiftOf(found)))
    );
  } catch (thrown) {
    // A record that cannot be read, or is none: its members are not there.
    if (thrown instanceof TypeError || toTillError(thrown).code === 'journal.damaged') return false;
    throw thrown;
  }
}
