import { backup } from 'node:sqlite';
import { given } from '../base/given.ts';
import { type ClosedShift, lastClosed, shiftsBefore } from './closed-shifts.ts';
import { type Database, type Disk, toJournalError } from './database.ts';
import { checkAtStart } from './integrity.ts';
import { shiftOf } from './projection-rows.ts';
import { refuseNewer, schemaVersion } from './schema.ts';
import { begunsOf, holds, lastOf } from './tampering.ts';

export interface JournalStanding {
  /** The last event, and when it was written, ms since the epoch. Absent in a journal without any. */
  readonly last?: { readonly seq: number; readonly hash: string; readonly at: number };
  readonly payments: number;
  readonly refunds: number;
  /** The number of the last shift that was closed, in it or in one that it took the place of; 0 before the first. */
  readonly lastShift: number;
  readonly lastShiftTo?: number | undefined;
  readonly salts: readonly number[];
}

/** Copied at once: with fewer the copy begins anew whenever something is sold meanwhile. */
const EVERY_PAGE = 2 ** 30;

/**
 * Copies a journal as it is at one moment, in a thread of its own, with no lock on the till. Rejects with TillError
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
      ...given({ last: last && { seq: last.seq, hash: last.hash, at: last.at } }),
      payments: count('sales'),
      refunds: count('refunds'),
      ...lastShift(closedShifts(database)),
      salts: [...new Set(begunsOf(database).map(({ event }) => event.salt))],
    };
  });
}

/** True where the journal goes on from this event: then it has all that the other one has that ends with it. */
export function goesOnFrom(file: string, disk: Disk, last: JournalStanding['last']): boolean {
  return last === undefined || inJournal(file, disk, (database) => holds(database, last));
}

function lastShift(closed: readonly ClosedShift[]): Pick<JournalStanding, 'lastShift' | 'lastShiftTo'> {
  const last = lastClosed(closed);
  return { lastShift: last?.number ?? 0, ...given({ lastShiftTo: last?.to }) };
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
