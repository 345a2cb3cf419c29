import { omitUndefined } from '../base/omit-undefined.ts';
import type { Database } from './database.ts';
import { begunsOf } from './tampering.ts';

/** A closed shift, with its end (ms since the epoch) if known. */
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

/** `seq`: the event `journal.begun` that names the shift. */
export function shiftsBefore(database: Database): (ClosedShift & { readonly seq: number }) | undefined {
  const begun = begunsOf(database).findLast(({ event }) => event.lastShift !== undefined);
  if (begun?.event.lastShift === undefined) return undefined;
  return { number: begun.event.lastShift, seq: begun.row.seq, ...omitUndefined({ to: begun.event.lastShiftTo }) };
}
