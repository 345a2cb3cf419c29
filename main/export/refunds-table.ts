import type { RefundWithSale } from '../journal/record-stream.ts';
import { refundOwnerOf } from '../reports/shift-standing.ts';
import type { Cell, Column, ExportRow } from './table.ts';

/** A column with what it holds of a refund. */
type RefundColumn = Column & { of(refund: RefundWithSale): Cell };

const columns: readonly RefundColumn[] = [
  { name: 'begunAt', type: 'time', of: ({ refund }) => refund.at },
  { name: 'amount', type: 'cents', of: ({ refund }) => refund.amount },
  { name: 'currency', type: 'text', of: () => 'EUR' },
  { name: 'stage', type: 'text', of: ({ refund }) => refund.stage },
  { name: 'status', type: 'text', of: ({ refund }) => refund.status },
  // What went back for certain, so that the column adds up: `amount` stands in every line.
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
];

export const refundColumns: readonly Column[] = columns.map(({ name, type }) => ({ name, type }));

export function refundRow(refund: RefundWithSale): ExportRow {
  return columns.map(({ of }) => of(refund));
}
