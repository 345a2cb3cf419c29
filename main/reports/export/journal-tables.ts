import type { ExportDraft } from '../../../preload/export.ts';
import { searchable, searchText } from '../../journal/projection-rows.ts';
import type { RecordStream, SaleWithRefunds, Span } from '../../journal/record-stream.ts';
import { stateOf } from '../../sale/find-sales.ts';
import { paymentColumns, paymentRow, refundedOf } from './payments-table.ts';
import { refundColumns, refundRow } from './refunds-table.ts';
import { shiftColumns, shiftRow } from './shifts-table.ts';
import type { ExportRow, ExportTable } from './table.ts';

/** Of payments only those that hold a text, or are in a state, as the list of payments finds them. */
export type PaymentFilter = Pick<ExportDraft, 'text' | 'states'>;

/** The payments that were charged, or looked up, in a span. */
export function paymentsTable(records: RecordStream, span: Span, filter: PaymentFilter = {}): ExportTable {
  const isWanted = wanted(filter);
  return {
    columns: paymentColumns,
    rows: mapped(filtered(records.sales(span), isWanted), paymentRow),
    about: isWanted === undefined ? records.aboutSales(span) : undefined,
  };
}

/** The refunds that were begun in a span. */
export function refundsTable(records: RecordStream, span: Span): ExportTable {
  return { columns: refundColumns, rows: mapped(records.refunds(span), refundRow), about: undefined };
}

/** The shifts that were closed in a span. */
export function shiftsTable(records: RecordStream, span: Span): ExportTable {
  return { columns: shiftColumns, rows: mapped(records.shifts(span), shiftRow), about: undefined };
}

type IsWanted = (payment: SaleWithRefunds) => boolean;

/** Undefined: all are. */
function wanted({ text = '', states }: PaymentFilter): IsWanted | undefined {
  const sought = searchable(text);
  if (sought === '' && states === undefined) return undefined;
  return ({ sale, refunds }) =>
    (sought === '' || searchText(sale).includes(sought)) &&
    (states === undefined || states.includes(stateOf({ ...sale, refunded: refundedOf(refunds) })));
}

function filtered(payments: Iterable<SaleWithRefunds>, isWanted: IsWanted | undefined): Iterable<SaleWithRefunds> {
  return isWanted === undefined ? payments : only(payments, isWanted);
}

function* only(payments: Iterable<SaleWithRefunds>, isWanted: IsWanted): Iterable<SaleWithRefunds> {
  for (const payment of payments) if (isWanted(payment)) yield payment;
}

function* mapped<Record>(records: Iterable<Record>, rowOf: (record: Record) => ExportRow): Iterable<ExportRow> {
  for (const record of records) yield rowOf(record);
}
