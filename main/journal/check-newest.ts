import { type Database, type Disk, toJournalError } from './database.ts';
import { soundEvents } from './event-walk.ts';
import { checkAtStart } from './integrity.ts';
import { refuseNewer, schemaVersion } from './schema.ts';
import type { JournalSeal } from './sealing.ts';
import { Sealing } from './sealing.ts';
import { foreignTo, lastOf, type TamperReason, tamperingOf } from './tampering.ts';

interface NewestCheck {
  /** All events, and the number of checked events among the newest. */
  readonly events: number;
  readonly checked: number;
  readonly payments: number;
  /** Tampering according to the keychain; undefined without tampering or without a seal. */
  readonly tampered: TamperReason | undefined;
}

interface NewestCheckParts {
  readonly file: string;
  readonly disk: Disk;
  /** Also finds a rewritten or cut-off journal. */
  readonly seal?: JournalSeal | undefined;
  goOn(): boolean;
  pause(): Promise<void>;
}

/** Events per piece: a few milliseconds of work, unnoticeable to a running sale. */
const PIECE = 100;
/** Time to wait, ms, for a till that opens or checks the journal at the moment. */
const PATIENCE_MS = 500;

/**
 * Runs the check of a start, then checks events from the newest backwards while time is left. Changes nothing in the
 * file. Throws TillError `journal.damaged`, `journal.in-use`, `journal.too-new` and others of the database.
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
      // No transaction over the whole loop: events never change, and the till's write-ahead log must not grow
      // meanwhile.
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
