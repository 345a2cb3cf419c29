import type { LogMessage } from '../base/log.ts';
import type { JournalEvent, JournalSaleEvent } from './events.ts';
import { foldSale } from './fold-sale.ts';
import type { SaleRecord } from './sale-record.ts';

export type SaleEffect =
  /** Goes into the journal, before anything else is done. */
  | { readonly kind: 'journal'; readonly event: JournalEvent }
  /** Read the payment at once. */
  | { readonly kind: 'read' }
  /** For the log; the sale itself does not depend on it. */
  | { readonly kind: 'report'; readonly code: LogMessage; readonly facts: ReportFacts };

/** Fields that the log may hold. */
export interface ReportFacts {
  readonly paymentId?: string;
  readonly posId?: string;
  readonly reference?: string;
  readonly status?: string;
}

/** A sale after an event, and what is to be done about it. */
export interface Step {
  readonly sale: SaleRecord;
  readonly effects: readonly SaleEffect[];
}

type WithoutSaleId<Event> = Event extends JournalSaleEvent ? Omit<Event, 'saleId'> : never;

export function unchanged(sale: SaleRecord): Step {
  return { sale, effects: [] };
}

/** The sale after an event that the journal keeps. `at`: the till's clock, ms since the epoch. */
export function record(sale: SaleRecord, at: number, entry: WithoutSaleId<JournalSaleEvent>): Step {
  const { type, ...members } = entry;
  const event = { type, saleId: sale.saleId, ...members } as JournalSaleEvent;
  return { sale: foldSale(sale, event, { ...sale, at }), effects: [{ kind: 'journal', event }] };
}

/** A second step after the first. */
export function andThen(step: Step, more: (sale: SaleRecord) => Step): Step {
  const second = more(step.sale);
  return { sale: second.sale, effects: [...step.effects, ...second.effects] };
}

export function withRead(step: Step): Step {
  return { ...step, effects: [...step.effects, { kind: 'read' }] };
}

export function withReport(step: Step, code: LogMessage, facts: ReportFacts): Step {
  return { ...step, effects: [...step.effects, { kind: 'report', code, facts }] };
}
