import { isEnd, type SaleRecord } from '../journal/sale-record.ts';

/** What is to be done about a sale. `interrupted`: a creation that this process did not send. */
export type Task = 'create' | 'interrupted' | 'follow' | 'done';

/**
 * Derived from the record alone, and so the same before and after a crash. `isFresh`: the sale began in this process
 * and nothing of it was sent yet. `isAsked`: a person wants an answer even about a sale that is over.
 */
export function nextTask(sale: SaleRecord, isFresh: boolean, isAsked: boolean): Task {
  if (sale.settled && !isAsked) return 'done';
  switch (sale.creation) {
    case 'sending':
      return isFresh ? 'create' : 'interrupted';
    case 'unknown':
    case 'absent':
    case 'known':
      return 'follow';
    case 'refused':
      return 'done';
  }
}

/** What the service has to be told about a sale that is followed, beside all the asking. */
export function writeDue(sale: SaleRecord): 'acknowledge' | 'cancel' | undefined {
  if (sale.creation !== 'known') return undefined;
  if (sale.acknowledge === 'due' && !isEnd(sale.stage)) return 'acknowledge';
  return sale.cancelDue === 'send' ? 'cancel' : undefined;
}
