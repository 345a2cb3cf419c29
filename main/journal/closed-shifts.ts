import { given } from '../base/given.ts';
import type { Database } from './database.ts';
import { begunsOf } from './tampering.ts';

/** A shift that was closed, and when (ms since the epoch), where that is known. */
export interface ClosedShift {
  readonly number: number;
  readonly to?: number | undefined;
}

export function lastClosed(closed: readonly (ClosedShift | undefined)[]): ClosedShift | undefined {
  return closed.reduce((last, one) => (one !== undefined && isLater(one, last) ? one : last), undefined);
}

function isLater(one: ClosedShift, other: ClosedShift | undefined): boolean {
  if (other === undefined || one.number !== other.number) return one.number > (other?.number ?? 0);
  return other.to === undefined;
}

/** Shifts that were closed before a journal last began, as far as it knows; `seq`: that beginning. */
export function shiftsBefore(database: Database): (ClosedShift & { readonly seq: number }) | undefined {
  const begun = begunsOf(database).findLast(({ event }) => event.lastShift !== undefined);
  if (begun?.event.lastShift === undefined) return undefined;
  return { number: begun.event.lastShift, seq: begun.row.seq, ...given({ to: begun.event.lastShiftTo }) };
}
