import type { JournalAct, RecordedEvent } from './events.ts';
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

/** The acts that raise and end the alarm about a journal that is not what the keychain knows of it. */
export const JOURNAL_TAMPERED = 'journal-tampered';
export const JOURNAL_ALARM_CLEARED = 'journal-alarm-cleared';

/** The acts by which a receipt leaves the till, about the sale's id or the refund's key. */
export const RECEIPT_PRINTED = 'receipt-printed';
export const RECEIPT_SAVED = 'receipt-saved';

/** How often a receipt was printed or saved, and when for the first time, ms since the epoch. */
export interface Issues {
  readonly count: number;
  readonly firstAt: number;
}

export function issuesIn(value: string | undefined): Issues | undefined {
  return value === undefined ? undefined : (JSON.parse(value) as Issues);
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
      noteAlarm(projections, event, where.at);
      noteIssue(projections, event, where.at);
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

function noteAlarm(projections: Projections, { act, about, values }: JournalAct, at: number): void {
  if (act === JOURNAL_TAMPERED && about !== undefined) projections.putValue(`told of ${about}`, String(at));
  if (act === JOURNAL_TAMPERED) projections.putValue('tampered', JSON.stringify({ ...values, at }));
  if (act === JOURNAL_ALARM_CLEARED) projections.dropValue('tampered');
}

function noteIssue(projections: Projections, { act, about, happenedAt }: JournalAct, at: number): void {
  if (about === undefined || (act !== RECEIPT_PRINTED && act !== RECEIPT_SAVED)) return;
  const name = `issued ${about}`;
  const { count, firstAt } = issuesIn(projections.value(name)) ?? { count: 0, firstAt: happenedAt ?? at };
  projections.putValue(name, JSON.stringify({ count: count + 1, firstAt }));
}
