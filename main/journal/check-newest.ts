import { type Database, type Disk, toJournalError } from './database.ts';
import { soundEvents } from './event-walk.ts';
import { checkAtStart } from './integrity.ts';
import { refuseNewer, schemaVersion } from './schema.ts';
import type { JournalSeal } from './sealing.ts';
import { Sealing } from './sealing.ts';
import { foreignTo, lastOf, type TamperReason, tamperingOf } from './tampering.ts';

export interface NewestCheck {
  /** All events, and those of the newest that were looked at. */
  readonly events: number;
  readonly checked: number;
  readonly payments: number;
  /** Tampering that the keychain shows; undefined where it shows none, or was not asked. */
  readonly tampered: TamperReason | undefined;
}

export interface NewestCheckParts {
  readonly file: string;
  readonly disk: Disk;
  /** Finds what was rewritten as a whole or cut off, too. */
  readonly seal?: JournalSeal | undefined;
  /** True while there is time for another piece. */
  goOn(): boolean;
  pause(): Promise<void>;
}

/** Some milliseconds of work: a sale beside it notices nothing. */
const PIECE = 100;
/** Patience with a till that opens or checks the journal just now, ms. */
const PATIENCE_MS = 500;

/**
 * Checks what a start does, then event after event from the newest back, as long as there is time; changes not a byte.
 * Rejects with TillError `journal.damaged`, `journal.in-use`, `journal.too-new` and others of the database.
 */
export async function checkNewest({ file, disk, seal, goOn, pause }: NewestCheckParts): Promise<NewestCheck> {
  try {
    const database = disk.open(file, 'read-only');
    try {
      database.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
      refuseNewer(schemaVersion(database));
      const sealing = seal && new Sealing(seal, file);
      const tampered = sealing && (tamperingOf(database, sealing) ?? foreignTo(database, sealing))?.why;
      checkAtStart(database, disk.size(file));
      // No transaction over all of it: events are never changed, and the till's log must not grow meanwhile.
      const events = lastOf(database)?.seq ?? 0;
      let left = events;
      while (left > 0 && goOn()) {
        left = checkPiece(database, left);
        await pause();
      }
      const payments = Number(database.prepare('SELECT max(rowid) AS count FROM sales').get()?.['count'] ?? 0);
      return { events, checked: events - left, payments, tampered };
    } finally {
      database.close();
    }
  } catch (thrown) {
    throw toJournalError(thrown);
  }
}

function checkPiece(database: Database, last: number): number {
  const from = Math.max(1, last - PIECE + 1);
  const piece = soundEvents(database, from, last);
  while (piece.next().done !== true);
  return from - 1;
}
