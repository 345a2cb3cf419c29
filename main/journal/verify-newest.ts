import { shiftRecord } from '../domain/shift-record.ts';
import { addUp } from './add-up-events.ts';
import type { Database } from './database.ts';
import { type EventRow, isLinked, readRow, toEvent } from './event-rows.ts';
import type { Break } from './event-walk.ts';
import { MemoryProjections } from './memory-projections.ts';
import { differs } from './projection-rows.ts';
import { JOURNAL_ALARM_CLEARED, JOURNAL_TAMPERED, project } from './projections.ts';
import type { Sealing } from './sealing.ts';
import { lastOf, sealedFrom } from './tampering.ts';

/** More than a counter writes in a day, folded in about 0.1 s. */
const NEWEST_EVENTS = 10_000;

const KEYS = { refunds: 'refund_key', shifts: 'number' } as const;
type NewestTable = keyof typeof KEYS;

/**
 * Compares the newest events with the data that an attacker would gain from changing: refunds that count for the daily
 * limit, closed shifts, and the alarm about the journal. The time does not grow with the journal while everything
 * matches and the chain holds. With a broken chain, the rows of the proven events must exist; additional rows are
 * accepted, since broken events may explain them. `onBroken` is called for each break.
 */
export function verifyNewest(
  database: Database,
  sealing: Sealing | undefined,
  onBroken: (found: Break) => void,
): 'adds-up' | 'rebuild' {
  const from = Math.max(1, (lastOf(database)?.seq ?? 0) - NEWEST_EVENTS + 1);
  const { expected, broken } = addUp(database, { from, sealing, onBroken, add: addNewest });
  const rowsAddUp = broken === 0 ? areNewest : areThere;
  const addsUp =
    alarmAddsUp(database, sealing) &&
    rowsAddUp(database, 'refunds', expected.rows('refunds')) &&
    rowsAddUp(database, 'shifts', expected.rows('shifts'));
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
function areNewest(database: Database, table: NewestTable, rows: readonly (readonly unknown[])[]): boolean {
  const found = database.prepare(`SELECT * FROM ${table} ORDER BY rowid DESC LIMIT ?`).all(rows.length);
  return rows.toReversed().every((row, index) => !differs(row, Object.values(found[index] ?? {})));
}

function areThere(database: Database, table: NewestTable, rows: readonly (readonly unknown[])[]): boolean {
  const select = database.prepare(`SELECT * FROM ${table} WHERE ${KEYS[table]} = ?`);
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
