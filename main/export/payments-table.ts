import { isElsewhere, type SaleRecord } from '../domain/sale-record.ts';
import type { SaleWithRefunds } from '../journal/record-stream.ts';
import type { Cell, Column, ExportRow } from './table.ts';

/** A column with what it holds of a payment. */
type PaymentColumn = Column & { of(payment: SaleWithRefunds): Cell };

const columns: readonly PaymentColumn[] = [
  { name: 'chargedAt', type: 'time', of: ({ sale }) => sale.startedAt },
  { name: 'reference', type: 'text', of: ({ sale }) => sale.reference },
  { name: 'amount', type: 'cents', of: ({ sale }) => sale.amount },
  { name: 'currency', type: 'text', of: () => 'EUR' },
  { name: 'stage', type: 'text', of: ({ sale }) => sale.stage },
  { name: 'status', type: 'text', of: ({ sale }) => sale.status },
  { name: 'ending', type: 'text', of: ({ sale }) => sale.ending },
  { name: 'paidAt', type: 'time', of: ({ sale }) => (sale.stage === 'paid' ? sale.succeededAt : undefined) },
  // What moved, so that a column adds up: `amount` stands in every line, paid or not.
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
];

export const paymentColumns: readonly Column[] = columns.map(({ name, type }) => ({ name, type }));

/** The service gives account numbers masked, and here they stay so. */
export function paymentRow(payment: SaleWithRefunds): ExportRow {
  return columns.map(({ of }) => of(payment));
}

/** Cents that went back for certain. */
export function refundedOf(refunds: SaleWithRefunds['refunds']): number {
  let total = 0;
  for (const { stage, amount } of refunds) if (stage === 'refunded') total += amount;
  return total;
}

/** Of a payment of another till, only the service can tell the POS. */
function posIdOf(sale: SaleRecord): string | undefined {
  return isElsewhere(sale) ? sale.toldPosId : sale.posId;
}
