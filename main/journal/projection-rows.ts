import { TillError } from '../base/till-error.ts';
import { isRefundEnd, type RefundRecord } from '../domain/refund-record.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import type { ShiftRecord } from '../domain/shift-record.ts';
import type { Row } from './prepared-statements.ts';

/** A sale's place in the payments list, newest first; the id orders sales of the same millisecond. */
export interface SaleCursor {
  /** ms since the epoch. */
  readonly at: number;
  readonly saleId: string;
}

export function saleOf(row: Row): SaleRecord {
  return dataOf(row) as SaleRecord;
}

export function refundOf(row: Row): RefundRecord {
  return dataOf(row) as RefundRecord;
}

export function shiftOf(row: Row): ShiftRecord {
  return dataOf(row) as ShiftRecord;
}

/** A JSON array. Throws TillError `journal.damaged` for malformed numbers. */
export function eventNumbersOf(row: Row): string {
  const numbers = String(row['events']);
  if (/^\d+(,\d+)*$/.test(numbers)) return `[${numbers}]`;
  throw new TillError('journal.damaged', 'Events of a sale not found.');
}

export function lastNumberOf(row: Row): number {
  return Number(String(row['events']).split(',').at(-1));
}

function dataOf(row: Row): unknown {
  try {
    return JSON.parse(String(row['data']));
  } catch (cause) {
    throw new TillError('journal.damaged', 'Unreadable row of the journal.', { cause });
  }
}

export function saleRow(sale: SaleRecord, events: string): readonly (string | number | null)[] {
  return [
    sale.saleId,
    sale.startedAt,
    sale.reference,
    sale.paymentId ?? null,
    sale.settled ? 0 : 1,
    sale.alarm !== undefined && !sale.alarm.acknowledged ? 1 : 0,
    searchText(sale),
    events,
    JSON.stringify(sale),
    sale.register?.id ?? null,
    sale.register?.key ?? null,
    sale.register?.receiptNumber ?? null,
  ];
}

export function refundRow(refund: RefundRecord): readonly (string | number | null)[] {
  return [
    refund.refundKey,
    refund.saleId,
    refund.refundId ?? null,
    isRefundEnd(refund.stage) ? 0 : 1,
    refund.at,
    JSON.stringify(refund),
  ];
}

export function shiftRow(shift: ShiftRecord): readonly (string | number | null)[] {
  return [shift.number, shift.at, JSON.stringify(shift)];
}

export function differs(row: readonly unknown[], values: readonly unknown[]): boolean {
  return row.some((value, column) => value !== values[column]);
}

export function searchable(text: string): string {
  return text.trim().toLowerCase();
}

/** The text for "Find a payment": reference, payment id, first name, and the amount in both decimal notations. */
export function searchText(sale: SaleRecord): string {
  return textsOf(sale);
}

export function textsOf(sale: Pick<SaleRecord, 'amount' | 'reference' | 'paymentId' | 'debtor'>): string {
  const euros = (sale.amount / 100).toFixed(2);
  const parts = [sale.reference, sale.paymentId ?? '', sale.debtor?.name ?? '', euros, euros.replace('.', ',')];
  return parts.join(' ').toLowerCase();
}

export function cursorOf({ startedAt, saleId }: SaleRecord): SaleCursor {
  return { at: startedAt, saleId };
}

/** True if `cursor` comes after `other` in a list with the newest first. */
export function isAfter(cursor: SaleCursor, other: SaleCursor): boolean {
  return cursor.at < other.at || (cursor.at === other.at && cursor.saleId < other.saleId);
}
