import { toTillError } from '../base/till-error.ts';
import type { RecordedEvent } from '../domain/events.ts';
import { MisplacedEvent } from '../domain/misplaced-event.ts';
import type { Database } from './database.ts';
import { readRow, toEvent } from './event-rows.ts';
import { CHAIN_START, isLinked } from './hash-chain.ts';
import { MemoryProjections } from './memory-projections.ts';
import { differs, refundOf, refundRow, saleOf, saleRow, searchText, shiftOf, shiftRow } from './projection-rows.ts';
import { JOURNAL_ID, type Projections, project, TOLD_AT_BEGINNING } from './projections.ts';
import { type Break, proofOf } from './proven-events.ts';
import type { Sealing } from './sealing.ts';
import type { Row } from './statements.ts';
import { searchCovers } from './verify-indexes.ts';
import { verifyNewest } from './verify-newest.ts';

/** Some ten thousand events, added up in about a tenth of a second; of a larger journal only the newest are looked at. */
const VERIFIED_MAX_BYTES = 8 * 1024 * 1024;

/** `rebuild`: the events are sound and the projections are not. `damaged`: neither can be relied on. */
export type ProjectionState = 'adds-up' | 'rebuild' | 'damaged';

/**
 * Compares what the till shows with what the events add up to. The chain proves the events and nothing proves the
 * projections: a bit that turns in one of them would show another amount. `onBroken` hears of each break of the chain.
 *
 * Where that is broken, all is compared that the proven events add up to. What only a broken one could have told of is
 * kept, as long as it agrees with its own columns and is no more than there are broken events: without it a sale would be
 * lost, and with it the key of a refund under way.
 */
export function verifyProjections(
  database: Database,
  sizeBytes: number,
  sealing?: Sealing,
  onBroken: (found: Break) => void = () => undefined,
): ProjectionState {
  if (sizeBytes > VERIFIED_MAX_BYTES) return verifyNewest(database, sealing, onBroken);
  const { expected, broken } = addUp(database, sealing, onBroken);
  const tables = [
    compare(database, 'sales', saleRows(expected), (found) => saleRow(saleOf(found), String(found['events']))),
    compare(database, 'refunds', [...expected.refunds.values()].map(refundRow), (found) => refundRow(refundOf(found))),
    compare(database, 'shifts', [...expected.shifts.values()].map(shiftRow), (found) => shiftRow(shiftOf(found))),
  ];
  const more = tables.reduce((sum, table) => sum + table.more, 0);
  if (broken > 0 && (more > broken || tables.some(({ isUnreadable }) => isUnreadable))) return 'damaged';
  const addsUp =
    (more === 0 || broken > 0) &&
    tables.every(({ isWrong }) => !isWrong) &&
    valuesAddUp(database, expected, broken) &&
    searchAddsUp(database, expected);
  return addsUp ? 'adds-up' : 'rebuild';
}

interface AddedUp {
  readonly expected: MemoryProjections;
  /** So many events are not what was written, do not follow the one before, or cannot be counted. */
  readonly broken: number;
}

function addUp(database: Database, sealing: Sealing | undefined, onBroken: (found: Break) => void): AddedUp {
  const all = addUpWithout(database, new Set());
  for (const found of all.breaks) onBroken(found);
  return all.broken === 0 ? all : addUpWithout(database, proofOf(database, sealing).unproven);
}

function addUpWithout(
  database: Database,
  unproven: ReadonlySet<number>,
): AddedUp & { readonly breaks: readonly Break[] } {
  const expected = new MemoryProjections();
  const breaks: Break[] = [];
  let broken = 0;
  let before = CHAIN_START;
  for (const found of database.prepare('SELECT * FROM events ORDER BY seq').iterate()) {
    const row = readRow(found);
    const isSound = isLinked(row, row.prev_hash) && !unproven.has(row.seq);
    const isBreak = !isSound || row.prev_hash !== before;
    if (isBreak) breaks.push({ row, before });
    const isCounted = isSound && canAdd(expected, toEvent(row));
    if (isBreak || !isCounted) broken += 1;
    before = row.hash;
  }
  return { expected, broken, breaks };
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

interface Compared {
  /** A row that must be there is not, or is another one. */
  readonly isWrong: boolean;
  /** Rows that nothing proves. */
  readonly more: number;
  /** One of these is not what the columns beside it say: they repeat its id, reference, amount and payer. */
  readonly isUnreadable: boolean;
}

/** A table beside the rows that it must hold; those of refunds in their order. The first column is its key. */
function compare(
  database: Database,
  table: 'sales' | 'refunds' | 'shifts',
  rows: readonly (readonly unknown[])[],
  rowOf: (found: Row) => readonly unknown[],
): Compared {
  const missing = new Map(rows.map((row, place) => [row[0], { row, place }]));
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
      isUnreadable ||= !agrees(found, rowOf);
      continue;
    }
    isWrong ||= differs(wanted.row, values) || (table === 'refunds' && wanted.place < reached);
    reached = wanted.place;
  }
  return { isWrong: isWrong || missing.size > 0, more, isUnreadable };
}

function agrees(found: Row, rowOf: (found: Row) => readonly unknown[]): boolean {
  try {
    return !differs(rowOf(found), Object.values(found));
  } catch (thrown) {
    // A record that cannot be read, or is none: its members are not there.
    if (thrown instanceof TypeError || toTillError(thrown).code === 'journal.damaged') return false;
    throw thrown;
  }
}

/** A number that a broken event took is taken; and what a broken beginning told nothing else tells. */
function valuesAddUp(database: Database, { values, counters }: MemoryProjections, broken: number): boolean {
  const isBegun = values.has(JOURNAL_ID);
  let expected = values.size + counters.size;
  for (const { name, value } of database.prepare('SELECT name, value FROM facts').iterate()) {
    if (broken > 0 && !isBegun && TOLD_AT_BEGINNING.includes(String(name))) continue;
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
  return searchCovers(database, texts);
}

function saleRows({ sales, events }: MemoryProjections): readonly (readonly unknown[])[] {
  return [...sales.values()].map((sale) => saleRow(sale, events.get(sale.saleId) ?? ''));
}
