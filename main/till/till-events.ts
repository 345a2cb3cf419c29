import type { FieldError } from '../base/field-errors.ts';
import type { TillError } from '../base/till-error.ts';
import type { RecoveryOutcome } from './recovery.ts';

/** Things that happen once; lasting ones are read at each snapshot. Notices: main/windows/event-notices.ts. */
export type TillEvent =
  | { readonly type: 'provisioned'; readonly path: string }
  | { readonly type: 'provisioning-file-invalid'; readonly errors: readonly FieldError[] }
  | { readonly type: 'provisioning-failed'; readonly error: TillError }
  | { readonly type: 'provisioning-file-shredded' }
  /** Somebody said no to a file that asked to set the terminal up anew. */
  | { readonly type: 'provisioning-refused'; readonly file: string }
  /** Replaces what was told of the journals of other profiles before. */
  | { readonly type: 'other-journals'; readonly journals: readonly OtherJournal[] }
  | { readonly type: 'recovered'; readonly outcome: RecoveryOutcome }
  /** A payment that the cashier had parked has ended, and not by being paid: that raises an alarm. `amount` in cents. */
  | {
      readonly type: 'parked-sale-ended';
      readonly saleId: string;
      readonly amount: number;
      readonly reference: string;
      readonly stage: UnpaidEnd;
    }
  /** A manager had closed this refund as not made, and the service made it after all. `amount` in cents. */
  | {
      readonly type: 'refund-made-after-all';
      readonly refundKey: string;
      readonly saleId: string;
      readonly amount: number;
      readonly reference: string;
    };

export type UnpaidEnd = 'cancelled' | 'expired' | 'failed' | 'voided';

/** A journal of another profile in which something is open. */
export interface OtherJournal {
  readonly folder: string;
  readonly environment: string;
  readonly profileId: string;
  /** Undefined where the journal cannot be read. */
  readonly open: { readonly payments: number; readonly refunds: number } | undefined;
}

export type OnTillEvent = (event: TillEvent) => void;
