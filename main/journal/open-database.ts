import { TillError } from '../base/till-error.ts';
import { applyPragmas, type Database, type Disk, isShortOfSpace, type Sharing, toJournalError } from './database.ts';
import type { Break } from './event-walk.ts';
import { checkAtStart, checkEvents, projectionsReadable, unsealedEvents } from './integrity.ts';
import type { Statements } from './prepared-statements.ts';
import { rebuild } from './rebuild.ts';
import { hasOwnSchema, migrate } from './schema.ts';
import type { JournalSeal } from './sealing.ts';
import { type Sealing, sealingOf } from './sealing.ts';
import { TamperedJournal, tamperingOf } from './tampering.ts';
import { verifyProjections } from './verify-projections.ts';

export interface DatabaseOptions {
  readonly file: string;
  readonly disk: Disk;
  /** Seals new events and detects altered events; absent in training. */
  readonly seal?: JournalSeal | undefined;
  /** Damage appeared when the journal was last open: every page and event is checked, however long that takes. */
  readonly suspect?: boolean;
}

/** True if the file is not locked and SQLite still cannot write, as after one wrong byte in the header. */
export function isForbidden(thrown: unknown, { disk, file }: DatabaseOptions): boolean {
  return toJournalError(thrown).code === 'journal.read-only' && (disk.forbidsWriting?.(file) ?? false);
}

/** Throws TillError `journal.damaged` and others of the database, and `TamperedJournal`. */
export function connect(options: DatabaseOptions): Database {
  try {
    return connectAs(options, 'shared');
  } catch (thrown) {
    // A full disk has no room for SQLite's shared memory file. In exclusive mode SQLite needs no such file, and the
    // sale under way can still be followed.
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
    if (!hasOwnSchema(database)) throw new TillError('journal.damaged', 'Journal tables differ from the schema.');
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

/** True after a rebuild. `onBroken` is called for altered events in a journal that is kept. */
export function rebuildIfWrong(
  database: Database,
  statements: Statements,
  options: DatabaseOptions,
  onBroken: (found: Break) => void,
): boolean {
  try {
    const { disk, file, suspect } = options;
    const sealing = sealingOf(options);
    // All events of a suspect journal were just checked: rebuilding costs no more than comparing.
    const state = suspect ? 'rebuild' : verifyProjections(database, disk.size(file), sealing, onBroken);
    if (state === 'damaged')
      throw new TillError('journal.damaged', 'Events and projections both differ from the written ones.');
    if (state === 'adds-up' && projectionsReadable(statements)) return false;
    rebuild(database, sealing);
    return true;
  } catch (thrown) {
    // The caller may set the file aside, and Windows cannot rename an open file.
    database.close();
    throw thrown;
  }
}
