import { Button } from '../../ui/button.tsx';
import { useWords } from '../../ui/use-words.ts';
import { useTill } from '../till-store.ts';
import styles from './quick-amounts.module.css';

/** The counter's quick amounts, if it has any. */
export function QuickAmounts({ press }: { press(cents: number): void }) {
  const { t, money } = useWords();
  const amounts = useTill((till) => till.counter.quickAmounts);
  if (amounts.length === 0) return null;
  return (
    <fieldset className={styles.amounts} aria-label={t('sale.quick')}>
      {amounts.map((cents) => (
        <Button key={cents} className={styles.amount} keepsFocus onClick={() => press(cents)}>
          {money(cents)}
        </Button>
      ))}
    </fieldset>
  );
}
