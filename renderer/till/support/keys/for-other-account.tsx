import { useWords } from '../../../ui/use-words.ts';
import styles from './keys-tab.module.css';

interface Props {
  readonly checked: boolean;
  change(checked: boolean): void;
}

/** Keys stay with the account that they are for; this one waits for the account that is saved next. */
export function ForOtherAccount({ checked, change }: Props) {
  const { t } = useWords();
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={checked} onChange={(event) => change(event.currentTarget.checked)} />
      {t('keys.for-other')}
    </label>
  );
}
