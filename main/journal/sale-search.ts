import type { SaleRecord } from '../domain/sale-record.ts';
import type { HeldStates } from './held-states.ts';
import type { Statements } from './prepared-statements.ts';
import { cursorOf, isAfter, type SaleCursor, saleOf, searchable, searchText } from './projection-rows.ts';
import { SearchIndex } from './search-index.ts';

export interface SalesPage {
  readonly sales: readonly SaleRecord[];
  readonly next: SaleCursor | undefined;
}

export interface SalesQuery {
  readonly text: string;
  readonly after: SaleCursor;
  readonly limit: number;
  /** ms since the epoch. */
  readonly from: number;
}

/** Finds sales by a text, newest first, among the rows and the held states. */
export class SaleSearch {
  readonly #statements: Statements;
  readonly #held: HeldStates;
  readonly #index: SearchIndex;

  constructor(statements: Statements, held: HeldStates) {
    this.#statements = statements;
    this.#held = held;
    this.#index = new SearchIndex(statements);
  }

  find({ text, after, limit, from }: SalesQuery): SalesPage {
    const wanted = searchable(text);
    const held = this.#held.sales();
    // A held sale replaces its row and may no longer contain the text, so one more row is read for each held sale.
    const rows = this.#rows(wanted, after, limit + 1 + held.length, from);
    const found = [
      ...rows.filter(({ saleId }) => this.#held.sale(saleId) === undefined),
      ...held.filter(
        (sale) => isAfter(cursorOf(sale), after) && sale.startedAt >= from && searchText(sale).includes(wanted),
      ),
    ].sort((a, b) => (isAfter(cursorOf(a), cursorOf(b)) ? 1 : -1));
    const sales = found.slice(0, limit);
    const last = sales.at(-1);
    return { sales, next: found.length > limit && last !== undefined ? cursorOf(last) : undefined };
  }

  /** Newest first. The id is ordered last because `sales_newest` does not contain the id. */
  #rows(wanted: string, after: SaleCursor, count: number, from: number): readonly SaleRecord[] {
    if (wanted === '')
      return this.#sales(
        `SELECT data FROM sales WHERE at <= ?1 AND at >= ?4 AND (at < ?1 OR sale_id < ?2)
         ORDER BY at DESC, sale_id DESC LIMIT ?3`,
        after.at,
        after.saleId,
        count,
        from,
      );
    const found: SaleRecord[] = [];
    for (const span of this.#index.spans(wanted, after.at, from)) {
      const oldest = Math.max(span.from, from);
      found.push(...this.#holding(wanted, after, count - found.length, oldest, span.before));
      if (found.length >= count) break;
    }
    return found;
  }

  /**
   * Two queries, with one bound on each side. In a combined query SQLite would make the wrong one the outer query; with
   * two bounds it would choose the wrong bound. Both would scan every sale for each span.
   */
  #holding(wanted: string, { at, saleId }: SaleCursor, count: number, from: number, before: number) {
    return this.#statements
      .all(
        `SELECT rowid FROM sales
         WHERE at <= ?6 AND at >= ?5 AND instr(search, ?4) > 0 AND (at < ?1 OR sale_id < ?2)
         ORDER BY at DESC, sale_id DESC LIMIT ?3`,
        at,
        saleId,
        count,
        wanted,
        from,
        Math.min(at, before - 1),
      )
      .flatMap(({ rowid }) => this.#sales('SELECT data FROM sales WHERE rowid = ?', Number(rowid)));
  }

  #sales(sql: string, ...values: readonly (string | number)[]): readonly SaleRecord[] {
    return this.#statements.all(sql, ...values).map(saleOf);
  }
}
