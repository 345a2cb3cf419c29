import type { ExportBy, ExportDraft } from '../../preload/contract/export.ts';
import { searchable, searchText } from '../journal/projection-rows.ts';
import type { RecordStream, SaleWithRefunds, Span } from '../journal/record-stream.ts';
import { stateOf } from '../sale/find-sales.ts';
import { paymentColumns, paymentRow, refundedOf } from './payments-table.ts';
import { refundColumns, refundRow } from './refunds-table.ts';
import { shiftColumns, shiftRow } from './shifts-table.ts';
import type { ExportRow, ExportTable } from './table.ts';

/** Of payments only those that hold a text, or are in a state, as the list of payments finds them. */
export type PaymentFilter = Pick<ExportDraft, 'text' | 'states'>;

/** The payments that were charged, or looked up, in a span; or those whose end the till learned in it. */
export function paymentsTable(
  records: RecordStream,
  span: Span,
  filter: PaymentFilter = {},
  by: ExportBy = 'begun',
): ExportTable {
  const isWanted = wanted(filter);
  return {
    columns: paymentColumns,
    rows: mapped(filtered(by === 'ended' ? records.endedSales(span) : records.sales(span), isWanted), paymentRow),
    about: isWanted === undefined && by === 'begun' ? records.aboutSales(span) : undefined,
  };
}

/** The refunds that were begun in a span, or those whose end the till learned in it. */
export function refundsTable(records: RecordStream, span: Span, by: ExportBy = 'begun'): ExportTable {
  const refunds = by === 'ended' ? records.endedRefunds(span) : records.refunds(span);
  return { columns: refundColumns, rows: mapped(refunds, refundRow), about: undefined };
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

type Payments = Iterable<SaleWithRefunds | undefined>;

function filtered(payments: Payments, isWanted: IsWanted | undefined): Payments {
  return isWanted === undefined ? payments : only(payments, isWanted);
}

/** So many are passed over before others have their turn. */
const PASSED_OVER = 256;

function* only(payments: Payments, isWanted: IsWanted): Payments {
  let passedOver = 0;
  for (const payment of payments) {
    if (payment === undefined || isWanted(payment)) yield payment;
    else if (++passedOver % PASSED_OVER === 0) yield undefined;
  }
}

function* mapped<Record>(
  records: Iterable<Record | undefined>,
  rowOf: (record: Record) => ExportRow,
): Iterable<ExportRow | undefined> {
  for (const record of records) yield record === undefined ? undefined : rowOf(record);
}
