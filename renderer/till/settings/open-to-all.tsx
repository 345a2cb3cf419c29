import { useWords } from '../../ui/use-words.ts';
import { useTill } from '../till-store.ts';
import styles from './open-to-all.module.css';

/** Says, whichever part is open, that nobody is kept from anything. */
export function OpenToAll() {
  const { t } = useWords();
  const isOpen = useTill((till) => !till.terminal.pinSet);
  return isOpen ? <p className={styles.open}>{t('people.open')}</p> : null;
}
