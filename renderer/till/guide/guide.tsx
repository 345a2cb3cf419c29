import { useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import textStyles from '../../ui/text.module.css';
import { useElapsed } from '../../ui/use-now.ts';
import { useWords } from '../../ui/use-words.ts';
import { LanguageSwitch } from '../layout/language-switch.tsx';
import { useStoredSettings } from '../settings/use-stored-settings.ts';
import { useTill, useUi } from '../till-store.ts';
import styles from './guide.module.css';
import { GuideForm } from './guide-form.tsx';

export function Guide() {
  const { t, error } = useWords();
  const role = useTill((till) => till.role);
  const guide = useUi((ui) => ui.guide);
  const { read, refused } = useStoredSettings();
  const waited = useElapsed(read === undefined && refused === undefined);
  // Nobody may go on here whose session has ended.
  useEffect(() => {
    if (role === 'cashier') guide(false);
  }, [role, guide]);
  return (
    <main className={styles.guide}>
      <header className={styles.head}>
        <h1>{t('guide.title')}</h1>
        <LanguageSwitch />
      </header>
      {read !== undefined && <GuideForm stored={read.stored} trouble={refused} />}
      {read === undefined && (
        <div className={styles.message}>
          <p className={textStyles.sentence}>{refused ? error(refused) : waited > 300 && t('settings.reading')}</p>
          {refused && <Button onClick={() => guide(false)}>{t('guide.back')}</Button>}
        </div>
      )}
    </main>
  );
}
