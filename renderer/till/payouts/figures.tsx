import type { BothKinds } from '../../../preload/contract/payouts.ts';
import { useWords } from '../../ui/use-words.ts';
import styles from './details.module.css';

/** Payments and refunds with their sums. */
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
