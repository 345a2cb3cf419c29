import type { Problem } from './events.ts';
import type { Payment } from './payment-service.ts';
import { onCreated, onSeen } from './payment-transitions.ts';
import { hasEnded, isElsewhere, type SaleRecord } from './sale-record.ts';
import { andThen, record, type Step, unchanged, withRead } from './sale-step.ts';

/** What can happen to a sale, whoever caused it. */
export type SaleEvent =
  | { readonly type: 'created'; readonly payment: Payment; readonly via: 'create' | 'search' }
  | { readonly type: 'creation-unknown'; readonly problem: Problem }
  | { readonly type: 'creation-refused'; readonly problem: Problem }
  /** Searched for until the request could no longer arrive, and not found. */
  | { readonly type: 'creation-absent' }
  | { readonly type: 'seen'; readonly payment: Payment; readonly via: 'read' | 'callback' | 'search' }
  /** The answer to a read did not tell what became of the payment. */
  | { readonly type: 'unreadable'; readonly problem: Problem }
  | { readonly type: 'cancel-asked' }
  | { readonly type: 'cancel-accepted' }
  | { readonly type: 'cancel-refused'; readonly problem: Problem }
  | { readonly type: 'cancel-unknown' }
  | { readonly type: 'acknowledged' }
  | { readonly type: 'acknowledge-refused'; readonly problem: Problem }
  | { readonly type: 'superseded'; readonly by: string }
  /** This till charges anew while the payment could still be paid beside it. */
  | { readonly type: 'charged-again' }
  | { readonly type: 'alarm-acknowledged' }
  | { readonly type: 'dismissed' }
  | { readonly type: 'settled' };

/** When it happens: the till's clock, and the service's as far as it is known (ms since the epoch). */
export interface Moment {
  readonly at: number;
  readonly serviceNow: number;
}

/**
 * The sale after an event, and what is to be done about it. Pure. What to ask the service next is not decided here:
 * `nextTask` derives that from the record alone, so that it is the same after a crash.
 */
export function next(sale: SaleRecord, event: SaleEvent, moment: Moment): Step {
  const { at } = moment;
  switch (event.type) {
    case 'created':
      return onCreated(sale, { ...moment, payment: event.payment, via: event.via });
    case 'seen':
      return onSeen(sale, { ...moment, payment: event.payment, via: event.via });
    case 'creation-unknown':
      if (sale.creation !== 'sending') return unchanged(sale);
      return record(sale, at, { type: 'sale.creation-unknown', problem: event.problem });
    case 'creation-refused':
      if (sale.creation !== 'sending') return unchanged(sale);
      return record(sale, at, { type: 'sale.creation-refused', problem: event.problem });
    case 'creation-absent':
      if (sale.creation !== 'unknown') return unchanged(sale);
      return record(sale, at, { type: 'sale.creation-absent' });
    case 'unreadable':
      if (sale.creation !== 'known' || hasEnded(sale)) return unchanged(sale);
      if (sale.stage === 'unknown' && sale.problem?.code === event.problem.code) return unchanged(sale);
      return record(sale, at, { type: 'sale.unreadable', problem: event.problem });
    case 'cancel-asked':
      return onCancelAsked(sale, at);
    case 'cancel-accepted':
      return onCancelAccepted(sale, at);
    case 'cancel-refused':
      if (sale.creation !== 'known' || sale.cancelDue !== 'send') return unchanged(sale);
      // An end that is known already is no news to anybody.
      if (hasEnded(sale) && sale.progress === 4)
        return record(sale, at, { type: 'sale.cancel-answered', outcome: 'dropped' });
      return withRead(record(sale, at, { type: 'sale.cancel-answered', outcome: 'refused', problem: event.problem }));
    case 'cancel-unknown':
      if (sale.creation !== 'known' || sale.cancelDue !== 'send') return unchanged(sale);
      return withRead(record(sale, at, { type: 'sale.cancel-answered', outcome: 'unknown' }));
    case 'acknowledged':
      if (sale.acknowledge !== 'due') return unchanged(sale);
      return withRead(record(sale, at, { type: 'sale.acknowledged' }));
    case 'acknowledge-refused':
      if (sale.acknowledge !== 'due') return unchanged(sale);
      return withRead(record(sale, at, { type: 'sale.acknowledge-refused', problem: event.problem }));
    case 'superseded':
      if (sale.superseded) return unchanged(sale);
      return record(sale, at, { type: 'sale.superseded', by: event.by });
    case 'charged-again':
      return onChargedAgain(sale, at);
    case 'alarm-acknowledged':
      if (sale.alarm === undefined || sale.alarm.acknowledged) return unchanged(sale);
      return record(sale, at, { type: 'sale.alarm-acknowledged' });
    case 'dismissed':
      return sale.dismissed ? unchanged(sale) : record(sale, at, { type: 'sale.dismissed' });
    case 'settled':
      return sale.settled ? unchanged(sale) : record(sale, at, { type: 'sale.settled' });
  }
}

function onCancelAsked(sale: SaleRecord, at: number): Step {
  if (hasEnded(sale) || sale.cancelDue !== 'no' || isElsewhere(sale)) return unchanged(sale);
  const asked = record(sale, at, { type: 'sale.cancel-asked', by: 'cashier' });
  // Only PENDING and IDENTIFIED can be cancelled (docs/service.md, States and transitions).
  if (sale.progress < 2) return asked;
  return andThen(asked, (now) => record(now, at, { type: 'sale.cancel-answered', outcome: 'too-late' }));
}

function onChargedAgain(sale: SaleRecord, at: number): Step {
  if (sale.creation !== 'known' || sale.stage === 'paid' || sale.cancel !== 'no') return unchanged(sale);
  return record(sale, at, { type: 'sale.cancel-asked', by: 'till' });
}

function onCancelAccepted(sale: SaleRecord, at: number): Step {
  if (sale.creation !== 'known') return unchanged(sale);
  const accepted = record(sale, at, { type: 'sale.cancel-answered', outcome: 'accepted' });
  if (hasEnded(sale)) return accepted;
  // A payment that is authorised cannot have been cancelled (docs/service.md, States and transitions): a read decides.
  if (sale.progress >= 2) return withRead(accepted);
  const end = { status: 'CANCELLED', stage: 'cancelled', ending: 'cashier' } as const;
  return andThen(accepted, (now) => record(now, at, { type: 'sale.moved', via: 'cancel', ...end }));
}
