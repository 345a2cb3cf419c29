import type { SaleRecord } from '../domain/sale-record.ts';
import type { Journal } from '../journal/journal.ts';
import { isOtherTills } from './sale-view.ts';

/** Number of last paid sales for the usual amount; with fewer than `LEAST`, no amount is usual. */
const USUAL_OF = 50;
const LEAST = 10;
/** Number of payments searched for the last paid sales. */
const LOOKED_THROUGH = 2 * USUAL_OF;

/** Returns the usual sale in cents, the median of the last paid sales; undefined with fewer than `LEAST`. Pure. */
export function usualSale(paid: readonly number[]): number | undefined {
  if (paid.length < LEAST) return undefined;
  const sorted = paid.slice(0, USUAL_OF).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Amounts of this till's last paid sales. The journal is read once: no charge waits for a hundred rows. */
export class LastPaid {
  readonly #journal: Pick<Journal, 'find'>;
  #amounts: readonly number[] | undefined;

  constructor(journal: Pick<Journal, 'find'>) {
    this.#journal = journal;
  }

  /** Cents, newest first. */
  get amounts(): readonly number[] {
    this.#amounts ??= this.#journal
      .find('', undefined, LOOKED_THROUGH)
      .sales.filter((sale) => sale.stage === 'paid' && !isOtherTills(sale))
      .map(({ amount }) => amount);
    return this.#amounts;
  }

  note(before: SaleRecord, after: SaleRecord): void {
    if (before.stage === after.stage || isOtherTills(after)) return;
    if (before.stage === 'paid') this.forget();
    else if (after.stage === 'paid' && this.#amounts !== undefined)
      this.#amounts = [after.amount, ...this.#amounts].slice(0, LOOKED_THROUGH);
  }

  forget(): void {
    this.#amounts = undefined;
  }
}
