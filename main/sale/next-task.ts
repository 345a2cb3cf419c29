import type { KnownSale, SaleRecord } from '../domain/sale-record.ts';

/**
 * Whether nothing is left to do about a sale: derived from the record alone, and so the same before and after a crash.
 * `isAnswerWanted`: one answer is needed even though the sale is over.
 */
export function isDone(sale: SaleRecord, isAnswerWanted: boolean): boolean {
  return sale.creation === 'refused' || (sale.settled && !isAnswerWanted);
}

/** The write that is due about a followed sale, beside its reads. */
export interface DueWrite {
  readonly write: 'acknowledge' | 'cancel';
  readonly sale: KnownSale;
}

/** Undefined while no write is due. */
export function writeDue(sale: SaleRecord): DueWrite | undefined {
  if (sale.creation !== 'known') return undefined;
  if (sale.acknowledge === 'due') return { write: 'acknowledge', sale };
  return sale.cancelDue === 'send' ? { write: 'cancel', sale } : undefined;
}
