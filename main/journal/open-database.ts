import { TillError } from '../base/till-error.ts';
import { applyPragmas, type Database, type Disk, isShortOfSpace, type Sharing, toJournalError } from './database.ts';
import type { Break } from './event-walk.ts';
import { checkAtStart, checkEvents, projectionsReadable, unsealedEvents } from './integrity.ts';
import { rebuild } from './rebuild.ts';
import { hasOwnSchema, migrate } from './schema.ts';
import type { JournalSeal } from './sealing.ts';
import { type Sealing, sealingOf } from './sealing.ts';
import type { Statements } from './statements.ts';
import { TamperedJournal, tamperingOf } from './tampering.ts';
import { verifyProjections } from './verify-projections.ts';

export interface DatabaseOptions {
  readonly file: string;
  readonly disk: Disk;
  /** Seals what is written, and shows what was altered; absent in training. */
  readonly seal?: JournalSeal | undefined;
  /** Damage showed when it was last open: it is checked whole, however long that takes. */
  readonly suspect?: boolean;
}

/**
 * True where nobody holds the file, and SQLite cannot write to it all the same: one wrong byte of the header does that.
 */
export function isForbidden(thrown: unknown, { disk, file }: DatabaseOptions): boolean {
  return toJournalError(thrown).code === 'journal.read-only' && (disk.forbidsWriting?.(file) ?? false);
}

/** Opens and checks the file. Throws TillError `journal.damaged` and others of the database, and `TamperedJournal`. */
export function connect(options: DatabaseOptions): Database {
  try {
    return connectAs(options, 'shared');
  } catch (thrown) {
    // On a full disk there is no room for the memory that SQLite shares with other processes. Without them it needs none,
    // and the sale under way can still be followed.
    if (options.disk.journalMode !== 'wal' || !isShortOfSpace(thrown)) throw thrown;
    return connectAs(options, 'alone');
  }
}

function connectAs(options: DatabaseOptions, how: Sharing): Database {
  const { disk, file, suspect } = options;
  const database = disk.open(file);
  try {
    applyPragmas(database, disk, how);
    migrate(database);
    if (!hasOwnSchema(database)) throw new TillError('journal.damaged', "The journal's tables are not what was made.");
    if (suspect) checkEvents(database);
    else checkAtStart(database, disk.size(file));
    const sealing = sealingOf(options);
    if (sealing !== undefined) refuseTampered(database, sealing, suspect ? 'every-mac' : 'the-last-macs');
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

function refuseTampered(database: Database, sealing: Sealing, checked: 'every-mac' | 'the-last-macs'): void {
  const found = tamperingOf(database, sealing);
  if (found !== undefined) throw new TamperedJournal(found);
  const { anchor } = sealing;
  if (checked === 'every-mac' && anchor !== undefined && unsealedEvents(database, sealing) > 0)
    throw new TamperedJournal({ why: 'altered', anchored: anchor.seq, found: anchor.seq });
}

/** Gives true where it had to. `onBroken` hears of events that are not what was written, where the journal is kept. */
export function rebuildIfWrong(
  database: Database,
  statements: Statements,
  options: DatabaseOptions,
  onBroken: (found: Break) => void,
): boolean {
  try {
    const { disk, file, suspect } = options;
    const sealing = sealingOf(options);
    // A suspect journal has had all its events checked: making the records again costs no more than comparing them.
    const state = suspect ? 'rebuild' : verifyProjections(database, disk.size(file), sealing, onBroken);
    if (state === 'damaged')
      throw new TillError('journal.damaged', 'Neither the events nor what they add up to is what was written.');
    if (state === 'adds-up' && projectionsReadable(statements)) return false;
    rebuild(database, sealing);
    return true;
  } catch (thrown) {
    // The caller may set the file aside, and an open file cannot be renamed on Windows.
    database.close();
    throw thrown;
  }
}
