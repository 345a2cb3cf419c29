import type { ErrorCode } from '../base/error-codes.ts';
import { given } from '../base/given.ts';
import { TillError } from '../base/till-error.ts';
import type { Actor } from '../domain/events.ts';

export interface Permission {
  /**
   * Cents without a manager: of one payment, and by this till in a day. Absent: there is no PIN, everybody is a
   * manager.
   */
  readonly limit?: number | undefined;
  /** A manager allows it: with a PIN for this one refund, or by being signed in. */
  readonly byManager: boolean;
  readonly manager?: Actor | undefined;
}

/**
 * The limit of a counter, in cents. Where a PIN is set, nothing goes back without a manager until one has raised it.
 */
export function refundLimit({ pinSet, refundPinAbove }: CounterLimit): number | undefined {
  return pinSet ? (refundPinAbove ?? 0) : undefined;
}

interface CounterLimit {
  readonly pinSet: boolean;
  readonly refundPinAbove: number | undefined;
}

/** Refunds that other tills made of a payment are in the journal; `unknown`: the service's list could not be had. */
export type OtherTills = 'counted' | 'unknown';

/** Cents that went back before, or may have. */
export interface SpentBefore {
  /** Cents of this payment, whichever till refunded them and whoever allowed it. */
  readonly ofPayment: number;
  /** Cents of any payment, by this till in the last day, without a manager. */
  readonly inADay: number;
}

/** The reason to ask a manager: no refund is free here, or the limit of the payment or that of the day is used up. */
export type WhyManager = 'always' | 'payment' | 'day';

/** Cents that may be refunded without a manager, and what keeps them from being more. */
export interface FreeRefund {
  readonly cents: number;
  readonly why: WhyManager;
}

/** The part of a payment that may still be refunded without a manager; undefined: none is needed. Pure. */
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
  /** Cents that were paid. */
  readonly paid: number;
  readonly spent: SpentBefore;
  readonly otherTills: OtherTills;
  /** The service's time is known now, so that nobody makes a new day by setting this machine's clock. */
  readonly timeKnown: boolean;
  /** The keychain knows how far the journal is, so that nobody makes a new day by cutting refunds off it. */
  readonly anchored: boolean;
}

/**
 * All refunds of a payment count together, whichever till made them, and all of this till in a day. Those that are not
 * known may be all of it. Throws TillError `pin.required` or `pin.day`, or, retryable, `pin.elsewhere`, `pin.time` or
 * `pin.keychain`. Pure.
 */
export function requirePermission(
  { amount, paid, spent, otherTills, timeKnown, anchored }: RequestedRefund,
  permission: Permission,
): void {
  const free = refundableWithoutManager(spent, permission);
  if (free === undefined) return;
  const { limit = 0 } = permission;
  if (amount > free.cents) {
    if (free.why !== 'day') throw refusal('pin.required', "A refund of this size asks for the manager's PIN");
    throw refusal('pin.day', 'This till has refunded as much as it may in a day without a manager', { maximum: limit });
  }
  if (otherTills === 'unknown' && paid > limit)
    throw unknownNow('pin.elsewhere', 'Refunds of this payment at other tills are not known');
  if (!timeKnown) throw unknownNow('pin.time', 'How much was refunded today cannot be told without the time');
  if (!anchored) throw unknownNow('pin.keychain', 'The keychain would not miss this refund in the journal');
}

function refusal(code: ErrorCode, message: string, values?: Readonly<Record<string, number>>): TillError {
  return new TillError(code, message, { field: 'managerPin', ...given({ values }) });
}

/** It may be known again at the next press. */
function unknownNow(code: ErrorCode, message: string): TillError {
  return new TillError(code, message, { field: 'managerPin', retryable: true });
}
