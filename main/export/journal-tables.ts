import type { ExportBy, ExportDraft } from '../../preload/contract/export.ts';
import { isElsewhere, posIdOf } from '../domain/sale-record.ts';
import type { ShiftRecord } from '../domain/shift-record.ts';
import { searchable, searchText } from '../journal/projection-rows.ts';
import type { RecordStream, RefundWithSale, SaleWithRefunds, Span } from '../journal/record-stream.ts';
import { refundOwnerOf } from '../reports/counted-as.ts';
import { parseReport, type ShiftReport } from '../reports/shift-report.ts';
import { stateOf } from '../sale/find-sales.ts';
import { type ColumnOf, type ExportTable, tableOf } from './table.ts';

type PaymentFilter = Pick<ExportDraft, 'text' | 'states'>;

/** `by` `ended`: payments whose end the till learned in the span, instead of payments that began in the span. */
export function paymentsTable(
  records: RecordStream,
  span: Span,
  filter: PaymentFilter = {},
  by: ExportBy = 'begun',
): ExportTable {
  const isWanted = wanted(filter);
  const payments = by === 'ended' ? records.endedSales(span) : records.sales(span);
  const isCounted = isWanted === undefined && by === 'begun';
  return tableOf(
    paymentColumns,
    isWanted === undefined ? payments : only(payments, isWanted),
    isCounted ? records.aboutSales(span) : undefined,
  );
}

export function refundsTable(records: RecordStream, span: Span, by: ExportBy = 'begun'): ExportTable {
  return tableOf(refundColumns, by === 'ended' ? records.endedRefunds(span) : records.refunds(span));
}

export function shiftsTable(records: RecordStream, span: Span): ExportTable {
  return tableOf(shiftColumns, closedShifts(records.shifts(span)));
}

/** Account numbers stay masked, as received from the service. */
const paymentColumns: readonly ColumnOf<SaleWithRefunds>[] = [
  { name: 'chargedAt', type: 'time', of: ({ sale }) => sale.startedAt },
  { name: 'reference', type: 'text', of: ({ sale }) => sale.reference },
  { name: 'amount', type: 'cents', of: ({ sale }) => sale.amount },
  { name: 'currency', type: 'text', of: () => 'EUR' },
  { name: 'stage', type: 'text', of: ({ sale }) => sale.stage },
  { name: 'status', type: 'text', of: ({ sale }) => sale.status },
  { name: 'ending', type: 'text', of: ({ sale }) => sale.ending },
  { name: 'paidAt', type: 'time', of: ({ sale }) => (sale.stage === 'paid' ? sale.succeededAt : undefined) },
  // Sums up to the money received: `amount` is in every row, paid or not.
  { name: 'paid', type: 'cents', of: ({ sale }) => (sale.stage === 'paid' ? sale.amount : 0) },
  { name: 'refunded', type: 'cents', of: ({ refunds }) => refundedOf(refunds) },
  { name: 'description', type: 'text', of: ({ sale }) => sale.description },
  { name: 'payerName', type: 'text', of: ({ sale }) => sale.debtor?.name },
  { name: 'payerIban', type: 'text', of: ({ sale }) => sale.debtor?.iban },
  { name: 'message', type: 'text', of: ({ sale }) => sale.message },
  { name: 'bulkId', type: 'text', of: ({ sale }) => sale.bulkId },
  { name: 'chargedBy', type: 'text', of: ({ sale }) => sale.by?.name ?? sale.by?.role },
  { name: 'paymentId', type: 'text', of: ({ sale }) => sale.paymentId },
  { name: 'shopId', type: 'text', of: ({ sale }) => sale.shopId },
  { name: 'posId', type: 'text', of: ({ sale }) => posIdOf(sale) },
  { name: 'origin', type: 'text', of: ({ sale }) => (isElsewhere(sale) ? 'elsewhere' : 'here') },
  { name: 'saleId', type: 'text', of: ({ sale }) => sale.saleId },
  { name: 'register', type: 'text', of: ({ sale }) => sale.register && sale.by?.name },
  { name: 'registerKey', type: 'text', of: ({ sale }) => sale.register?.key },
];

function refundedOf(refunds: SaleWithRefunds['refunds']): number {
  let total = 0;
  for (const { stage, amount } of refunds) if (stage === 'refunded') total += amount;
  return total;
}

