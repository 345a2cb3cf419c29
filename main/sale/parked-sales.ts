import { hasEnded, isElsewhere, type SaleRecord } from '../domain/sale-record.ts';

/** A sale about which the service has said nothing for this long may be left; it is followed on all the same. */
export const LEAVABLE_AFTER_MS = 30_000;

/** Left by the cashier before its end: the next customer is served, and it is followed on. */
export function isParked(sale: SaleRecord): boolean {
  return sale.dismissed && !hasEnded(sale) && !isElsewhere(sale);
}

/** The parked sales, in the order in which they were parked: the journal is asked for them only once. */
export class ParkedSales {
  readonly #saleIds = new Set<string>();

  constructor(open: readonly SaleRecord[]) {
    for (const sale of open) this.note(sale);
  }

  get saleIds(): readonly string[] {
    return [...this.#saleIds];
  }

  /** The sale as it is now. True when it was parked until now and has come to its end. */
  note(sale: SaleRecord): boolean {
    if (isParked(sale)) this.#saleIds.add(sale.saleId);
    else return this.#saleIds.delete(sale.saleId);
    return false;
  }
}
