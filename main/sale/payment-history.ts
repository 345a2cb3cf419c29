import type { HistoryStep, HistoryWhat } from '../../preload/contract/payments.ts';
import { given } from '../base/given.ts';
import type { Actor, JournalEvent, RecordedEvent } from '../domain/events.ts';

type What = Omit<HistoryStep, 'seq' | 'at'>;

/** What happened to a payment, as its details list it: what tells a person nothing is left out. */
export function historyOf(events: readonly RecordedEvent[]): readonly HistoryStep[] {
  const amounts = new Map<string, number>();
  return events.flatMap(({ seq, at, event }) => {
    const key = 'wish' in event ? event.wish : 'refundKey' in event ? event.refundKey : undefined;
    if (key !== undefined && 'amount' in event) amounts.set(key, event.amount);
    const what = whatOf(event);
    if (what === undefined) return [];
    return [{ seq, at, ...what, ...given({ amount: amounts.get(key ?? '') }) }];
  });
}

/** False where damage took the first event from the journal. */
export function isWhole(events: readonly RecordedEvent[]): boolean {
  const first = events[0]?.event.type;
  return first === 'sale.intent' || first === 'sale.imported';
}

function whatOf(event: JournalEvent): What | undefined {
  switch (event.type) {
    case 'sale.intent':
      return { what: 'charged', ...byOf(event.by) };
    case 'sale.imported':
      return { what: 'found', stage: event.stage, status: event.status };
    case 'sale.created':
      return { what: 'created' };
    case 'sale.creation-unknown':
      return { what: 'creation-unknown' };
    case 'sale.creation-refused':
      return { what: 'creation-refused' };
    case 'sale.creation-absent':
      return { what: 'creation-absent' };
    case 'sale.moved':
      return { what: 'moved', stage: event.stage, status: event.status };
    case 'sale.unreadable':
      return { what: 'unreadable' };
    case 'sale.mismatch':
      return { what: 'mismatch' };
    case 'sale.cancel-asked':
      return { what: event.by === 'till' ? 'cancel-asked-by-till' : 'cancel-asked' };
    case 'sale.cancel-answered':
      return { what: `cancel-${event.outcome}` };
    case 'sale.acknowledged':
      return { what: 'acknowledged' };
    case 'sale.acknowledge-refused':
      return { what: 'acknowledge-refused' };
    case 'sale.superseded':
      return { what: 'superseded' };
    case 'sale.alarm-acknowledged':
      return { what: 'alarm-acknowledged' };
    case 'sale.dismissed':
      return { what: 'left' };
    // One that comes to something is told by its intent.
    case 'refund.given-up':
      return { what: 'refund-given-up' };
    case 'refund.intent':
      return { what: 'refund-begun', ...byOf(event.by ?? event.allowedBy) };
    case 'refund.imported':
      return { what: 'refund-found' };
    case 'refund.unanswered':
      return { what: 'refund-unanswered' };
    case 'refund.refused':
      return { what: 'refund-refused' };
    case 'refund.answered':
      return { what: `refund-${event.stage}`, ...given({ status: event.status }) };
    case 'refund.unsettled':
      return { what: 'refund-unsettled' };
    case 'refund.settled':
      return { what: `refund-${event.decision}` };
    case 'act': {
      const what = ACTS.get(event.act);
      return what && { what, ...byOf(event.by) };
    }
    default:
      return undefined;
  }
}

/** What is done with a payment besides selling and refunding it. */
const ACTS: ReadonlyMap<string, HistoryWhat> = new Map([
  ['refund-iban-read', 'iban-read'],
  ['refund-iban-copied', 'iban-copied'],
  ['refund-iban-shown', 'iban-shown'],
]);

function byOf(by: Actor | undefined): Pick<What, 'by'> {
  if (by === undefined) return {};
  return { by: { role: by.role, ...given({ name: by.name }) } };
}
