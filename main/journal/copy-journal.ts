import { backup } from 'node:sqlite';
import { omitUndefined } from '../base/omit-undefined.ts';
import { type ClosedShift, lastClosed, shiftsBefore } from './closed-shifts.ts';
import { type Database, type Disk, toJournalError } from './database.ts';
import { checkAtStart } from './integrity.ts';
import { shiftOf } from './projection-rows.ts';
import { refuseNewer, schemaVersion } from './schema.ts';
import { begunsOf, holds, lastOf } from './tampering.ts';

export interface JournalStanding {
  /** The last event and its time, ms since the epoch. Absent in an empty journal. */
  readonly last?: { readonly seq: number; readonly hash: string; readonly at: number };
  readonly payments: number;
  readonly refunds: number;
  /** The number of the last closed shift, also of replaced journals; 0 before the first. */
  readonly lastShift: number;
  readonly lastShiftTo?: number | undefined;
  readonly salts: readonly number[];
}

/** Copies all pages in one step: with fewer pages per step, every sale meanwhile would restart the copy. */
const EVERY_PAGE = 2 ** 30;

/**
 * Copies a snapshot of a journal, in a thread of its own, without locking out the till. Throws TillError
 * `journal.in-use`, `journal.damaged`, `journal.full` and others of the database.
 */
export async function copyJournal(file: string, target: string, disk: Disk): Promise<void> {
  try {
    const source = disk.open(file, 'read-only');
    try {
      source.exec('PRAGMA busy_timeout = 5000');
      await backup(source as Parameters<typeof backup>[0], target, { rate: EVERY_PAGE });
    } finally {
      source.close();
    }
    inJournal(target, disk, (copy) => checkAtStart(copy, disk.size(target)));
  } catch (thrown) {
    throw toJournalError(thrown);
  }
}

/** Throws TillError `journal.too-new` and others of the database. */
export function standingOf(file: string, disk: Disk): JournalStanding {
  return inJournal(file, disk, (database) => {
    const last = lastOf(database);
    const count = (table: 'sales' | 'refunds') =>
      Number(database.prepare(`SELECT count(*) AS number FROM ${table}`).get()?.['number']);
    return {
      ...omitUndefined({ last: last && { seq: last.seq, hash: last.hash, at: last.at } }),
      payments: count('sales'),
      refunds: count('refunds'),
      ...lastShift(closedShifts(database)),
      salts: [...new Set(begunsOf(database).map(({ event }) => event.salt))],
    };
  });
}

/** True if the journal contains this event, and so the same events before. */
export function goesOnFrom(file: string, disk: Disk, last: JournalStanding['last']): boolean {
  return last === undefined || inJournal(file, disk, (database) => holds(database, last));
}

function lastShift(closed: readonly ClosedShift[]): Pick<JournalStanding, 'lastShift' | 'lastShiftTo'> {
  const last = lastClosed(closed);
  return { lastShift: last?.number ?? 0, ...omitUndefined({ lastShiftTo: last?.to }) };
}

function closedShifts(database: Database): readonly ClosedShift[] {
  const row = database.prepare('SELECT * FROM shifts ORDER BY number DESC LIMIT 1').get();
  const before = shiftsBefore(database);
  return [...(row === undefined ? [] : [shiftOf(row)]), ...(before === undefined ? [] : [before])];
}

function inJournal<T>(file: string, disk: Disk, ask: (database: Database) => T): T {
  try {
    const database = disk.open(file, 'read-only');
    try {
      refuseNewer(schemaVersion(database));
      return ask(database);
    } finally {
      database.close();
    }
  } catch (thrown) {
    throw toJournalError(thrown);
  }
}
