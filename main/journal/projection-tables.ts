import type { RefundRecord } from '../domain/refund-record.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import type { ShiftRecord } from '../domain/shift-record.ts';
import type { Statements } from './prepared-statements.ts';
import { refundOf, refundRow, saleOf, saleRow, searchText, shiftRow } from './projection-rows.ts';
import type { Projections } from './projections.ts';
import { SearchIndex } from './search-index.ts';

/** Reading throws TillError `journal.damaged` for unreadable data. */
export class ProjectionTables implements Projections {
  readonly #statements: Statements;
  readonly #index: SearchIndex | undefined;

  /** `search`: updates the search index with each sale, or leaves the index to a later `remake`. */
  constructor(statements: Statements, search: 'with-each' | 'later' = 'with-each') {
    this.#statements = statements;
    this.#index = search === 'with-each' ? new SearchIndex(statements) : undefined;
  }

  sale(saleId: string): SaleRecord | undefined {
    const row = this.#statements.get('SELECT data FROM sales WHERE sale_id = ?', saleId);
    return row && saleOf(row);
  }

  putSale(sale: SaleRecord, seq: number, before: SaleRecord | undefined): void {
    this.putSaleOf(sale, String(seq));
    const text = searchText(sale);
    if (before === undefined || searchText(before) !== text) this.#index?.add(sale.startedAt, text);
  }

  /** `events`: the numbers of this update's events, separated by commas. */
  protected putSaleOf(sale: SaleRecord, events: string): void {
    this.#statements.run(
      `INSERT INTO sales (sale_id, at, reference, payment_id, open, alarm, search, events, data,
           register_id, register_key, receipt_number)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (sale_id) DO UPDATE SET payment_id = excluded.payment_id, open = excluded.open,
         alarm = excluded.alarm, search = excluded.search, events = events || ',' || excluded.events,
         data = excluded.data, register_id = excluded.register_id, register_key = excluded.register_key`,
      ...saleRow(sale, events),
    );
  }

  refund(refundKey: string): RefundRecord | undefined {
    const row = this.#statements.get('SELECT data FROM refunds WHERE refund_key = ?', refundKey);
    return row && refundOf(row);
  }

  putRefund(refund: RefundRecord): void {
    this.#statements.run(
      `INSERT INTO refunds (refund_key, sale_id, refund_id, open, at, data) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (refund_key) DO UPDATE SET refund_id = excluded.refund_id, open = excluded.open,
         data = excluded.data`,
      ...refundRow(refund),
    );
  }

  lastShift(): number {
    return Number(this.#statements.get('SELECT max(number) AS last FROM shifts')?.['last'] ?? 0);
  }

  putShift(shift: ShiftRecord): void {
    this.#statements.run('INSERT INTO shifts (number, at, data) VALUES (?, ?, ?)', ...shiftRow(shift));
  }

  trace(saleId: string, seq: number): void {
    this.#statements.run("UPDATE sales SET events = events || ',' || ? WHERE sale_id = ?", String(seq), saleId);
  }

  value(name: string): string | undefined {
    const row = this.#statements.get('SELECT value FROM facts WHERE name = ?', name);
    return row && String(row['value']);
  }

  putValue(name: string, value: string): void {
    this.#statements.run(
      'INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      name,
      value,
    );
  }

  dropValue(name: string): void {
    this.#statements.run('DELETE FROM facts WHERE name = ?', name);
  }

  count(counter: string, sequence: number): void {
    this.#statements.run(
      `INSERT INTO counters (name, value) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)`,
      counter,
      sequence,
    );
  }

  putSeen(jti: string, untilMs: number, forgetBefore: number): void {
    this.#statements.run('DELETE FROM seen WHERE until_ms < ?', forgetBefore);
    this.#statements.run('INSERT INTO seen (jti, until_ms) VALUES (?, ?) ON CONFLICT DO NOTHING', jti, untilMs);
  }
}
