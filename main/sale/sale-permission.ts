import { TillError } from '../base/till-error.ts';
import { usualSale } from './usual-sale.ts';

export interface AskedSale {
  /** Cents. */
  readonly amount: number;
  /** The user was asked about exactly this amount and confirmed the charge. */
  readonly confirmed: boolean;
  /** Approved by a manager: with a PIN for this sale only, or by being signed in. */
  readonly byManager: boolean;
}

export interface SaleLimits {
  /** Cents. */
  readonly maximum: number;
  /** 0 switches the check for unusual amounts off. */
  readonly unusualFactor: number;
  /** Amounts of the last paid sales, newest first; called only where needed. */
  lastPaid(): readonly number[];
}

/**
 * Returns true if the sale needed a manager. Throws `TillError` `pin.maximum` without a manager's approval, and,
 * unconfirmed, `sale.above-maximum` (amount, maximum) or `sale.unusual` (amount, times, usual).
 */
export function requirePermission({ amount, confirmed, byManager }: AskedSale, limits: SaleLimits): boolean {
  const { maximum, unusualFactor } = limits;
  if (amount > maximum && !byManager)
    throw new TillError('pin.maximum', "Sale of this amount requires the manager's PIN", {
      field: 'managerPin',
      values: { amount, maximum },
    });
  if (confirmed) return amount > maximum;
  if (amount > maximum)
    throw new TillError('sale.above-maximum', 'Sale above the maximum without confirmation', {
      values: { amount, maximum },
    });
  const usual = unusualFactor === 0 ? undefined : usualSale(limits.lastPaid());
  if (usual !== undefined && amount > usual * unusualFactor)
    throw new TillError('sale.unusual', 'Unusually large sale without confirmation', {
      values: { amount, times: unusualFactor, usual },
    });
  return false;
}
