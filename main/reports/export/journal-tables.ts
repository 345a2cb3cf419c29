import type { RecordStream, Span } from '../../journal/record-stream.ts';
import { paymentColumns, paymentRow } from './payments-table.ts';
import { refundColumns, refundRow } from './refunds-table.ts';
import type { ExportRow, ExportTable } from './table.ts';

/** The payments that were charged, or looked up, in a span. */
export function paymentsTable(records: RecordStream, span: Span): ExportTable {
  return {
    columns: paymentColumns,
    rows: mapped(records.sales(span), paymentRow),
    about: records.aboutSales(span),
  };
}

/** The refunds that were begun in a span. */
export function refundsTable(records: RecordStream, span: Span): ExportTable {
  return { columns: refundColumns, rows: mapped(records.refunds(span), refundRow), about: undefined };
}

function* mapped<Record>(records: Iterable<Record>, rowOf: (record: Record) => ExportRow): Iterable<ExportRow> {
  for (const record of records) yield rowOf(record);
}
