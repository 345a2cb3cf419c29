import { refundOf, saleOf } from './projections.ts';
import type { RefundRecord } from './refund-record.ts';
import type { SaleRecord } from './sale-record.ts';
import type { Row, Statements } from './statements.ts';

/** One page of the payments list. */
export interface SalesPage {
  readonly sales: readonly SaleRecord[];
  readonly more: boolean;
}

/** The questions that the till asks the journal. None of them reads more than it answers with, but for `find`. */
export class Reader {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  sale(saleId: string): SaleRecord | undefined {
    return saleOf(this.#statements.get('SELECT data FROM sales WHERE sale_id = ?', saleId));
  }

  saleOfPayment(paymentId: string): SaleRecord | undefined {
    return saleOf(this.#statements.get('SELECT data FROM sales WHERE payment_id = ? LIMIT 1', paymentId));
  }

  salesOfReference(reference: string): readonly SaleRecord[] {
    return sales(this.#statements.all('SELECT data FROM sales WHERE reference = ? ORDER BY at DESC', reference));
  }

  openSales(): readonly SaleRecord[] {
    return sales(this.#statements.all('SELECT data FROM sales WHERE open = 1 ORDER BY at'));
  }

  alarms(): readonly SaleRecord[] {
    return sales(this.#statements.all('SELECT data FROM sales WHERE alarm = 1 ORDER BY at'));
  }

  onScreen(): string | undefined {
    const value = this.#statements.get("SELECT value FROM facts WHERE name = 'on-screen'")?.['value'];
    return value === undefined ? undefined : String(value);
  }

  /** Newest first. A search without a hit runs over an index of all sales; nothing else here does. */
  find(text: string, before: number, limit: number): SalesPage {
    const wanted = text.trim().toLowerCase();
    const rows =
      wanted === ''
        ? this.#statements.all('SELECT data FROM sales WHERE at < ? ORDER BY at DESC LIMIT ?', before, limit + 1)
        : this.#statements.all(
            `SELECT data FROM sales WHERE rowid IN
               (SELECT rowid FROM sales WHERE at < ? AND instr(search, ?) > 0 ORDER BY at DESC LIMIT ?)
             ORDER BY at DESC`,
            before,
            wanted,
            limit + 1,
          );
    return { sales: sales(rows.slice(0, limit)), more: rows.length > limit };
  }

  refund(refundKey: string): RefundRecord | undefined {
    return refundOf(this.#statements.get('SELECT data FROM refunds WHERE refund_key = ?', refundKey));
  }

  refundsOf(saleId: string): readonly RefundRecord[] {
    return refunds(this.#statements.all('SELECT data FROM refunds WHERE sale_id = ? ORDER BY at, rowid', saleId));
  }

  openRefunds(): readonly RefundRecord[] {
    return refunds(this.#statements.all('SELECT data FROM refunds WHERE open = 1 ORDER BY at'));
  }

  counter(name: string): number {
    return Number(this.#statements.get('SELECT value FROM counters WHERE name = ?', name)?.['value'] ?? 0);
  }

  salt(): number {
    return Number(this.#statements.get("SELECT value FROM facts WHERE name = 'salt'")?.['value'] ?? 0);
  }

  /** The damaged journal that this one replaced, as long as the service has not told what it knows. */
  refillDue(): string | undefined {
    const value = this.#statements.get("SELECT value FROM facts WHERE name = 'refill-due'")?.['value'];
    return value === undefined ? undefined : String(value);
  }

  isSeen(jti: string): boolean {
    return this.#statements.get('SELECT 1 FROM seen WHERE jti = ?', jti) !== undefined;
  }
}

function sales(rows: readonly Row[]): readonly SaleRecord[] {
  return rows.map(saleOf).filter((sale) => sale !== undefined);
}

function refunds(rows: readonly Row[]): readonly RefundRecord[] {
  return rows.map(refundOf).filter((refund) => refund !== undefined);
}
