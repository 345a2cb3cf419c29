import type { ErrorCode } from '../base/error-codes.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { TillError } from '../base/till-error.ts';
import type { Actor } from '../domain/events.ts';

export interface Permission {
  /** Refund limit without a manager, cents: per payment, and per till and day. Absent: no PIN, so no limit. */
  readonly limit?: number | undefined;
  /** Approved by a manager: with a PIN for this refund only, or by being signed in. */
  readonly byManager: boolean;
  readonly manager?: Actor | undefined;
}

/** Returns the refund limit of the counter, cents. With a PIN, the limit is 0 until a manager raises it. */
export function refundLimit({ pinSet, refundPinAbove }: CounterLimit): number | undefined {
  return pinSet ? (refundPinAbove ?? 0) : undefined;
}

interface CounterLimit {
  readonly pinSet: boolean;
  readonly refundPinAbove: number | undefined;
}

/** `counted`: the journal holds other tills' refunds of the payment; `unknown`: the service's list was unavailable. */
export type OtherTills = 'counted' | 'unknown';

/** Cents refunded before, for certain or perhaps. */
export interface SpentBefore {
  /** Cents of this payment, from all tills, with or without a manager. */
  readonly ofPayment: number;
  /** Cents of all payments, refunded by this till in the last day without a manager. */
  readonly inADay: number;
}

/** Reason for asking a manager: no refund is free, or the limit of the payment or of the day is used up. */
type WhyManager = 'always' | 'payment' | 'day';

/** Cents that may be refunded without a manager, and the applicable limit. */
export interface FreeRefund {
  readonly cents: number;
  readonly why: WhyManager;
}

/** Returns the part of a payment refundable without a manager; undefined if no manager is needed. Pure. */
export function refundableWithoutManager(
  { ofPayment, inADay }: SpentBefore,
  { limit, byManager }: Permission,
): FreeRefund | undefined {
  if (byManager || limit === undefined) return undefined;
  const cents = Math.max(0, limit - Math.max(ofPayment, inADay));
  if (limit === 0) return { cents, why: 'always' };
  return { cents, why: ofPayment >= inADay ? 'payment' : 'day' };
}

export interface RequestedRefund {
  readonly amount: number;
  /** Paid amount, cents. */
  readonly paid: number;
  readonly spent: SpentBefore;
  readonly otherTills: OtherTills;
  /** The service's time is known: setting this machine's clock cannot renew the limit of the day. */
  readonly timeKnown: boolean;
  /** The keychain holds the journal's position: cutting refunds off the journal cannot renew the limit of the day. */
  readonly anchored: boolean;
}

/**
 * Checks a refund against the limits: all refunds of the payment count together, from all tills, and all refunds of
 * this till in a day. Unknown refunds may amount to the whole payment. Throws `TillError` `pin.required` or `pin.day`,
 * or, retryable, `pin.elsewhere`, `pin.time` or `pin.keychain`. Pure.
 */
export function requirePermission(
  { amount, paid, spent, otherTills, timeKnown, anchored }: RequestedRefund,
  permission: Permission,
): void {
  const free = refundableWithoutManager(spent, permission);
  if (free === undefined) return;
  const { limit = 0 } = permission;
  if (amount > free.cents) {
    if (free.why !== 'day') throw refusal('pin.required', "Refund of this amount requires the manager's PIN");
    throw refusal('pin.day', 'Daily refund limit without a manager reached', { maximum: limit });
  }
  if (otherTills === 'unknown' && paid > limit)
    throw unknownNow('pin.elsewhere', 'Refunds of this payment by other tills unknown');
  if (!timeKnown) throw unknownNow('pin.time', "Total of today's refunds unknown without the time");
  if (!anchored) throw unknownNow('pin.keychain', 'Position of the journal not stored in the keychain');
}

function refusal(code: ErrorCode, message: string, values?: Readonly<Record<string, number>>): TillError {
  return new TillError(code, message, { field: 'managerPin', ...omitUndefined({ values }) });
}

/** The missing fact may be known at the next click. */
function unknownNow(code: ErrorCode, message: string): TillError {
  return new TillError(code, message, { field: 'managerPin', retryable: true });
}
