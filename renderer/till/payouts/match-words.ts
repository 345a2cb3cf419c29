import type { MatchState, PayoutView, StateSum } from '../../../preload/contract/payouts.ts';
import type { Tone } from '../../ui/sale-stage.ts';

/** Red: to look at. Amber: not proven, or nobody can tell. Blue and grey need nobody. In the order of a list. */
const TONES: Readonly<Record<MatchState, Tone>> = {
  matched: 'green',
  'amount-differs': 'red',
  'outcome-differs': 'red',
  'missing-at-service': 'red',
  'missing-in-journal': 'red',
  'no-payment': 'red',
  'paid-out-twice': 'red',
  unverified: 'amber',
  'till-unknown': 'amber',
  unchecked: 'amber',
  'in-two-payouts': 'amber',
  'not-listed-yet': 'blue',
  'other-till': 'grey',
  'paid-out-again': 'grey',
};

export function toneOf(state: MatchState): Tone {
  return TONES[state];
}

function isDifference(state: MatchState): boolean {
  return TONES[state] === 'red';
}

export function counts(sums: readonly StateSum[]): { readonly differ: number; readonly match: number } {
  const total = (of: (sum: StateSum) => boolean) => sums.filter(of).reduce((count, sum) => count + sum.count, 0);
  return { differ: total(({ state }) => isDifference(state)), match: total(({ state }) => state === 'matched') };
}

export function isPayoutWrong(payout: PayoutView): boolean {
  return payout.status !== 'SUCCEEDED' || !payout.verified || !addsUp(payout);
}

export function addsUp({ told, listed, offCents }: PayoutView): boolean {
  return (
    offCents === 0 &&
    told.payments.count === listed.payments.count &&
    told.payments.cents === listed.payments.cents &&
    told.refunds.count === listed.refunds.count &&
    told.refunds.cents === listed.refunds.cents
  );
}

export function inOrder(sums: readonly StateSum[]): readonly { readonly state: MatchState; readonly count: number }[] {
  return (Object.keys(TONES) as MatchState[]).flatMap((state) => {
    const count = sums.filter((sum) => sum.state === state).reduce((total, sum) => total + sum.count, 0);
    return count === 0 ? [] : [{ state, count }];
  });
}
