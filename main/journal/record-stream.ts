import type { SQLInputValue } from 'node:sqlite';
import type { RefundRecord } from '../domain/refund-record.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import type { ShiftRecord } from '../domain/shift-record.ts';
import { type Database, type Disk, toJournalError } from './database.ts';
import { endedRefunds, endedSales, type Span } from './ended-records.ts';
import { openBeside } from './open-beside.ts';
import { refundOf, saleOf, shiftOf } from './projection-rows.ts';
import type { Row } from './statements.ts';

export type { Span } from './ended-records.ts';

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
  sales(span: Span): Iterable<SaleWithRefunds>;
  refunds(span: Span): Iterable<RefundWithSale>;
  /**
   * Records whose end the till learned in a span: each is in one span of all that follow on each other. Undefined now
   * and then, where the journal is read on without finding one: a million events may lie between two.
   */
  endedSales(span: Span): Iterable<SaleWithRefunds | undefined>;
  endedRefunds(span: Span): Iterable<RefundWithSale | undefined>;
  shifts(span: Span): Iterable<ShiftRecord>;
  /** About how many there are, told without reading them. */
  aboutSales(span: Span): number;
  close(): void;
}

/**
 * Opens a journal beside whoever has it open, this process or another, to read alone: no lock of it keeps the till from
 * writing, and not a byte of the file changes. Throws TillError `journal.in-use`, `journal.too-new` and others of the
 * database; so does reading.
 */
export function openRecordStream(file: string, disk: Disk): RecordStream {
  // One snapshot for all that is read.
  const database = openBeside(file, disk, 'BEGIN');
  return {
    sales: (span) => read(database, SALES, span, saleWithRefunds),
    refunds: (span) => read(database, REFUNDS, span, refundWithSale),
    endedSales: (span) =>
      told(endedSales(database, span, (saleId) => readOne(database, SALE, saleId, saleWithRefunds))),
    *endedRefunds(span) {
      for (const key of told(endedRefunds(database, span)))
        yield key === undefined ? undefined : readOne(database, REFUND, key, refundWithSale);
    },
    shifts: (span) => read(database, SHIFTS, span, shiftOf),
    aboutSales: ({ from, before }) =>
      inJournal(() => Number(database.prepare(ABOUT_SALES).get(from, before)?.['about'] ?? 0)),
    close: () => database.close(),
  };
}

const SALE_DATA = `SELECT data,
    CASE WHEN EXISTS (SELECT 1 FROM refunds WHERE sale_id = sales.sale_id)
      THEN (SELECT json_group_array(json(data)) FROM (SELECT data FROM refunds WHERE sale_id = sales.sale_id ORDER BY at))
    END AS refunds
  FROM sales`;

const SALES = `${SALE_DATA} WHERE at >= ? AND at < ? ORDER BY at, rowid`;
const SALE = `${SALE_DATA} WHERE sale_id = ?`;

const REFUND_DATA = 'SELECT refunds.data, sales.data AS sale FROM refunds LEFT JOIN sales USING (sale_id)';
const REFUNDS = `${REFUND_DATA} WHERE refunds.at >= ? AND refunds.at < ? ORDER BY refunds.rowid`;
const REFUND = `${REFUND_DATA} WHERE refund_key = ?`;

const SHIFTS = 'SELECT data FROM shifts WHERE at >= ? AND at < ? ORDER BY number';

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

function readOne<Record>(database: Database, sql: string, key: string, recordOf: (row: Row) => Record) {
  const row = database.prepare(sql).get(key);
  return row === undefined ? undefined : recordOf(row);
}

function* told<T>(items: Iterable<T>): Generator<T> {
  const each = items[Symbol.iterator]();
  for (let next = inJournal(() => each.next()); !next.done; next = inJournal(() => each.next())) yield next.value;
}

function inJournal<T>(act: () => T): T {
  try {
    return act();
  } catch (thrown) {
    throw toJournalError(thrown);
  }
}
