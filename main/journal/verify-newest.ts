import { shiftRecord } from '../domain/shift-record.ts';
import type { Database } from './database.ts';
import { readRow, toEvent } from './event-rows.ts';
import { CHAIN_START, type EventRow, isLinked } from './hash-chain.ts';
import { MemoryProjections } from './memory-projections.ts';
import { differs, refundRow, shiftRow } from './projection-rows.ts';
import { JOURNAL_ALARM_CLEARED, JOURNAL_TAMPERED, project } from './projections.ts';
import { type Break, proofOf } from './proven-events.ts';
import type { Sealing } from './sealing.ts';
import { lastOf, sealedFrom } from './tampering.ts';

/** More than a counter writes in a day, added up in about a tenth of a second. */
const NEWEST_EVENTS = 10_000;

/**
 * Compares what somebody would gain from changing outside Tillmate with what the newest events add up to: the refunds
 * that count for the limit of a day, the shifts that were closed, and the alarm about the journal. Its time does not grow
 * with the journal, as long as nothing differs and the chain holds. Where that is broken, the rows that its proven events
 * ask for must be there; more of them may be, since a broken event may have told of those. `onBroken` hears of each break.
 */
export function verifyNewest(
  database: Database,
  sealing: Sealing | undefined,
  onBroken: (found: Break) => void,
): 'adds-up' | 'rebuild' {
  const from = Math.max(1, (lastOf(database)?.seq ?? 0) - NEWEST_EVENTS + 1);
  const all = addUpNewest(database, from, new Set());
  for (const found of all.breaks) onBroken(found);
  const isWhole = all.breaks.length === 0;
  const { expected } = isWhole ? all : addUpNewest(database, from, proofOf(database, sealing, from).unproven);
  const rowsAddUp = (table: string, key: string, rows: readonly (readonly unknown[])[]) =>
    isWhole ? isNewest(database, table, rows) : isThere(database, table, key, rows);
  const addsUp =
    alarmAddsUp(database, sealing) &&
    rowsAddUp('refunds', 'refund_key', [...expected.refunds.values()].map(refundRow)) &&
    rowsAddUp('shifts', 'number', [...expected.shifts.values()].map(shiftRow));
  return addsUp ? 'adds-up' : 'rebuild';
}

/** The refunds that were begun since this event, and the shifts that were closed. */
function addUpNewest(
  database: Database,
  from: number,
  unproven: ReadonlySet<number>,
): { readonly expected: MemoryProjections; readonly breaks: readonly Break[] } {
  const expected = new MemoryProjections();
  const breaks: Break[] = [];
  let before = from === 1 ? CHAIN_START : undefined;
  for (const found of database.prepare('SELECT * FROM events WHERE seq >= ? ORDER BY seq').iterate(from)) {
    const row = readRow(found);
    const isSound = isLinked(row, row.prev_hash) && !unproven.has(row.seq);
    if (!isSound || row.prev_hash !== (before ?? row.prev_hash)) breaks.push({ row, before: before ?? '' });
    before = row.hash;
    if (isSound) addNewest(expected, row);
  }
  return { expected, breaks };
}

function addNewest(projections: MemoryProjections, row: EventRow): void {
  if (!row.type.startsWith('refund.') && row.type !== 'shift.closed') return;
  const recorded = toEvent(row);
  const { event } = recorded;
  // Those before it are not counted here, so its number cannot be checked.
  if (event.type === 'shift.closed') projections.putShift(shiftRecord(event, recorded));
  if (!('refundKey' in event)) return;
  const begins = event.type === 'refund.intent' || event.type === 'refund.imported';
  if (begins || projections.refunds.has(event.refundKey)) project(projections, recorded);
}

/** A row is written with its first event: those of the newest events are the newest rows. */
function isNewest(database: Database, table: string, rows: readonly (readonly unknown[])[]): boolean {
  const found = database.prepare(`SELECT * FROM ${table} ORDER BY rowid DESC LIMIT ?`).all(rows.length);
  return rows.toReversed().every((row, index) => !differs(row, Object.values(found[index] ?? {})));
}

function isThere(database: Database, table: string, key: string, rows: readonly (readonly unknown[])[]): boolean {
  const select = database.prepare(`SELECT * FROM ${table} WHERE ${key} = ?`);
  return rows.every((row) => !differs(row, Object.values(select.get(row[0] as string | number) ?? {})));
}

/** The last act that raised or cleared the alarm says how it stands. Acts have an index, and are few. */
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
