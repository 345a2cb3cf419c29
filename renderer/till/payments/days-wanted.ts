import { MOST_DAYS } from '../../../preload/contract/payments.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { dayOf, startOf } from '../form/day-text.ts';

/** Days such as 2026-11-20 in this machine's time, both included; empty: open on that side. */
export interface DaysWanted {
  readonly from: string;
  readonly to: string;
}

export interface DaysFault {
  readonly field: keyof DaysWanted;
  readonly error: ErrorView;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** A week with today in it: what the service is asked for where nobody chose other days. */
export function thisWeek(now: number): DaysWanted {
  return { from: dayOf(startOf(dayOf(now), -6)), to: dayOf(now) };
}

/** Why these days cannot be looked through. `all`: the service is asked, which takes both ends. */
export function daysFault({ from, to }: DaysWanted, all: boolean, now: number): DaysFault | undefined {
  const today = dayOf(now);
  if (from > today) return fault('from', 'range.future');
  if (to > today) return fault('to', 'range.future');
  if (all && from === '') return fault('from', 'range.both-ends');
  if (all && to === '') return fault('to', 'range.both-ends');
  if (from === '' || to === '') return undefined;
  if (to < from) return fault('to', 'range.order');
  const days = Math.round((startOf(to, 1) - startOf(from)) / DAY_MS);
  return all && days > MOST_DAYS ? fault('from', 'range.too-long', { max: MOST_DAYS, days }) : undefined;
}

/** From the first moment of the first day to before the end of the last, ms since the epoch. */
export function timesOf({ from, to }: DaysWanted): { readonly from?: number; readonly before?: number } {
  return { ...(from === '' ? {} : { from: startOf(from) }), ...(to === '' ? {} : { before: startOf(to, 1) }) };
}

function fault(field: keyof DaysWanted, code: string, values: Record<string, number> = {}): DaysFault {
  return { field, error: { code, message: code, retryable: false, values } };
}
