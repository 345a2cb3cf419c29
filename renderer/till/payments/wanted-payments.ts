import type { Ask } from '../../../preload/contract/contract.ts';
import { MOST_SEARCHED_DAYS } from '../../../preload/contract/limits.ts';
import type { ErrorView, ListedState } from '../../../preload/contract/views.ts';
import { dayOf, startOf } from '../../ui/form/day-text.ts';
import { fault } from '../../ui/form/field-fault.ts';

const stateFilters = {
  paid: ['paid', 'partly-refunded'],
  refunded: ['refunded', 'partly-refunded'],
  'not-paid': ['cancelled', 'expired', 'failed', 'voided'],
  open: ['creating', 'waiting', 'scanned', 'authorised', 'unknown'],
} as const satisfies Readonly<Record<string, readonly ListedState[]>>;

export type StateFilter = keyof typeof stateFilters;

export const stateFilterNames = Object.keys(stateFilters) as readonly StateFilter[];

const listedStates = [...new Set(Object.values(stateFilters).flat())];

export type WantedPayments = Omit<Ask<'payments.find'>, 'after' | 'limit'>;

interface Choice {
  readonly typed: string;
  readonly filter: StateFilter | undefined;
  readonly days: DaysWanted;
}

export interface StateWords {
  state(state: ListedState): string;
  filter(filter: StateFilter): string;
}

/** State names count as filters, alone or with other text: "paid", or "paid Zoë". */
export function wantedPayments({ typed, filter, days }: Choice, words: StateWords): WantedPayments {
  const { text, states: named } = withoutStates(typed, words);
  const chosen: readonly ListedState[] = filter === undefined ? listedStates : stateFilters[filter];
  const both = named?.filter((state) => chosen.includes(state)) ?? [];
  const states = both.length > 0 ? both : (named ?? (filter === undefined ? undefined : chosen));
  return { text, states: states && [...states], ...timesOf(days) };
}

function withoutStates(typed: string, words: StateWords) {
  let rest = ` ${typed.trim().split(/\s+/).join(' ')} `;
  const found: ListedState[] = [];
  for (const [word, states] of vocabulary(words)) {
    const at = rest.toLowerCase().indexOf(` ${word.toLowerCase()} `);
    if (at < 0) continue;
    rest = `${rest.slice(0, at)} ${rest.slice(at + word.length + 2)}`;
    found.push(...states);
  }
  return { text: rest.trim(), states: found.length === 0 ? undefined : found };
}

/** Longer names first: "partly refunded" is not "refunded", and "not paid" is not "paid". */
function vocabulary({ state, filter }: StateWords): readonly (readonly [string, readonly ListedState[]])[] {
  const ofStates = listedStates.map((name) => [state(name), likeState(name)] as const);
  const ofFilters = stateFilterNames.map((name) => [filter(name), stateFilters[name]] as const);
  return [...ofStates, ...ofFilters].sort(([one], [other]) => other.length - one.length);
}

function likeState(name: ListedState): readonly ListedState[] {
  return name === 'paid' || name === 'refunded' ? stateFilters[name] : [name];
}

/** Days such as 2026-11-20 in local time, both included; empty: open on this side. */
export interface DaysWanted {
  readonly from: string;
  readonly to: string;
}

export interface DaysFault {
  readonly field: keyof DaysWanted;
  readonly error: ErrorView;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The default of a search at the service. */
export function thisWeek(now: number): DaysWanted {
  return { from: dayOf(startOf(dayOf(now), -6)), to: dayOf(now) };
}

/** Why the days cannot be searched. The service needs both ends. */
export function daysFault({ from, to }: DaysWanted, where: 'till' | 'all', now: number): DaysFault | undefined {
  const today = dayOf(now);
  if (from > today) return { field: 'from', error: fault('range.future') };
  if (to > today) return { field: 'to', error: fault('range.future') };
  if (where === 'all' && from === '') return { field: 'from', error: fault('range.both-ends') };
  if (where === 'all' && to === '') return { field: 'to', error: fault('range.both-ends') };
  if (from === '' || to === '') return undefined;
  if (to < from) return { field: 'to', error: fault('range.order') };
  const days = Math.round((startOf(to, 1) - startOf(from)) / DAY_MS);
  if (where === 'till' || days <= MOST_SEARCHED_DAYS) return undefined;
  return { field: 'from', error: fault('range.too-long', { max: MOST_SEARCHED_DAYS, days }) };
}

/** ms since the epoch; the end is exclusive. */
function timesOf({ from, to }: DaysWanted) {
  return { from: from === '' ? undefined : startOf(from), before: to === '' ? undefined : startOf(to, 1) };
}
