import type { RecordedEvent } from './events.ts';
import { foldSale } from './fold-sale.ts';
import { foldRefund, type RefundRecord } from './refund-record.ts';
import type { SaleRecord } from './sale-record.ts';

/** What the events add up to: the tables of a journal, or maps in memory that these are compared with. */
export interface Projections {
  sale(saleId: string): SaleRecord | undefined;
  putSale(sale: SaleRecord): void;
  refund(refundKey: string): RefundRecord | undefined;
  putRefund(refund: RefundRecord): void;
  /** Single values by their names, such as the salt of the references. */
  value(name: string): string | undefined;
  putValue(name: string, value: string): void;
  dropValue(name: string): void;
  /** A number of this counter is taken. */
  count(counter: string, sequence: number): void;
  /** A callback has been taken; those that ended before `forgetBefore` (ms since the epoch) can be forgotten. */
  putSeen(jti: string, untilMs: number, forgetBefore: number): void;
}

/** How long past its time a callback's jti is kept: longer than any jump of the clock that nobody notices. */
const SEEN_GRACE_MS = 24 * 60 * 60 * 1000;

/**
 * Brings the projections up to date with one event, in the caller's transaction where there is one. Throws
 * `MisplacedEvent` for an event that cannot happen to its sale or refund as it is; then nothing has changed.
 */
export function project(projections: Projections, { event, ...where }: RecordedEvent): void {
  switch (event.type) {
    case 'journal.begun':
      projections.putValue('salt', String(event.salt));
      projections.putValue('journal-id', event.journalId);
      if (event.replaces !== undefined) projections.putValue('refill-due', event.replaces);
      return;
    case 'journal.refilled':
      projections.dropValue('refill-due');
      return;
    case 'act':
      return;
    case 'callback.seen':
      projections.putSeen(event.jti, event.untilMs, where.at - SEEN_GRACE_MS);
      return;
    case 'refund.intent':
    case 'refund.imported':
    case 'refund.unanswered':
    case 'refund.refused':
    case 'refund.answered':
    case 'refund.unsettled':
    case 'refund.settled':
      projections.putRefund(foldRefund(projections.refund(event.refundKey), event, where));
      return;
    default:
      projections.putSale(foldSale(projections.sale(event.saleId), event, where));
  }
  if (event.type === 'sale.dismissed' && projections.value('on-screen') === event.saleId)
    projections.dropValue('on-screen');
  if (event.type !== 'sale.intent') return;
  projections.putValue('on-screen', event.saleId);
  if (event.counter !== undefined && event.sequence !== undefined) projections.count(event.counter, event.sequence);
}
