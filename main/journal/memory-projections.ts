import type { RefundRecord } from '../domain/refund-record.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import type { ShiftRecord } from '../domain/shift-record.ts';
import { refundRow, saleRow, shiftRow } from './projection-rows.ts';
import type { Projections } from './projections.ts';

/** The tables of states. Each row begins with its key. */
export type StateTable = 'sales' | 'refunds' | 'shifts';

/**
 * For comparison with the tables. Shares no SQL with `ProjectionTables`: the same statements on both sides would make
 * the same mistake, and the comparison would miss a column that an update leaves out. Seen callbacks are left out:
 * handling a callback again changes nothing.
 */
export class MemoryProjections implements Projections {
  readonly sales = new Map<string, SaleRecord>();
  readonly refunds = new Map<string, RefundRecord>();
  readonly shifts = new Map<number, ShiftRecord>();
  readonly events = new Map<string, string>();
  readonly values = new Map<string, string>();
  readonly counters = new Map<string, number>();

  rows(table: StateTable): readonly (readonly unknown[])[] {
    switch (table) {
      case 'sales':
        return [...this.sales.values()].map((sale) => saleRow(sale, this.events.get(sale.saleId) ?? ''));
      case 'refunds':
        return [...this.refunds.values()].map(refundRow);
      case 'shifts':
        return [...this.shifts.values()].map(shiftRow);
    }
  }

  sale(saleId: string): SaleRecord | undefined {
    return this.sales.get(saleId);
  }

  putSale(sale: SaleRecord, seq: number): void {
    this.sales.set(sale.saleId, sale);
    this.trace(sale.saleId, seq);
  }

  refund(refundKey: string): RefundRecord | undefined {
    return this.refunds.get(refundKey);
  }

  putRefund(refund: RefundRecord): void {
    this.refunds.set(refund.refundKey, refund);
  }

  lastShift(): number {
    return Math.max(0, ...this.shifts.keys());
  }

  putShift(shift: ShiftRecord): void {
    this.shifts.set(shift.number, shift);
  }

  trace(saleId: string, seq: number): void {
    const before = this.events.get(saleId);
    if (this.sales.has(saleId)) this.events.set(saleId, before === undefined ? `${seq}` : `${before},${seq}`);
  }

  value(name: string): string | undefined {
    return this.values.get(name);
  }

  putValue(name: string, value: string): void {
    this.values.set(name, value);
  }

  dropValue(name: string): void {
    this.values.delete(name);
  }

  count(counter: string, sequence: number): void {
    this.counters.set(counter, Math.max(this.counters.get(counter) ?? 0, sequence));
  }

  putSeen(): void {}
}
