import type { ReactNode } from 'react';
import type { StateSum } from '../../../preload/contract/payouts.ts';
import { useWords } from '../../ui/use-words.ts';
import styles from './details.module.css';
import { MatchIcon } from './match-icon.tsx';
import { counts } from './match-words.ts';

interface Props {
  readonly sums: readonly StateSum[];
  /** What there is to say about the totals, as items of a list. */
  readonly children: ReactNode;
}

/** Whether what the service has is what the till has, in one sentence. */
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