const refundColumns: readonly ColumnOf<RefundWithSale>[] = [
  { name: 'begunAt', type: 'time', of: ({ refund }) => refund.at },
  { name: 'amount', type: 'cents', of: ({ refund }) => refund.amount },
  { name: 'currency', type: 'text', of: () => 'EUR' },
  { name: 'stage', type: 'text', of: ({ refund }) => refund.stage },
  { name: 'status', type: 'text', of: ({ refund }) => refund.status },
  // Sums up to the money certainly refunded: `amount` is in every row.
  { name: 'refunded', type: 'cents', of: ({ refund }) => (refund.stage === 'refunded' ? refund.amount : 0) },
  { name: 'reason', type: 'text', of: ({ refund }) => refund.reason },
  { name: 'reference', type: 'text', of: ({ sale }) => sale?.reference },
  { name: 'paymentAmount', type: 'cents', of: ({ sale }) => sale?.amount },
  { name: 'chargedAt', type: 'time', of: ({ sale }) => sale?.startedAt },
  { name: 'begunBy', type: 'text', of: ({ refund }) => refund.by?.name ?? refund.by?.role },
  { name: 'allowedBy', type: 'text', of: ({ refund }) => refund.allowedBy?.name ?? refund.allowedBy?.role },
  {
    name: 'origin',
    type: 'text',
    of: ({ refund }) => ({ own: 'here', restored: 'restored', 'other-till': 'elsewhere' })[refundOwnerOf(refund)],
  },
  { name: 'refundId', type: 'text', of: ({ refund }) => refund.refundId },
  { name: 'paymentId', type: 'text', of: ({ refund }) => refund.paymentId },
  { name: 'refundKey', type: 'text', of: ({ refund }) => refund.refundKey },
  { name: 'saleId', type: 'text', of: ({ refund }) => refund.saleId },
  { name: 'register', type: 'text', of: ({ refund }) => refund.register && refund.by?.name },
  { name: 'registerKey', type: 'text', of: ({ refund }) => refund.register?.key },
];

/** `report` is undefined if a later Tillmate wrote it in an unknown format. */
interface Closed {
  readonly shift: ShiftRecord;
  readonly report: ShiftReport | undefined;
}

const shiftColumns: readonly ColumnOf<Closed>[] = [
  { name: 'number', type: 'integer', of: ({ shift }) => shift.number },
  { name: 'from', type: 'time', of: ({ shift }) => shift.from },
  { name: 'to', type: 'time', of: ({ shift }) => shift.to },
  { name: 'closedBy', type: 'text', of: ({ shift }) => shift.by.name ?? shift.by.role },
  { name: 'net', type: 'cents', of: ({ report }) => report?.net },
  { name: 'paid', type: 'cents', of: ({ report }) => report?.payments.paid.sum },
  { name: 'paidCount', type: 'integer', of: ({ report }) => report?.payments.paid.count },
  { name: 'refunded', type: 'cents', of: ({ report }) => report?.refunds.refunded.sum },
  { name: 'refundedCount', type: 'integer', of: ({ report }) => report?.refunds.refunded.count },
  { name: 'cancelledCount', type: 'integer', of: ({ report }) => report?.payments.cancelled.count },
  { name: 'expiredCount', type: 'integer', of: ({ report }) => report?.payments.expired.count },
  { name: 'failedCount', type: 'integer', of: ({ report }) => report?.payments.failed.count },
  { name: 'openCount', type: 'integer', of: ({ report }) => report?.open.length },
  { name: 'correctionCount', type: 'integer', of: ({ report }) => report?.corrections.length },
  { name: 'counted', type: 'text', of: ({ report }) => report?.counted.state },
  { name: 'differenceCount', type: 'integer', of: ({ report }) => differencesOf(report) },
  { name: 'shopId', type: 'text', of: ({ report }) => report?.shopId },
  { name: 'posId', type: 'text', of: ({ report }) => report?.posId },
];

function* closedShifts(shifts: ReturnType<RecordStream['shifts']>): Generator<Closed | undefined> {
  for (const shift of shifts) yield shift && { shift, report: parseReport(shift.report) };
}

/** Undefined without a count: 0 would mean that a count found no differences. */
function differencesOf(report: ShiftReport | undefined): number | undefined {
  return report?.counted.state === 'counted' ? report.counted.differences.length : undefined;
}

function wanted({ text = '', states }: PaymentFilter): ((payment: SaleWithRefunds) => boolean) | undefined {
  const sought = searchable(text);
  if (sought === '' && states === undefined) return undefined;
  return ({ sale, refunds }) =>
    (sought === '' || searchText(sale).includes(sought)) &&
    (states === undefined || states.includes(stateOf({ ...sale, refunded: refundedOf(refunds) })));
}

/** Number of filtered-out payments after which other work may run. */
const PASSED_OVER = 256;

type Payments = Iterable<SaleWithRefunds | undefined>;

function* only(payments: Payments, isWanted: (payment: SaleWithRefunds) => boolean): Payments {
  let passedOver = 0;
  for (const payment of payments) {
    if (payment === undefined || isWanted(payment)) yield payment;
    else if (++passedOver % PASSED_OVER === 0) yield undefined;
  }
}
