import { TillError } from '../base/till-error.ts';
import { isSpent, type RefundRecord } from '../journal/refund-record.ts';

/** What whoever is at the till may refund. */
export interface Permission {
  /** Cents of one payment that go back without a manager; absent: all of it. */
  readonly limit?: number | undefined;
  /** A manager allows it: with a PIN for this one refund, or by being at the till. */
  readonly byManager: boolean;
}

/** The refunds of a payment that count: those that took money or may still take it. */
type Counted = Pick<RefundRecord, 'stage' | 'amount'>;

/** Cents of a payment that can still go back without a manager; undefined: no manager is needed for any of it. Pure. */
export function refundableWithoutManager(
  refunds: readonly Counted[],
  { limit, byManager }: Permission,
): number | undefined {
  if (byManager || limit === undefined) return undefined;
  const before = refunds.filter(isSpent).reduce((total, { amount }) => total + amount, 0);
  return Math.max(0, limit - before);
}

/** What is being decided about: so many cents of a payment, beside its other refunds. */
export interface RequestedRefund {
  readonly amount: number;
  /** Cents that were paid. */
  readonly paid: number;
  readonly refunds: readonly Counted[];
  /** Whether refunds made at other tills are among them; `unknown` when the service's list could not be had. */
  readonly elsewhere: 'counted' | 'unknown';
}

/**
 * Refuses a refund that needs a manager: many small ones of a payment as one large one, whichever till made them. Where
 * those of other tills could not be learned, they may be all of the payment. Throws TillError `pin.required` or
 * `pin.elsewhere`. Pure.
 */
export function requirePermission({ amount, paid, refunds, elsewhere }: RequestedRefund, permission: Permission): void {
  const free = refundableWithoutManager(refunds, permission);
  if (free === undefined) return;
  if (amount > free)
    throw new TillError('pin.required', "A refund of this size asks for the manager's PIN", { field: 'managerPin' });
  if (elsewhere === 'unknown' && permission.limit !== undefined && paid > permission.limit)
    throw new TillError('pin.elsewhere', 'Refunds of this payment at other tills are not known', {
      field: 'managerPin',
    });
}
