import type { JournalEvent } from '../../main/domain/events.ts';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import { type Journal, openJournal } from '../../main/journal/journal.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { MemoryDisk } from './disks.ts';

/** One sale in a journal of its own, and events about it. */

export const terminal = { terminalId: 'till-1', shopId: 'shop-1', posId: 'TILL42' };
export const paymentId = 'fccd268a29a0d347301ef56e';
export const problem = { code: 'network.reset', message: 'reset', retryable: true };
export const saleId = 's';

export const intent = {
  type: 'sale.intent',
  saleId,
  reference: 'table 4',
  amount: 1250,
  operation: 'payment',
  body: '{"amount":1250}',
  skewMs: -3,
} as const satisfies JournalEvent;
export const imported = {
  type: 'sale.imported',
  saleId,
  paymentId,
  reference: 'ORDER-7',
  amount: 700,
  status: 'PENDING',
  stage: 'waiting',
  createdAt: 5_000,
  follow: false,
} as const satisfies JournalEvent;
export const created = {
  type: 'sale.created',
  saleId,
  paymentId,
  createdAt: 6_000,
  via: 'create',
} as const satisfies JournalEvent;
export const moved = (
  status: string,
  stage: Extract<JournalEvent, { type: 'sale.moved' }>['stage'],
  more: Partial<Extract<JournalEvent, { type: 'sale.moved' }>> = {},
): JournalEvent => ({ type: 'sale.moved', saleId, via: 'read', status, stage, ...more });
export const unknown: JournalEvent = { type: 'sale.creation-unknown', saleId, problem };
export const cancelAsked: JournalEvent = { type: 'sale.cancel-asked', saleId, by: 'cashier' };
export const cancelAnswered = (
  outcome: 'accepted' | 'refused' | 'unknown' | 'too-late' | 'dropped',
  why?: object,
): JournalEvent =>
  ({ type: 'sale.cancel-answered', saleId, outcome, ...(why === undefined ? {} : { problem: why }) }) as JournalEvent;
/** An answer that says nothing about the payment: `problem` is in sight from then on. */
export const unreadable: JournalEvent = { type: 'sale.unreadable', saleId, problem };
export const acknowledgeDue: JournalEvent = { type: 'sale.acknowledge-due', saleId };
export const acknowledged: JournalEvent = { type: 'sale.acknowledged', saleId };
export const settled: JournalEvent = { type: 'sale.settled', saleId };

export interface OneSale {
  readonly clock: VirtualClock;
  readonly journal: Journal;
  /** The sale as the journal reads it back once these have happened too, now. */
  readonly once: (...events: readonly JournalEvent[]) => SaleRecord;
}

export function oneSale(): OneSale {
  const clock = new VirtualClock();
  const journal = openJournal({
    file: 'journal',
    disk: new MemoryDisk(),
    clock,
    random: new SeededRandom(7),
    terminal,
  });
  return {
    clock,
    journal,
    once(...events) {
      journal.record(...events);
      const sale = journal.sale(saleId);
      if (sale === undefined) throw new Error('there is no such sale');
      return sale;
    },
  };
}
