import { hasEnded, isElsewhere, type SaleRecord } from '../domain/sale-record.ts';

/** Silence of the service after which the cashier may leave a sale, ms; the sale is still followed. */
export const LEAVABLE_AFTER_MS = 30_000;

/** Returns true for a sale that the cashier left before its end: followed, while the next customer is served. */
export function isParked(sale: SaleRecord): boolean {
  return sale.dismissed && !hasEnded(sale) && !isElsewhere(sale);
}

/** Parked sales in the order of parking: read from the journal only once. */
export class ParkedSales {
  readonly #saleIds = new Set<string>();

  constructor(open: readonly SaleRecord[]) {
    for (const sale of open) this.note(sale);
  }

  get saleIds(): readonly string[] {
    return [...this.#saleIds];
  }

  /** Takes the current state of a sale. Returns true if the sale was parked and has now ended. */
  note(sale: SaleRecord): boolean {
    if (isParked(sale)) this.#saleIds.add(sale.saleId);
    else return this.#saleIds.delete(sale.saleId);
    return false;
  }
}
