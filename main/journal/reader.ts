import type { SQLInputValue } from 'node:sqlite';
import { toJournalError } from './database.ts';
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
  readonly #onDamage: () => void;

  /** `onDamage`: a part of the file that nobody had looked at since the start cannot be read. */
  constructor(statements: Statements, onDamage: () => void) {
    this.#statements = statements;
    this.#onDamage = onDamage;
  }

  sale(saleId: string): SaleRecord | undefined {
    return this.#sales('SELECT data FROM sales WHERE sale_id = ?', saleId)[0];
  }

  saleOfPayment(paymentId: string): SaleRecord | undefined {
    return this.#sales('SELECT data FROM sales WHERE payment_id = ? LIMIT 1', paymentId)[0];
  }

  salesOfReference(reference: string): readonly SaleRecord[] {
    return this.#sales('SELECT data FROM sales WHERE reference = ? ORDER BY at DESC', reference);
  }

  openSales(): readonly SaleRecord[] {
    return this.#sales('SELECT data FROM sales WHERE open = 1 ORDER BY at');
  }

  alarms(): readonly SaleRecord[] {
    return this.#sales('SELECT data FROM sales WHERE alarm = 1 ORDER BY at');
  }

  onScreen(): string | undefined {
    return this.#fact('on-screen');
  }

  /** Newest first. A search without a hit runs over an index of all sales; nothing else here does. */
  find(text: string, before: number, limit: number): SalesPage {
    const wanted = text.trim().toLowerCase();
    const found =
      wanted === ''
        ? this.#sales('SELECT data FROM sales WHERE at < ? ORDER BY at DESC LIMIT ?', before, limit + 1)
        : this.#sales(
            `SELECT data FROM sales WHERE rowid IN
               (SELECT rowid FROM sales WHERE at < ? AND instr(search, ?) > 0 ORDER BY at DESC LIMIT ?)
             ORDER BY at DESC`,
            before,
            wanted,
            limit + 1,
          );
    return { sales: found.slice(0, limit), more: found.length > limit };
  }

  refund(refundKey: string): RefundRecord | undefined {
    return this.#refunds('SELECT data FROM refunds WHERE refund_key = ?', refundKey)[0];
  }

  refundsOf(saleId: string): readonly RefundRecord[] {
    return this.#refunds('SELECT data FROM refunds WHERE sale_id = ? ORDER BY at, rowid', saleId);
  }

  openRefunds(): readonly RefundRecord[] {
    return this.#refunds('SELECT data FROM refunds WHERE open = 1 ORDER BY at');
  }

  counter(name: string): number {
    return this.#read(() =>
      Number(this.#statements.get('SELECT value FROM counters WHERE name = ?', name)?.['value'] ?? 0),
    );
  }

  salt(): number {
    return Number(this.#fact('salt') ?? 0);
  }

  /** The damaged journal that this one replaced, as long as the service has not told what it knows. */
  refillDue(): string | undefined {
    return this.#fact('refill-due');
  }

  isSeen(jti: string): boolean {
    return this.#read(() => this.#statements.get('SELECT 1 FROM seen WHERE jti = ?', jti) !== undefined);
  }

  #sales(sql: string, ...values: readonly SQLInputValue[]): readonly SaleRecord[] {
    return this.#read(() => sales(this.#statements.all(sql, ...values)));
  }

  #refunds(sql: string, ...values: readonly SQLInputValue[]): readonly RefundRecord[] {
    return this.#read(() => refunds(this.#statements.all(sql, ...values)));
  }

  #fact(name: string): string | undefined {
    return this.#read(() => {
      const value = this.#statements.get('SELECT value FROM facts WHERE name = ?', name)?.['value'];
      return value === undefined ? undefined : String(value);
    });
  }

  #read<T>(question: () => T): T {
    try {
      return question();
    } catch (thrown) {
      const error = toJournalError(thrown);
      if (error.code === 'journal.damaged') this.#onDamage();
      throw error;
    }
  }
}

function sales(rows: readonly Row[]): readonly SaleRecord[] {
  return rows.map(saleOf).filter((sale) => sale !== undefined);
}

function refunds(rows: readonly Row[]): readonly RefundRecord[] {
  return rows.map(refundOf).filter((refund) => refund !== undefined);
}
