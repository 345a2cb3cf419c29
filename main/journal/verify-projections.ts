import { toTillError } from '../base/till-error.ts';
import { addUp } from './add-up-events.ts';
import type { Database } from './database.ts';
import { type EventRow, toEvent } from './event-rows.ts';
import type { Break } from './event-walk.ts';
import type { MemoryProjections, StateTable } from './memory-projections.ts';
import { type Row, Statements } from './prepared-statements.ts';
import { differs, refundOf, refundRow, saleOf, saleRow, searchText, shiftOf, shiftRow } from './projection-rows.ts';
import { JOURNAL_ID, SET_AT_BEGINNING, tryToProject } from './projections.ts';
import type { Sealing } from './sealing.ts';
import { SearchIndex } from './search-index.ts';
import { verifyNewest } from './verify-newest.ts';

/** Some ten thousand events, folded in 0.1 s. Beyond this size only the newest events are checked. */
const VERIFIED_MAX_BYTES = 8 * 1024 * 1024;

/** `rebuild`: the events are sound and the projections are not. `damaged`: neither is reliable. */
type ProjectionState = 'adds-up' | 'rebuild' | 'damaged';

/**
 * Compares the projections with the state folded from the events. The chain proves the events, and nothing proves the
 * projections: a flipped bit would show a wrong amount. `onBroken` is called for each break of the chain.
 *
 * With a broken chain, the state folded from the proven events is compared. Rows that only a broken event explains are
 * kept if they agree with their own columns and are no more than the broken events. Without these rows a sale would be
 * lost, or the key of a pending refund.
 */
export function verifyProjections(
  database: Database,
  sizeBytes: number,
  sealing?: Sealing,
  onBroken: (found: Break) => void = () => undefined,
): ProjectionState {
  if (sizeBytes > VERIFIED_MAX_BYTES) return verifyNewest(database, sealing, onBroken);
  const { expected, broken } = addUp(database, { from: 1, sealing, onBroken, add: addAny });
  const tables = (['sales', 'refunds', 'shifts'] as const).map((table) => compare(database, table, expected));
  const more = tables.reduce((sum, table) => sum + table.more, 0);
  if (broken > 0 && (more > broken || tables.some(({ isUnreadable }) => isUnreadable))) return 'damaged';
  const addsUp =
    (more === 0 || broken > 0) &&
    tables.every(({ isWrong }) => !isWrong) &&
    valuesAddUp(database, expected, broken) &&
    searchAddsUp(database, expected);
  return addsUp ? 'adds-up' : 'rebuild';
}

/** An event about a sale or refund with a broken earlier event cannot be folded. */
function addAny(projections: MemoryProjections, row: EventRow): boolean {
  return tryToProject(projections, toEvent(row));
}

interface Compared {
  /** True if an expected row is missing or different. */
  readonly isWrong: boolean;
  /** Number of unexpected rows. */
  readonly more: number;
  /** An unexpected row disagrees with its own columns, which repeat its id, reference, amount and payer. */
  readonly isUnreadable: boolean;
}

/** Compares a table with the expected rows; refunds also by order. The first column is the key. */
function compare(database: Database, table: StateTable, expected: MemoryProjections): Compared {
  const missing = new Map(expected.rows(table).map((row, place) => [row[0], { row, place }]));
  let reached = -1;
  let isWrong = false;
  let isUnreadable = false;
  let more = 0;
  for (const found of database.prepare(`SELECT * FROM ${table} ORDER BY rowid`).iterate()) {
    const values = Object.values(found);
    const wanted = missing.get(values[0]);
    missing.delete(values[0]);
    if (wanted === undefined) {
      more += 1;
      isUnreadable ||= !agrees(table, found);
      continue;
    }
    isWrong ||= differs(wanted.row, values) || (table === 'refunds' && wanted.place < reached);
    reached = wanted.place;
  }
  return { isWrong: isWrong || missing.size > 0, more, isUnreadable };
}

/** A table's row, made again from the state in its own data. */
const rowOfState: Readonly<Record<StateTable, (found: Row) => readonly unknown[]>> = {
  sales: (found) => saleRow(saleOf(found), String(found['events'])),
  refunds: (found) => refundRow(refundOf(found)),
  shifts: (found) => shiftRow(shiftOf(found)),
};

function agrees(table: StateTable, found: Row): boolean {
  try {
    return !differs(rowOfState[table](found), Object.values(found));
  } catch (thrown) {
    // Unreadable data, or valid JSON without the members of a state.
    if (thrown instanceof TypeError || toTillError(thrown).code === 'journal.damaged') return false;
    throw thrown;
  }
}

/** A broken event may have raised a counter, and only a broken beginning can explain its values. */
function valuesAddUp(database: Database, { values, counters }: MemoryProjections, broken: number): boolean {
  const isBegun = values.has(JOURNAL_ID);
  let expected = values.size + counters.size;
  for (const { name, value } of database.prepare('SELECT name, value FROM facts').iterate()) {
    if (broken > 0 && !isBegun && SET_AT_BEGINNING.includes(String(name))) continue;
    if (values.get(String(name)) !== value) return false;
    expected -= 1;
  }
  for (const { name, value } of database.prepare('SELECT name, value FROM counters').iterate()) {
    const least = counters.get(String(name)) ?? 0;
    if (Number(value) < least || Number(value) > least + broken) return false;
    if (least > 0) expected -= 1;
  }
  return expected === 0;
}

function searchAddsUp(database: Database, { sales }: MemoryProjections): boolean {
  const texts = [...sales.values()].map((sale) => ({ at: sale.startedAt, search: searchText(sale) }));
  return new SearchIndex(new Statements(database)).covers(texts);
}
