import { isEnd, type SaleRecord } from '../journal/sale-record.ts';

/** What the till has to ask the service next about a sale. `interrupted`: a creation that this process did not send. */
export type Todo = 'create' | 'interrupted' | 'search' | 'acknowledge' | 'cancel' | 'read' | 'done';

/**
 * Derived from the record alone, and so the same before and after a crash. `isFresh`: the sale began in this process
 * and nothing of it was sent yet. `isAsked`: a person wants an answer even about a sale that is over.
 */
export function plan(sale: SaleRecord, isFresh: boolean, isAsked: boolean): Todo {
  if (sale.settled && !isAsked) return 'done';
  switch (sale.creation) {
    case 'sending':
      return isFresh ? 'create' : 'interrupted';
    case 'unknown':
    case 'absent':
      return 'search';
    case 'refused':
      return 'done';
    case 'known':
      return planKnown(sale);
  }
}

function planKnown(sale: SaleRecord): Todo {
  if (sale.acknowledge === 'due' && !isEnd(sale.stage)) return 'acknowledge';
  return sale.cancelDue === 'send' ? 'cancel' : 'read';
}
