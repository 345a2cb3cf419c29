import { IconUser } from '@tabler/icons-react';
import { Button } from '../../ui/button.tsx';
import textStyles from '../../ui/text.module.css';
import { useWords } from '../../ui/use-words.ts';
import { useTill, useUi } from '../till-store.ts';
import styles from './who-is-here.module.css';

export function WhoIsHere() {
  const { t } = useWords();
  const name = useTill((till) => till.person?.name);
  const signsIn = useTill((till) => till.signsIn === true);
  const open = useUi((ui) => ui.signIn);
  const mayLock = useUi((ui) => ui.mayLock);
  if (signsIn)
    return (
      <Button
        kind="plain"
        className={styles.who}
        aria-label={name === undefined ? undefined : t('people.here', { name })}
        onClick={() => mayLock() && open(true)}
      >
        <IconUser aria-hidden="true" size={24} stroke={1.75} />
        <span className={styles.name} data-cut>
          {name ?? t('people.sign-in')}
        </span>
      </Button>
    );
  if (name === undefined) return null;
  return (
    <p className={styles.who}>
      <IconUser aria-hidden="true" size={24} stroke={1.75} />
      <span className={textStyles.unseen}>{t('people.here', { name })}</span>
      <span className={styles.name} data-cut aria-hidden="true">
        {name}
      </span>
    </p>
  );
}
