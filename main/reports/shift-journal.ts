import { TillError } from '../base/till-error.ts';
import type { RecordedEvent } from '../domain/events.ts';
import { foldSale } from '../domain/fold-sale.ts';
import { foldRefund, type RefundRecord } from '../domain/refund-record.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import type { Journal } from '../journal/journal.ts';
import type { CarriedOver, Past } from './shift-fold.ts';

export type ShiftJournal = Pick<
  Journal,
  | 'record'
  | 'flush'
  | 'health'
  | 'sale'
  | 'saleOfPayment'
  | 'salesOfReference'
  | 'refund'
  | 'openSales'
  | 'openRefunds'
  | 'eventsBetween'
  | 'eventsOf'
  | 'shift'
  | 'lastShift'
  | 'nextShift'
  | 'shiftsBefore'
  | 'shifts'
>;

/**
 * Returns access to past states: a current state includes later events. Throws `TillError` `journal.damaged` for a
 * payment or refund without its first event: a report would omit the money or count twice.
 */
export function pastOf(journal: Pick<ShiftJournal, 'eventsOf' | 'refund' | 'sale'>): Past {
  return {
    saleBefore(saleId, seq) {
      let sale: SaleRecord | undefined;
      for (const recorded of earlier(journal.eventsOf(saleId), seq)) {
        const { event } = recorded;
        if (!('saleId' in event) || event.saleId !== saleId || 'refundKey' in event || 'wish' in event) continue;
        requireBegun(sale !== undefined || event.type === 'sale.intent' || event.type === 'sale.imported');
        sale = foldSale(sale, event, recorded);
      }
      return sale;
    },
    refundBefore(refundKey, seq) {
      const known = journal.refund(refundKey);
      if (known === undefined) return undefined;
      let refund: RefundRecord | undefined;
      for (const recorded of earlier(journal.eventsOf(known.saleId), seq)) {
        const { event } = recorded;
        if (!('refundKey' in event) || event.refundKey !== refundKey) continue;
        requireBegun(refund !== undefined || event.type === 'refund.intent' || event.type === 'refund.imported');
        refund = foldRefund(refund, event, recorded);
      }
      return refund;
    },
    referenceOf: (saleId) => journal.sale(saleId)?.reference ?? '',
  };
}

/** Returns the items open at `fromSeq`. An end since then is counted by its own event. */
export function carriedOver(
  journal: Pick<ShiftJournal, 'openSales' | 'openRefunds'>,
  past: Past,
  fromSeq: number,
): CarriedOver {
  return {
    sales: journal.openSales().flatMap(({ saleId }) => past.saleBefore(saleId, fromSeq) ?? []),
    refunds: journal.openRefunds().flatMap(({ refundKey }) => past.refundBefore(refundKey, fromSeq) ?? []),
  };
}

/**
 * Returns the first event not counted by a lost report: the first after the lost report's closing. If the closing time
 * is unknown, the first event of the journal that replaced the lost journal.
 */
export function firstAfter(
  journal: Pick<ShiftJournal, 'eventsBetween'>,
  fromSeq: number,
  { to = Number.POSITIVE_INFINITY, seq: begunSeq }: { readonly to?: number | undefined; readonly seq: number },
): number {
  let [first, last] = [fromSeq, begunSeq];
  // Binary search: events are in time order, and a journal may have a million.
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    const [event] = journal.eventsBetween(middle, middle);
    if (event !== undefined && event.at > to) last = middle;
    else first = middle + 1;
  }
  return first;
}

function requireBegun(isBegun: boolean): void {
  if (isBegun) return;
  throw new TillError('journal.damaged', 'Beginning of a payment or refund of this shift missing from the journal.');
}

function* earlier(events: Iterable<RecordedEvent>, seq: number): Generator<RecordedEvent> {
  for (const recorded of events) if (recorded.seq < seq) yield recorded;
}
