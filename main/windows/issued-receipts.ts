import type { Journal } from '../journal/journal.ts';

/** `firstAt`: ms since the epoch. */
export interface Issues {
  readonly count: number;
  readonly firstAt?: number;
}

export const RECEIPT_PRINTED = 'receipt-printed';
export const RECEIPT_SAVED = 'receipt-saved';

/** Counts the receipts issued so far for marking copies: from the journal, and unwritten entries from memory. */
export function createIssuedReceipts() {
  const unwritten = new Map<string, Required<Issues>>();

  function inJournal(journal: Pick<Journal, 'eventsOf'>, saleId: string, about: string): Issues {
    const times = journal.eventsOf(saleId).flatMap(({ event, at }) => {
      const isIssue = event.type === 'act' && (event.act === RECEIPT_PRINTED || event.act === RECEIPT_SAVED);
      return isIssue && event.about === about ? [event.happenedAt ?? at] : [];
    });
    const [firstAt] = times;
    return firstAt === undefined ? { count: 0 } : { count: times.length, firstAt };
  }

  return {
    of(journal: Pick<Journal, 'eventsOf'>, saleId: string, about: string): Issues {
      const written = inJournal(journal, saleId, about);
      const known = unwritten.get(about);
      if (known === undefined || written.count >= known.count) unwritten.delete(about);
      return known !== undefined && known.count > written.count ? known : written;
    },
    note(about: string, before: Issues, at: number): void {
      unwritten.set(about, { count: before.count + 1, firstAt: before.firstAt ?? at });
    },
  };
}
