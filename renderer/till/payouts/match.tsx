import { IconAlertTriangle, IconCircleCheck, IconClock, IconHelpCircle, IconPointFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { BothKinds, StateSum } from '../../../preload/contract/payouts.ts';
import type { Tone } from '../../ui/sale-stage.ts';
import { useWords } from '../../ui/use-words.ts';
import styles from './details.module.css';
import { counts } from './match-words.ts';

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
      <dt>{t('payouts.payments', { count: payments.count })}</dt>
      <dd>{money(payments.cents)}</dd>
      <dt>{t('payouts.refunds', { count: refunds.count })}</dt>
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
