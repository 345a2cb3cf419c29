import { TillError } from '../base/till-error.ts';
import { isSpent, type RefundRecord } from '../journal/refund-record.ts';

/** What the person at the till may refund. */
export interface Permission {
  /** Cents of one payment that may be refunded without a manager; absent: all of it. */
  readonly limit?: number | undefined;
  /** A manager allows it: with a PIN for this one refund, or by being signed in. */
  readonly byManager: boolean;
}

type OtherRefund = Pick<RefundRecord, 'stage' | 'amount'>;

/** Whether refunds that other tills made of a payment are in the journal; `unknown`: the service's list could not be had. */
export type OtherTills = 'counted' | 'unknown';

/** Cents of a payment that may still be refunded without a manager; undefined: no manager is needed. Pure. */
export function refundableWithoutManager(
  refunds: readonly OtherRefund[],
  { limit, byManager }: Permission,
): number | undefined {
  if (byManager || limit === undefined) return undefined;
  const before = refunds.filter(isSpent).reduce((total, { amount }) => total + amount, 0);
  return Math.max(0, limit - before);
}

/** A refund that somebody asks for. */
export interface RequestedRefund {
  readonly amount: number;
  /** Cents that were paid. */
  readonly paid: number;
  /** The payment's other refunds. */
  readonly refunds: readonly OtherRefund[];
  readonly otherTills: OtherTills;
}

/**
 * Refuses a refund that needs a manager. All refunds of a payment count together, whichever till made them, so that many
 * small ones do not pass the limit. Where those of other tills are not known, they may be all of the payment. Throws
 * TillError `pin.required` or `pin.elsewhere`. Pure.
 */
export function requirePermission(
  { amount, paid, refunds, otherTills }: RequestedRefund,
  permission: Permission,
): void {
  const free = refundableWithoutManager(refunds, permission);
  if (free === undefined) return;
  if (amount > free)
    throw new TillError('pin.required', "A refund of this size asks for the manager's PIN", { field: 'managerPin' });
  if (otherTills === 'unknown' && permission.limit !== undefined && paid > permission.limit)
    throw new TillError('pin.elsewhere', 'Refunds of this payment at other tills are not known', {
      field: 'managerPin',
    });
}
