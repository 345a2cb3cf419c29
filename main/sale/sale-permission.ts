import { TillError } from '../base/till-error.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import type { Journal } from '../journal/journal.ts';
import { isOtherTills } from './sale-view.ts';

export interface AskedSale {
  /** Cents. */
  readonly amount: number;
  /** Somebody was asked about this very amount and wants it charged. */
  readonly confirmed: boolean;
  /** A manager allows it: with a PIN for this one sale, or by being signed in. */
  readonly byManager: boolean;
}

export interface SaleLimits {
  /** Cents. */
  readonly maximum: number;
  /** 0: no amount is unusual. */
  readonly unusualFactor: number;
  /** The amounts of the last paid sales, newest first; asked only where they decide. */
  lastPaid(): readonly number[];
}

/**
 * True where it took a manager. Throws TillError `pin.maximum` while none allows it, and, unconfirmed,
 * `sale.above-maximum` (amount, maximum) or `sale.unusual` (amount, times, usual).
 */
export function requirePermission({ amount, confirmed, byManager }: AskedSale, limits: SaleLimits): boolean {
  const { maximum, unusualFactor } = limits;
  if (amount > maximum && !byManager)
    throw new TillError('pin.maximum', "A sale of this size asks for the manager's PIN", {
      field: 'managerPin',
      values: { amount, maximum },
    });
  if (confirmed) return amount > maximum;
  if (amount > maximum)
    throw new TillError('sale.above-maximum', 'The sale is above the maximum and nobody has confirmed it', {
      values: { amount, maximum },
    });
  const usual = unusualFactor === 0 ? undefined : usualSale(limits.lastPaid());
  if (usual !== undefined && amount > usual * unusualFactor)
    throw new TillError('sale.unusual', 'The sale is unusually large and nobody has confirmed it', {
      values: { amount, times: unusualFactor, usual },
    });
  return false;
}

/** The last paid sales that tell what is usual; fewer than `LEAST` tell nothing yet. */
const USUAL_OF = 50;
const LEAST = 10;
/** Among so many payments the last paid ones are looked for. */
const LOOKED_THROUGH = 2 * USUAL_OF;

/** The usual sale in cents, the median of what was paid last; undefined while too little was. Pure. */
export function usualSale(paid: readonly number[]): number | undefined {
  if (paid.length < LEAST) return undefined;
  const sorted = paid.slice(0, USUAL_OF).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

/** The amounts of this till's last paid sales. The journal is read once: no charge waits for a hundred rows. */
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
