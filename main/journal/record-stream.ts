import type { SQLInputValue } from 'node:sqlite';
import { TillError } from '../base/till-error.ts';
import { type Database, type Disk, toJournalError } from './database.ts';
import { refuseNewer, schemaVersion } from './migrations.ts';
import { refundOf, saleOf, shiftOf } from './projection-rows.ts';
import type { RefundRecord } from './refund-record.ts';
import type { SaleRecord } from './sale-record.ts';
import type { ShiftRecord } from './shift-record.ts';
import type { Row } from './statements.ts';

/** From this moment on, and before that one, ms since the epoch. */
export interface Span {
  readonly from: number;
  readonly before: number;
}

export interface SaleWithRefunds {
  readonly sale: SaleRecord;
  readonly refunds: readonly RefundRecord[];
}

export interface RefundWithSale {
  readonly refund: RefundRecord;
  readonly sale: SaleRecord | undefined;
}

/** The records of a journal as they are at one moment, read one after the other, whoever writes to it meanwhile. */
export interface RecordStream {
  /** In the order in which they were charged. */
  sales(span: Span): Iterable<SaleWithRefunds>;
  /** In the order in which the journal heard of them. */
  refunds(span: Span): Iterable<RefundWithSale>;
  /** The shifts that were closed in it, the oldest first. */
  shifts(span: Span): Iterable<ShiftRecord>;
  /** About how many there are, told without reading them. */
  aboutSales(span: Span): number;
  close(): void;
}

/** How long a reader waits for a till that opens or checks the journal just now, ms. */
const PATIENCE_MS = 5_000;

/**
 * Opens a journal beside whoever has it open, this process or another, to read alone: no lock of it keeps the till from
 * writing, and not a byte of the file changes. Throws TillError `journal.in-use`, `journal.too-new` and others of the
 * database; so does reading.
 */
export function openRecordStream(file: string, disk: Disk): RecordStream {
  if (!disk.exists(file)) throw new TillError('export.no-journal', `There is no journal ${file}`);
  const database = inJournal(() => disk.open(file, 'read-only'));
  try {
    inJournal(() => {
      database.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
      // One snapshot for all that is read.
      database.exec('BEGIN');
      refuseNewer(schemaVersion(database));
    });
  } catch (thrown) {
    database.close();
    throw thrown;
  }
  return {
    sales: (span) => read(database, SALES, span, saleWithRefunds),
    refunds: (span) => read(database, REFUNDS, span, refundWithSale),
    // A journal that no Tillmate with shifts has opened yet has no table of them.
    shifts: (span) =>
      inJournal(() => schemaVersion(database)) < SHIFTS_SINCE ? [] : read(database, SHIFTS, span, shiftOf),
    aboutSales: ({ from, before }) =>
      inJournal(() => Number(database.prepare(ABOUT_SALES).get(from, before)?.['about'] ?? 0)),
    close: () => database.close(),
  };
}

const SALES = `SELECT data,
    CASE WHEN EXISTS (SELECT 1 FROM refunds WHERE sale_id = sales.sale_id)
      THEN (SELECT json_group_array(json(data)) FROM (SELECT data FROM refunds WHERE sale_id = sales.sale_id ORDER BY at))
    END AS refunds
  FROM sales WHERE at >= ? AND at < ? ORDER BY at, rowid`;

const REFUNDS = `SELECT refunds.data, sales.data AS sale FROM refunds LEFT JOIN sales USING (sale_id)
  WHERE refunds.at >= ? AND refunds.at < ? ORDER BY refunds.rowid`;

const SHIFTS = 'SELECT data FROM shifts WHERE at >= ? AND at < ? ORDER BY number';
/** Version of the tables. */
const SHIFTS_SINCE = 5;

/** By the places of the first and the last: counting would look at each. */
const ABOUT_SALES = `SELECT 1 + abs(
    (SELECT rowid FROM sales WHERE at >= ?1 AND at < ?2 ORDER BY at DESC LIMIT 1) -
    (SELECT rowid FROM sales WHERE at >= ?1 AND at < ?2 ORDER BY at LIMIT 1)) AS about`;

function saleWithRefunds(row: Row): SaleWithRefunds {
  const refunds = row['refunds'];
  return {
    sale: saleOf(row),
    refunds: refunds === null ? [] : (JSON.parse(String(refunds)) as readonly RefundRecord[]),
  };
}

function refundWithSale(row: Row): RefundWithSale {
  const sale = row['sale'];
  return { refund: refundOf(row), sale: sale === null ? undefined : saleOf({ data: sale }) };
}

function* read<Record>(database: Database, sql: string, span: Span, recordOf: (row: Row) => Record): Iterable<Record> {
  const values: readonly SQLInputValue[] = [span.from, span.before];
  const rows = inJournal(() => database.prepare(sql).iterate(...values));
  try {
    for (let next = inJournal(() => rows.next()); !next.done; next = inJournal(() => rows.next()))
      yield recordOf(next.value);
  } finally {
    rows.return?.();
  }
}

function inJournal<T>(act: () => T): T {
  try {
    return act();
  } catch (thrown) {
    throw toJournalError(thrown);
  }
}
