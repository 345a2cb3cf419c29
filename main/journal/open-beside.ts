import { TillError } from '../base/till-error.ts';
import { type Database, type Disk, toJournalError } from './database.ts';
import { History } from './history.ts';
import type { Journal } from './journal-interface.ts';
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
export type JournalBeside = Pick<
  Journal,
  'saleOfPayment' | 'salesOfReference' | 'refundsOf' | 'salesBetween' | 'refundsBetween' | 'eventsOf' | 'close'
>;

/** Errors: those of `openBeside`, and of the database while reading. */
export function readJournalBeside(file: string, disk: Disk): JournalBeside {
  const database = openBeside(file, disk);
  const statements = new Statements(database);
  // The error tells whoever has the journal open.
  const reader = new Reader(statements, () => undefined);
  const history = new History(statements, () => undefined);
  return {
    saleOfPayment: (paymentId) => reader.saleOfPayment(paymentId),
    salesOfReference: (reference) => reader.salesOfReference(reference),
    refundsOf: (saleId) => reader.refundsOf(saleId),
    salesBetween: (from, before) => history.salesBetween(from, before),
    refundsBetween: (from, before) => history.refundsBetween(from, before),
    eventsOf: (saleId) => history.eventsOf(saleId),
    close: () => database.close(),
  };
}
