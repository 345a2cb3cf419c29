import { isEnd, type SaleRecord } from '../journal/sale-record.ts';

/** What a follower does next. `interrupted`: an earlier process may have sent the creation, and its outcome is unknown. */
export type Task = 'create' | 'interrupted' | 'follow' | 'done';

/**
 * Derived from the record alone, and so the same before and after a crash. `isFresh`: the sale began in this process
 * and nothing of it was sent yet. `isAnswerWanted`: one answer is needed even though the sale is over.
 */
export function nextTask(sale: SaleRecord, isFresh: boolean, isAnswerWanted: boolean): Task {
  if (sale.settled && !isAnswerWanted) return 'done';
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

/** The write that is due about a followed sale, beside its reads. */
export function writeDue(sale: SaleRecord): 'acknowledge' | 'cancel' | undefined {
  if (sale.creation !== 'known') return undefined;
  if (sale.acknowledge === 'due' && !isEnd(sale.stage)) return 'acknowledge';
  return sale.cancelDue === 'send' ? 'cancel' : undefined;
}
