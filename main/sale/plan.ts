import type { KnownSale, SaleRecord } from '../journal/sale-record.ts';

/**
 * Whether nothing is left to do about a sale: derived from the record alone, and so the same before and after a crash.
 * `isAsked`: a person wants an answer even about a sale that is over.
 */
export function isDone(sale: SaleRecord, isAsked: boolean): boolean {
  return sale.creation === 'refused' || (sale.settled && !isAsked);
}

/** What the service has to be told about a sale that is followed, beside all the asking. */
export interface DueWrite {
  readonly write: 'acknowledge' | 'cancel';
  readonly sale: KnownSale;
}

/** Undefined while there is nothing to tell. */
export function writeDue(sale: SaleRecord): DueWrite | undefined {
  if (sale.creation !== 'known') return undefined;
  if (sale.acknowledge === 'due') return { write: 'acknowledge', sale };
  return sale.cancelDue === 'send' ? { write: 'cancel', sale } : undefined;
}
