import { TillError } from '../base/till-error.ts';
import { type Database, type Disk, toJournalError } from './database.ts';
import { JournalQueries } from './journal-queries.ts';
import { Statements } from './prepared-statements.ts';
import { refuseNewer, schemaVersion } from './schema.ts';

/** Time to wait, ms, for a till that opens or checks the journal at the moment. */
const PATIENCE_MS = 5_000;

/**
 * Opens a journal for reading while a till may have the journal open, without locking out the till. `first` is executed
 * before any read. Throws TillError `export.no-journal`, `journal.in-use`, `journal.too-new` and others of the
 * database.
 */
export function openReadOnly(file: string, disk: Disk, first = ''): Database {
  if (!disk.exists(file)) throw new TillError('export.no-journal', `Journal ${file} not found`);
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

/** Each query reads the current state of the disk. */
type ReadOnlyJournal = JournalQueries & Pick<Database, 'close'>;

/** Throws the errors of `openReadOnly`; its queries throw those of the database. */
export function openReadOnlyJournal(file: string, disk: Disk): ReadOnlyJournal {
  const database = openReadOnly(file, disk);
  // Damage is reported by the thread that has the journal open.
  const reader = new JournalQueries(new Statements(database), () => undefined);
  return Object.assign(reader, { close: () => database.close() });
}

/** Throws the database's error as TillError `journal.*`. */
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
