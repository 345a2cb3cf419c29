import type { Translate } from '../../ui/use-words.ts';

/** Every column of every kind of export, as main names it. */
export const columnNames = [
  'chargedAt',
  'begunAt',
  'reference',
  'amount',
  'currency',
  'stage',
  'status',
  'ending',
  'paidAt',
  'paid',
  'refunded',
  'description',
  'payerName',
  'payerIban',
  'message',
  'bulkId',
  'chargedBy',
  'begunBy',
  'allowedBy',
  'paymentId',
  'refundId',
  'payoutId',
  'shopId',
  'posId',
  'origin',
  'reason',
  'paymentAmount',
  'refundKey',
  'saleId',
  'environment',
] as const;

/** What the till calls them. */
export function headingsOf(t: Translate): Readonly<Record<string, string>> {
  return Object.fromEntries(columnNames.map((name) => [name, t(`export.column.${name}`)]));
}
