import type { PayoutsOverview } from '../../../preload/contract/payouts.ts';
import { useWords } from '../../ui/use-words.ts';
import styles from './details.module.css';

/** What of the days belongs to which closed shift of this till. */
export function ShiftSums({ shifts }: Pick<PayoutsOverview, 'shifts'>) {
  const { t, money } = useWords();
  if (!shifts.some(({ number }) => number > 0)) return null;
  return (
    <details className={styles.more}>
      <summary>{t('payouts.by-shift')}</summary>
      <table aria-label={t('payouts.by-shift')}>
        <tbody>
          {shifts.map(({ number, payments, refunds }) => (
            <tr key={number}>
              <th scope="row">{number === 0 ? t('payouts.shift.none') : t('payouts.shift', { number })}</th>
              <td>{t('payouts.payments', { count: payments.count })}</td>
              <td>{money(payments.cents)}</td>
              <td>{t('payouts.refunds', { count: refunds.count })}</td>
              <td>{money(-refunds.cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
