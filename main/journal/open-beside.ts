import { TillError } from '../base/till-error.ts';
import { type Database, type Disk, toJournalError } from './database.ts';
import { Reader } from './reader.ts';
import { refuseNewer, schemaVersion } from './schema.ts';
import { Statements } from './statements.ts';

/** Patience with a till that opens or checks the journal just now, ms. */
const PATIENCE_MS = 5_000;

/**
 * Opens a journal to read, beside whoever has it open, with no lock on the till. `first` is run before anything is
 * read. Throws TillError `export.no-journal`, `journal.in-use`, `journal.too-new` and others of the database.
 */
export function openBeside(file: string, disk: Disk, first = ''): Database {
  if (!disk.exists(file)) throw new TillError('export.no-journal', `There is no journal ${file}`);
  let database: Database | undefined;
  try {
    database = disk.open(file, 'read-only');
    database.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}; ${first}`);
    refuseNewer(schemaVersion(database));
    return database;
  } catch (thrown) {
    database?.close();
    throw toJournalError(thrown);
  }
}

/** The queries of a journal that another thread has open, each of what is on the disk at its time. */
export type JournalBeside = Reader & Pick<Database, 'close'>;

/** Errors: those of `openBeside`, and of the database while reading. */
export function readJournalBeside(file: string, disk: Disk): JournalBeside {
  const database = openBeside(file, disk);
  // The error tells whoever has the journal open.
  const reader = new Reader(new Statements(database), () => undefined);
  return Object.assign(reader, { close: () => database.close() });
}

/** Reads row by row. Throws what the database throws, as a TillError `journal.*`. */
export function* reading<T>(open: () => Iterable<T>): Generator<T> {
  try {
    yield* open();
  } catch (thrown) {
    throw toJournalError(thrown);
  }
}

export function inJournal<T>(act: () => T): T {
  try {
    return act();
  } catch (thrown) {
    throw toJournalError(thrown);
  }
}
