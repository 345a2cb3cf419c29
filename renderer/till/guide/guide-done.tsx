import { IconCircleCheckFilled } from '@tabler/icons-react';
import textStyles from '../../ui/text.module.css';
import { useWords } from '../../ui/use-words.ts';
import { useTill } from '../till-store.ts';
import styles from './guide.module.css';

/** Everything is kept, and the terminal is what it was set up for. */
export function GuideDone() {
  const { t } = useWords();
  const { shopName, posId } = useTill((till) => till.terminal);
  return (
    <section className={styles.question}>
      <h2 className={styles.done} data-tone="green" tabIndex={-1}>
        <IconCircleCheckFilled aria-hidden="true" size={48} />
        {t('guide.done.title')}
      </h2>
      <p className={textStyles.sentence}>{t('guide.done.text', { shopName, posId })}</p>
    </section>
  );
}
