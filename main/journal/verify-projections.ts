import { toTillError } from '../base/till-error.ts';
import { shiftRecord } from '../domain/shift-record.ts';
import type { Database } from './database.ts';
import { type EventRow, isLinked, readRow, toEvent } from './event-rows.ts';
import { type Break, proofOf, walk } from './event-walk.ts';
import { MemoryProjections } from './memory-projections.ts';
import { type Row, Statements } from './prepared-statements.ts';
import { differs, refundOf, refundRow, saleOf, saleRow, searchText, shiftOf, shiftRow } from './projection-rows.ts';
import {
  JOURNAL_ALARM_CLEARED,
  JOURNAL_ID,
  JOURNAL_TAMPERED,
  project,
  SET_AT_BEGINNING,
  tryToProject,
} from './projections.ts';
import type { Sealing } from './sealing.ts';
import { SearchIndex } from './search-index.ts';
import { lastOf, sealedFrom } from './tampering.ts';

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
  /** Number of events that are altered, do not follow the previous event, or cannot be folded. */
  readonly broken: number;
}

interface Addition {
  readonly from: number;
  readonly sealing: Sealing | undefined;
  readonly onBroken: (found: Break) => void;
  readonly add: (projections: MemoryProjections, row: EventRow) => boolean;
}

function addUp(database: Database, how: Addition): AddedUp {
  const all = addUpWithout(database, how, new Set());
  for (const found of all.breaks) how.onBroken(found);
  return all.broken === 0 ? all : addUpWithout(database, how, proofOf(database, how.sealing, how.from).unproven);
}

function addUpWithout(
  database: Database,
  { from, add }: Addition,
  unproven: ReadonlySet<number>,
): AddedUp & { readonly breaks: readonly Break[] } {
  const expected = new MemoryProjections();
  const breaks: Break[] = [];
  let broken = 0;
  for (const { row, before, isSound, follows } of walk(database, from)) {
    const isProven = isSound && !unproven.has(row.seq);
    const isBreak = !isProven || !follows;
    if (isBreak) breaks.push({ row, before });
    if (!(isProven && add(expected, row)) || isBreak) broken += 1;
  }
  return { expected, broken, breaks };
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

function saleRows({ sales, events }: MemoryProjections): readonly (readonly unknown[])[] {
  return [...sales.values()].map((sale) => saleRow(sale, events.get(sale.saleId) ?? ''));
}

/** More than a counter writes in a day, folded in about 0.1 s. */
const NEWEST_EVENTS = 10_000;

/**
 * Compares the newest events with the data that an attacker would gain from changing: refunds that count for the daily
 * limit, closed shifts, and the alarm about the journal. The time does not grow with the journal while everything
 * matches and the chain holds. With a broken chain, the rows of the proven events must exist; additional rows are
 * accepted, since broken events may explain them. `onBroken` is called for each break.
 */
function verifyNewest(
  database: Database,
  sealing: Sealing | undefined,
  onBroken: (found: Break) => void,
): 'adds-up' | 'rebuild' {
  const from = Math.max(1, (lastOf(database)?.seq ?? 0) - NEWEST_EVENTS + 1);
  const { expected, broken } = addUp(database, { from, sealing, onBroken, add: addNewest });
  const isWhole = broken === 0;
  const rowsAddUp = (table: string, key: string, rows: readonly (readonly unknown[])[]) =>
    isWhole ? isNewest(database, table, rows) : isThere(database, table, key, rows);
  const addsUp =
    alarmAddsUp(database, sealing) &&
    rowsAddUp('refunds', 'refund_key', [...expected.refunds.values()].map(refundRow)) &&
    rowsAddUp('shifts', 'number', [...expected.shifts.values()].map(shiftRow));
  return addsUp ? 'adds-up' : 'rebuild';
}

function addNewest(projections: MemoryProjections, row: EventRow): boolean {
  if (!row.type.startsWith('refund.') && row.type !== 'shift.closed') return true;
  const recorded = toEvent(row);
  const { event } = recorded;
  // The number cannot be checked: the earlier shifts are not folded here.
  if (event.type === 'shift.closed') projections.putShift(shiftRecord(event, recorded));
  if (!('refundKey' in event)) return true;
  const begins = event.type === 'refund.intent' || event.type === 'refund.imported';
  if (begins || projections.refunds.has(event.refundKey)) project(projections, recorded);
  return true;
}

/** A row is inserted with its first event, so the newest events belong to the newest rows. */
function isNewest(database: Database, table: string, rows: readonly (readonly unknown[])[]): boolean {
  const found = database.prepare(`SELECT * FROM ${table} ORDER BY rowid DESC LIMIT ?`).all(rows.length);
  return rows.toReversed().every((row, index) => !differs(row, Object.values(found[index] ?? {})));
}

function isThere(database: Database, table: string, key: string, rows: readonly (readonly unknown[])[]): boolean {
  const select = database.prepare(`SELECT * FROM ${table} WHERE ${key} = ?`);
  return rows.every((row) => !differs(row, Object.values(select.get(row[0] as string | number) ?? {})));
}

/** Checks the alarm against the last act that raised or cleared an alarm. Acts are few and have an index. */
function alarmAddsUp(database: Database, sealing: Sealing | undefined): boolean {
  const expected = new MemoryProjections();
  const from = sealing === undefined ? Number.POSITIVE_INFINITY : sealedFrom(database, sealing);
  const acts = database.prepare(
    `SELECT * FROM events INDEXED BY events_acts
     WHERE type = 'act' AND (instr(payload, ?) > 0 OR instr(payload, ?) > 0) ORDER BY seq DESC`,
  );
  for (const found of acts.iterate(JOURNAL_TAMPERED, JOURNAL_ALARM_CLEARED)) {
    const row = readRow(found);
    if (!isLinked(row, row.prev_hash) || (row.seq >= from && !sealing?.isSealed(row))) continue;
    const recorded = toEvent(row);
    const { event } = recorded;
    if (event.type !== 'act' || (event.act !== JOURNAL_TAMPERED && event.act !== JOURNAL_ALARM_CLEARED)) continue;
    project(expected, recorded);
    break;
  }
  const kept = database.prepare("SELECT value FROM facts WHERE name = 'tampered'").get()?.['value'];
  return kept === expected.value('tampered');
}
