import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import textStyles from '../../ui/text.module.css';
import { useWords } from '../../ui/use-words.ts';
import { useUi } from '../till-store.ts';
import styles from './locked.module.css';

interface Props {
  readonly view: 'day' | 'payouts' | 'settings' | 'support';
  readonly children?: ReactNode;
}

/** Replaces a view after the manager's session has ended. */
export function Locked({ view, children }: Props) {
  const { t } = useWords();
  const unlock = useUi((ui) => ui.pin.unlock);
  return (
    <div className={styles.message} data-view={view}>
      {children}
      <p className={textStyles.sentence}>{t(`${view}.locked`)}</p>
      <Button kind="main" onClick={() => unlock(view)}>
        {t('unlock.confirm')}
      </Button>
    </div>
  );
}

export function MessageInstead({ text }: { readonly text: string | false }) {
  return (
    <div className={styles.message}>
      <p className={textStyles.sentence}>{text}</p>
    </div>
  );
}
