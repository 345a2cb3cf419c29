import type { Database } from './database.ts';
import { readRow, toEvent } from './event-rows.ts';
import { CHAIN_START, type EventRow, isLinked } from './hash-chain.ts';
import { MemoryProjections } from './memory-projections.ts';
import { differs, refundRow, shiftRow } from './projection-rows.ts';
import { JOURNAL_ALARM_CLEARED, JOURNAL_TAMPERED, project } from './projections.ts';
import { shiftRecord } from './shift-record.ts';
import { lastOf } from './tampering.ts';

/** More than a counter writes in a day, added up in about a tenth of a second. */
const NEWEST_EVENTS = 10_000;

/**
 * Compares what somebody would gain from changing outside Tillmate with what the newest events add up to: the refunds
 * that count for the limit of a day, the shifts that were closed, and the alarm about the journal. Its time does not grow with the journal, as long as
 * nothing differs.
 *
 * Where an event is not what was written, the projections are kept: they are the better witness. `onBroken` hears of it.
 */
export function verifyNewest(database: Database, onBroken: (row: EventRow) => void): 'adds-up' | 'rebuild' {
  const expected = new MemoryProjections();
  const from = Math.max(1, (lastOf(database)?.seq ?? 0) - NEWEST_EVENTS + 1);
  if (addUpNewest(database, from, expected, onBroken) > 0) return 'adds-up';
  if (alarmAddsUp(database) && refundsAddUp(database, expected) && shiftsAddUp(database, expected)) return 'adds-up';
  // All are made anew from all events, which takes a sound chain.
  return addUpNewest(database, 1, new MemoryProjections(), onBroken) > 0 ? 'adds-up' : 'rebuild';
}

/** The refunds that were begun since this event, and the shifts that were closed; gives how many events since are not what was written. */
function addUpNewest(
  database: Database,
  from: number,
  projections: MemoryProjections,
  onBroken: (row: EventRow) => void,
): number {
  let broken = 0;
  let prevHash = from === 1 ? CHAIN_START : undefined;
  for (const found of database.prepare('SELECT * FROM events WHERE seq >= ? ORDER BY seq').iterate(from)) {
    const row = readRow(found);
    const isSound = isLinked(row, prevHash ?? row.prev_hash);
    prevHash = row.hash;
    if (isSound) addNewest(projections, row);
    else {
      broken += 1;
      onBroken(row);
    }
  }
  return broken;
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

/** A refund's row is written with its first event: those of the newest events are the newest rows. */
function refundsAddUp(database: Database, { refunds }: MemoryProjections): boolean {
  const rows = [...refunds.values()].map(refundRow).reverse();
  const found = database.prepare('SELECT * FROM refunds ORDER BY rowid DESC LIMIT ?').all(rows.length);
  return rows.every((row, index) => !differs(row, Object.values(found[index] ?? {})));
}

function shiftsAddUp(database: Database, { shifts }: MemoryProjections): boolean {
  const rows = [...shifts.values()].map(shiftRow).reverse();
  const found = database.prepare('SELECT * FROM shifts ORDER BY number DESC LIMIT ?').all(rows.length);
  return rows.every((row, index) => !differs(row, Object.values(found[index] ?? {})));
}

/** The last act that raised or cleared the alarm says how it stands. Acts have an index, and are few. */
function alarmAddsUp(database: Database): boolean {
  const expected = new MemoryProjections();
  const acts = database.prepare(
    `SELECT * FROM events INDEXED BY events_acts
     WHERE type = 'act' AND (instr(payload, ?) > 0 OR instr(payload, ?) > 0) ORDER BY seq DESC`,
  );
  for (const found of acts.iterate(JOURNAL_TAMPERED, JOURNAL_ALARM_CLEARED)) {
    const row = readRow(found);
    if (!isLinked(row, row.prev_hash)) continue;
    const recorded = toEvent(row);
    const { event } = recorded;
    if (event.type !== 'act' || (event.act !== JOURNAL_TAMPERED && event.act !== JOURNAL_ALARM_CLEARED)) continue;
    project(expected, recorded);
    break;
  }
  const kept = database.prepare("SELECT value FROM facts WHERE name = 'tampered'").get()?.['value'];
  return kept === expected.value('tampered');
}
