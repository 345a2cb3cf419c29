import type { LogMessage } from '../base/log.ts';
import type { JournalEvent, JournalSaleEvent } from './events.ts';
import type { SaleRecord } from './sale-record.ts';

type SaleEffect =
  /** Appended to the journal before any other effect. */
  | { readonly kind: 'journal'; readonly event: JournalEvent }
  | { readonly kind: 'read' }
  /** For the log only; the sale does not depend on the entry. */
  | { readonly kind: 'report'; readonly code: LogMessage; readonly facts: ReportFacts };

interface ReportFacts {
  readonly paymentId?: string;
  readonly posId?: string;
  readonly reference?: string;
  readonly status?: string;
}

export interface Step {
  readonly sale: SaleRecord;
  readonly effects: readonly SaleEffect[];
}

type SaleEventType = JournalSaleEvent['type'];
type EventOf<Type extends SaleEventType> = Extract<JournalSaleEvent, { readonly type: Type }>;

/** Folds of one concern. Undefined: the event does not fit. `at`: ms by the till's clock. */
export type Folds<Type extends SaleEventType> = {
  readonly [T in Type]: (sale: SaleRecord, event: EventOf<T>, at: number) => SaleRecord | undefined;
};

export function foldBy<Type extends SaleEventType>(
  folds: Folds<Type>,
  sale: SaleRecord,
  event: EventOf<Type>,
  at: number,
): SaleRecord | undefined {
  const type: Type = event.type;
  return folds[type](sale, event, at);
}

type WithoutSaleId<Event> = Event extends JournalSaleEvent ? Omit<Event, 'saleId'> : never;

/** Returns a function that journals these events. The fold is the guard: an event that does not fit changes nothing. */
export function recorderOf<Type extends SaleEventType>(folds: Folds<Type>) {
  return (sale: SaleRecord, at: number, entry: WithoutSaleId<EventOf<Type>>): Step => {
    const { type, ...members } = entry;
    const event = { type, saleId: sale.saleId, ...members } as unknown as EventOf<Type>;
    const after = foldBy(folds, sale, event, at);
    return after === undefined ? unchanged(sale) : { sale: after, effects: [{ kind: 'journal', event }] };
  };
}

export function unchanged(sale: SaleRecord): Step {
  return { sale, effects: [] };
}

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

type Shown = 'sale.superseded' | 'sale.alarm-acknowledged' | 'sale.dismissed' | 'sale.settled' | 'sale.reopened';

/** Sale on display: superseded, alarm acknowledged, dismissed, settled, reopened. */
export const shownFolds: Folds<Shown> = {
  'sale.superseded': (sale) => (sale.superseded ? undefined : { ...sale, superseded: true }),
  'sale.alarm-acknowledged': (sale) =>
    sale.alarm && !sale.alarm.acknowledged ? { ...sale, alarm: { ...sale.alarm, acknowledged: true } } : undefined,
  'sale.dismissed': (sale) => (sale.dismissed ? undefined : { ...sale, dismissed: true }),
  'sale.settled': (sale) => (sale.settled ? undefined : { ...sale, settled: true }),
  'sale.reopened': (sale) => (sale.settled && sale.creation === 'known' ? { ...sale, settled: false } : undefined),
};

export const recordShown = recorderOf(shownFolds);

/** Reads a contradicted sale again. A sale that was settled stays open until the response. */
export function withDoubt(step: Step, at: number): Step {
  return withRead(andThen(step, (sale) => recordShown(sale, at, { type: 'sale.reopened' })));
}
