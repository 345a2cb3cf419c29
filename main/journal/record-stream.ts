import type { RecordedEvent } from '../domain/events.ts';
import type { RefundRecord } from '../domain/refund-record.ts';
import { RefundTimeFold } from '../domain/refund-times.ts';
import { hasEnded, isEnd, type SaleRecord } from '../domain/sale-record.ts';
import type { ShiftRecord } from '../domain/shift-record.ts';
import type { Database, Disk } from './database.ts';
import { readRow, toEvent } from './event-rows.ts';
import { inJournal, openReadOnly, reading } from './open-read-only.ts';
import type { Row } from './prepared-statements.ts';
import { refundOf, saleOf, shiftOf } from './projection-rows.ts';

/** `before` is exclusive. ms since the epoch. */
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

/** The sales, refunds and shifts in a snapshot of a journal, read one by one during writes by the till. */
export interface RecordStream {
  sales(span: Span): Iterable<SaleWithRefunds>;
  refunds(span: Span): Iterable<RefundWithSale>;
  /**
   * Sales whose end the till learned in a span: of consecutive spans, exactly one contains the sale. Undefined is
   * yielded regularly during long searches, because a million events may lie between two sales.
   */
  endedSales(span: Span): Iterable<SaleWithRefunds | undefined>;
  endedRefunds(span: Span): Iterable<RefundWithSale | undefined>;
  shifts(span: Span): Iterable<ShiftRecord>;
  /** An estimate of the number of sales, without reading them. */
  aboutSales(span: Span): number;
  close(): void;
}

/**
 * Opens a read-only snapshot of a journal that this or another process may have open. The till can write meanwhile, and
 * the file is not changed. Opening and reading throw TillError `journal.in-use`, `journal.too-new` and others of the
 * database.
 */
export function openRecordStream(file: string, disk: Disk): RecordStream {
  // One snapshot for all reads.
  const database = openReadOnly(file, disk, 'BEGIN');
  return {
    sales: (span) => read(database, SALES, span, saleWithRefunds),
    refunds: (span) => read(database, REFUNDS, span, refundWithSale),
    endedSales: (span) =>
      reading(() => endedSales(database, span, (saleId) => readOne(database, SALE, saleId, saleWithRefunds))),
    *endedRefunds(span) {
      for (const key of reading(() => endedRefunds(database, span)))
        yield key === undefined ? undefined : readOne(database, REFUND, key, refundWithSale);
    },
    shifts: (span) => read(database, SHIFTS, span, shiftOf),
    aboutSales: ({ from, before }) =>
      inJournal(() => Number(database.prepare(ABOUT_SALES).get(from, before)?.['about'] ?? 0)),
    close: () => database.close(),
  };
}

/** Events per read, a few ms. */
const EVENTS = 2_000;

const SALE_ENDS = "type IN ('sale.creation-refused', 'sale.creation-absent', 'sale.moved', 'sale.imported')";

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

/** Estimates from the first and the last row, because counting would read every row. */
const ABOUT_SALES = `SELECT 1 + abs(
    (SELECT rowid FROM sales WHERE at >= ?1 AND at < ?2 ORDER BY at DESC LIMIT 1) -
    (SELECT rowid FROM sales WHERE at >= ?1 AND at < ?2 ORDER BY at LIMIT 1)) AS about`;

/** Each sale once, at its current end. Yields undefined regularly during long searches. */
function* endedSales<Sale extends { readonly sale: SaleRecord }>(
  database: Database,
  span: Span,
  saleOf: (saleId: string) => Sale | undefined,
): Generator<Sale | undefined> {
  let last = { at: Number.NaN, given: new Set<string>() };
  for (const recorded of events(database, `${SALE_ENDS} AND at >= ? AND at < ?`, [span.from, span.before])) {
    if (recorded === undefined) {
      yield undefined;
      continue;
    }
    const end = endOf(recorded);
    const found = end && saleOf(end.saleId);
    // A later end replaces this end.
    if (found === undefined || !hasEnded(found.sale) || found.sale.endedAt !== end?.endedAt) continue;
    if (last.at !== recorded.at) last = { at: recorded.at, given: new Set() };
    if (last.given.has(end.saleId)) continue;
    last.given.add(end.saleId);
    yield found;
  }
}

/** Returns the end in an event, with the time used in the sale's state. */
function endOf({ event, at }: RecordedEvent): { readonly saleId: string; readonly endedAt: number } | undefined {
  switch (event.type) {
    case 'sale.creation-refused':
    case 'sale.creation-absent':
      return { saleId: event.saleId, endedAt: at };
    case 'sale.moved':
      return isEnd(event.stage) ? { saleId: event.saleId, endedAt: at } : undefined;
    case 'sale.imported':
      return isEnd(event.stage) ? { saleId: event.saleId, endedAt: event.succeededAt ?? event.createdAt } : undefined;
    default:
      return undefined;
  }
}

/** In the order of the ends; undefined as in `endedSales`. */
function* endedRefunds(database: Database, { from, before }: Span): Generator<string | undefined> {
  const times = new RefundTimeFold();
  for (const recorded of events(database, "type LIKE 'refund.%'", [])) {
    if (recorded === undefined) yield undefined;
    else times.add(recorded);
  }
  const ended = [...times.entries()].flatMap(([key, { endedAt }]) =>
    endedAt !== undefined && endedAt >= from && endedAt < before ? [{ key, endedAt }] : [],
  );
  for (const { key } of ended.sort((one, other) => one.endedAt - other.endedAt)) yield key;
}

/** Yields matching events in the order of the journal, and undefined after each read. */
function* events(database: Database, where: string, values: readonly number[]): Generator<RecordedEvent | undefined> {
  const last = Number(database.prepare('SELECT max(seq) AS last FROM events').get()?.['last'] ?? 0);
  const piece = database.prepare(`SELECT * FROM events WHERE seq > ? AND seq <= ? AND ${where} ORDER BY seq`);
  for (let seq = 0; seq < last; seq += EVENTS) {
    for (const row of piece.all(seq, seq + EVENTS, ...values)) yield toEvent(readRow(row));
    yield undefined;
  }
}

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
  for (const row of reading(() => database.prepare(sql).iterate(span.from, span.before))) yield recordOf(row);
}

function readOne<Record>(database: Database, sql: string, key: string, recordOf: (row: Row) => Record) {
  const row = database.prepare(sql).get(key);
  return row === undefined ? undefined : recordOf(row);
}
