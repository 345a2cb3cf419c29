import type { Ask } from '../../../preload/contract/contract.ts';
import { type ListedState, listedState } from '../../../preload/contract/views.ts';
import { type DaysWanted, timesOf } from './days-wanted.ts';

const stateFilters = {
  paid: ['paid', 'partly-refunded'],
  refunded: ['refunded', 'partly-refunded'],
  'not-paid': ['cancelled', 'expired', 'failed', 'voided'],
  open: ['creating', 'waiting', 'scanned', 'authorised', 'unknown'],
} as const satisfies Readonly<Record<string, readonly ListedState[]>>;

export type StateFilter = keyof typeof stateFilters;

export const stateFilterNames = Object.keys(stateFilters) as readonly StateFilter[];

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

/** A word for a state, typed beside other text or alone, finds the payments in that state: "paid", or "paid Zoë". */
export function wantedPayments({ typed, filter, days }: Choice, words: StateWords): WantedPayments {
  const { text, states: named } = withoutStates(typed, words);
  const chosen: readonly ListedState[] = filter === undefined ? listedState.options : stateFilters[filter];
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

/** Longer words first: "partly refunded" is not "refunded", and "not paid" not "paid". */
function vocabulary({ state, filter }: StateWords): readonly (readonly [string, readonly ListedState[]])[] {
  const ofStates = listedState.options.map((name) => [state(name), likeState(name)] as const);
  const ofFilters = stateFilterNames.map((name) => [filter(name), stateFilters[name]] as const);
  return [...ofStates, ...ofFilters].sort(([one], [other]) => other.length - one.length);
}

function likeState(name: ListedState): readonly ListedState[] {
  return name === 'paid' || name === 'refunded' ? stateFilters[name] : [name];
}
