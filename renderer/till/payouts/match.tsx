import { IconAlertTriangle, IconCircleCheck, IconClock, IconHelpCircle, IconPointFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { BothKinds, MatchState, PayoutView, StateSum } from '../../../preload/contract/payouts.ts';
import type { Tone } from '../../ui/sale-stage.tsx';
import { useWords } from '../../ui/use-words.ts';
import styles from './details.module.css';

interface Props {
  readonly sums: readonly StateSum[];
  readonly children: ReactNode;
}

export function Match({ sums, children }: Props) {
  const { t } = useWords();
  const { differ, match } = counts(sums);
  return (
    <div className={styles.match} role="status" aria-live="off" aria-label={t('payouts.match')}>
      <ul>
        {match > 0 && (
          <li data-tone="green">
            <MatchIcon tone="green" /> {t('payouts.match.ok', { count: match })}
          </li>
        )}
        {differ > 0 && (
          <li data-tone="red">
            <MatchIcon tone="red" /> {t('payouts.look', { count: differ })}
          </li>
        )}
        {match + differ === 0 && <li>{t('payouts.match.none')}</li>}
        {children}
      </ul>
    </div>
  );
}

export function Figures({ payments, refunds }: BothKinds) {
  const { t, money } = useWords();
  return (
    <dl className={styles.figures}>
      <dt>{t('count.payments', { count: payments.count })}</dt>
      <dd>{money(payments.cents)}</dd>
      <dt>{t('count.refunds', { count: refunds.count })}</dt>
      <dd>{money(-refunds.cents)}</dd>
    </dl>
  );
}

const ICONS = {
  green: IconCircleCheck,
  red: IconAlertTriangle,
  amber: IconHelpCircle,
  blue: IconClock,
  grey: IconPointFilled,
} as const;

export function MatchIcon({ tone, size = 24 }: { readonly tone: Tone; readonly size?: number }) {
  const Icon = ICONS[tone];
  return <Icon aria-hidden="true" size={size} stroke={2} />;
}

/** Red: needs a look. Amber: not proven or unknown. Blue and grey need no action. In the order of the list. */
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

export function addsUp({ stated, listed, offCents }: PayoutView): boolean {
  return (
    offCents === 0 &&
    stated.payments.count === listed.payments.count &&
    stated.payments.cents === listed.payments.cents &&
    stated.refunds.count === listed.refunds.count &&
    stated.refunds.cents === listed.refunds.cents
  );
}

export function inOrder(sums: readonly StateSum[]): readonly { readonly state: MatchState; readonly count: number }[] {
  return (Object.keys(TONES) as MatchState[]).flatMap((state) => {
    const count = sums.filter((sum) => sum.state === state).reduce((total, sum) => total + sum.count, 0);
    return count === 0 ? [] : [{ state, count }];
  });
}
