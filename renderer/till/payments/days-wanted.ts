import { MOST_DAYS } from '../../../preload/contract/search-range.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { dayOf, startOf } from '../form/day-text.ts';
import { fault } from '../form/field-fault.ts';

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

/** Why these days cannot be looked through, here or at the service, which takes both ends. */
export function daysFault({ from, to }: DaysWanted, where: 'till' | 'all', now: number): DaysFault | undefined {
  const today = dayOf(now);
  if (from > today) return { field: 'from', error: fault('range.future') };
  if (to > today) return { field: 'to', error: fault('range.future') };
  if (where === 'all' && from === '') return { field: 'from', error: fault('range.both-ends') };
  if (where === 'all' && to === '') return { field: 'to', error: fault('range.both-ends') };
  if (from === '' || to === '') return undefined;
  if (to < from) return { field: 'to', error: fault('range.order') };
  const days = Math.round((startOf(to, 1) - startOf(from)) / DAY_MS);
  if (where === 'till' || days <= MOST_DAYS) return undefined;
  return { field: 'from', error: fault('range.too-long', { max: MOST_DAYS, days }) };
}

/** From the first moment of the first day to before the end of the last, ms since the epoch. */
export function timesOf({ from, to }: DaysWanted) {
  return { from: from === '' ? undefined : startOf(from), before: to === '' ? undefined : startOf(to, 1) };
}
