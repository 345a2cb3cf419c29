import type { SaleSummary } from '../../preload/contract/views.ts';
import type { FieldError } from '../base/field-errors.ts';
import type { TillError } from '../base/till-error.ts';
import type { RecoveryOutcome } from './recovery.ts';

/** One-time events; lasting states are read for each snapshot. Notices: main/windows/event-notices.ts. */
export type TillEvent =
  | { readonly type: 'provisioned'; readonly path: string }
  | { readonly type: 'provisioning-file-invalid'; readonly errors: readonly FieldError[] }
  | { readonly type: 'provisioning-failed'; readonly error: TillError }
  | { readonly type: 'provisioning-file-shredded' }
  | { readonly type: 'provisioning-refused'; readonly file: string }
  /** Replaces the previous list of other profiles' journals. */
  | { readonly type: 'other-journals'; readonly journals: readonly OtherJournal[] }
  | { readonly type: 'recovered'; readonly outcome: RecoveryOutcome }
  /** A parked sale has ended unpaid; a paid end raises an alarm instead. `amount` in cents. */
  | {
      readonly type: 'parked-sale-ended';
      readonly saleId: string;
      readonly amount: number;
      readonly reference: string;
      readonly stage: UnpaidEnd;
    }
  /** The service made a refund after a manager had closed it as not made. `amount` in cents. */
  | {
      readonly type: 'refund-made-after-all';
      readonly refundKey: string;
      readonly saleId: string;
      readonly amount: number;
      readonly reference: string;
    };

type UnpaidEnd = 'cancelled' | 'expired' | 'failed' | 'voided';

/** Another profile's journal with open payments or refunds. */
export interface OtherJournal {
  readonly folder: string;
  readonly environment: string;
  readonly profileId: string;
  /** Undefined for an unreadable journal. */
  readonly open: { readonly payments: number; readonly refunds: number } | undefined;
}

export type OnTillEvent = (event: TillEvent) => void;

/** Notifies the cashier of an unpaid end. A paid end has its own alarm, which must be acknowledged. */
export function notifyParkedEnd({ saleId, amount, reference, stage }: SaleSummary, onEvent: OnTillEvent): void {
  switch (stage) {
    case 'cancelled':
    case 'expired':
    case 'failed':
    case 'voided':
      onEvent({ type: 'parked-sale-ended', saleId, amount, reference, stage });
      return;
    default:
      return;
  }
}
