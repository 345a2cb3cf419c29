import type { Problem } from './events.ts';
import type { Payment } from './payment-service.ts';
import { onCreated, onSeen } from './payment-transitions.ts';
import { onAcknowledged, onAcknowledgeRefused } from './sale-acknowledge.ts';
import { onCancelAccepted, onCancelAsked, onCancelOpen, onChargedAgain } from './sale-cancel.ts';
import { recordCreation } from './sale-creation.ts';
import { recordShown, type Step, unchanged, withDoubt } from './sale-effects.ts';
import { onUnreadable } from './sale-moves.ts';
import type { SaleRecord } from './sale-record.ts';

export type SaleEvent =
  | {
      readonly type: 'created';
      readonly payment: Payment;
      readonly via: 'create' | 'search';
      readonly leftOut?: string | undefined;
    }
  | { readonly type: 'creation-unknown'; readonly problem: Problem }
  | { readonly type: 'creation-refused'; readonly problem: Problem }
  /** Absent from every search until the request could no longer arrive. */
  | { readonly type: 'creation-absent' }
  | { readonly type: 'seen'; readonly payment: Payment; readonly via: 'read' | 'callback' | 'search' }
  | { readonly type: 'unreadable'; readonly problem: Problem }
  | { readonly type: 'cancel-asked'; readonly by?: 'register' | undefined }
  | { readonly type: 'cancel-accepted' }
  | { readonly type: 'cancel-refused'; readonly problem: Problem }
  | { readonly type: 'cancel-unknown' }
  | { readonly type: 'acknowledged' }
  | { readonly type: 'acknowledge-refused'; readonly problem: Problem }
  | { readonly type: 'superseded'; readonly by: string }
  /** The till charges again while the older payment could still be paid. */
  | { readonly type: 'charged-again' }
  | { readonly type: 'alarm-acknowledged' }
  | { readonly type: 'dismissed' }
  /** A single response takes a paid sale back. */
  | { readonly type: 'contradicted' }
  | { readonly type: 'settled' };

/** Time of an event by the till's clock, and by the service's as far as known (ms since the epoch). */
interface Moment {
  readonly at: number;
  readonly serviceNow: number;
}

/**
 * Returns the sale after the event, and the effects. Pure. The next request to the service follows from the sale alone,
 * so that a restart after a crash sends the same request.
 */
export function next(sale: SaleRecord, event: SaleEvent, moment: Moment): Step {
  const { at } = moment;
  switch (event.type) {
    case 'created':
      return onCreated(sale, { ...moment, payment: event.payment, via: event.via }, event.leftOut);
    case 'seen':
      return onSeen(sale, { ...moment, payment: event.payment, via: event.via });
    case 'creation-unknown':
      return recordCreation(sale, at, { type: 'sale.creation-unknown', problem: event.problem });
    case 'creation-refused':
      return recordCreation(sale, at, { type: 'sale.creation-refused', problem: event.problem });
    case 'creation-absent':
      return recordCreation(sale, at, { type: 'sale.creation-absent' });
    case 'unreadable':
      return onUnreadable(sale, at, event.problem);
    case 'cancel-asked':
      return onCancelAsked(sale, at, event.by);
    case 'cancel-accepted':
      return onCancelAccepted(sale, at);
    case 'cancel-refused':
      return onCancelOpen(sale, at, event.problem);
    case 'cancel-unknown':
      return onCancelOpen(sale, at, undefined);
    case 'acknowledged':
      return onAcknowledged(sale, at);
    case 'acknowledge-refused':
      return onAcknowledgeRefused(sale, at, event.problem);
    case 'superseded':
      return recordShown(sale, at, { type: 'sale.superseded', by: event.by });
    case 'charged-again':
      return onChargedAgain(sale, at);
    case 'alarm-acknowledged':
      return recordShown(sale, at, { type: 'sale.alarm-acknowledged' });
    case 'dismissed':
      return recordShown(sale, at, { type: 'sale.dismissed' });
    case 'contradicted':
      return withDoubt(unchanged(sale), at);
    case 'settled':
      return recordShown(sale, at, { type: 'sale.settled' });
  }
}
