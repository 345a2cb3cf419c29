import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import textStyles from '../../ui/text.module.css';
import { useElapsed } from '../../ui/use-now.ts';
import { useWords } from '../../ui/use-words.ts';
import { useTill, useUi } from '../till-store.ts';
import styles from './settings.module.css';
import { SettingsForm } from './settings-form.tsx';
import { type PartName, partNamed } from './settings-parts.tsx';
import { useStoredSettings } from './use-stored-settings.ts';

export function SettingsScreen() {
  const { t, error } = useWords();
  const role = useTill((till) => till.role);
  const { read, refused, readAgain } = useStoredSettings();
  const ledTo = useUi((ui) => ui.ledTo);
  const [part, setPart] = useState<PartName>(partNamed(ledTo?.part) ?? 'shop');
  const waited = useElapsed(read === undefined && refused === undefined);
  if (role === 'cashier') return <Locked />;
  if (refused !== undefined && read === undefined)
    return (
      <div className={styles.message}>
        <p className={textStyles.sentence}>{error(refused)}</p>
      </div>
    );
  if (read === undefined) return <div className={styles.reading}>{waited > 300 && <p>{t('settings.reading')}</p>}</div>;
  return (
    <SettingsForm
      key={read.time}
      stored={read.stored}
      trouble={refused}
      part={part}
      saved={(open) => {
        setPart(open);
        readAgain();
      }}
      savedBefore={read.time > 0}
    />
  );
}

/** The manager's session has ended. */
function Locked() {
  const { t } = useWords();
  const unlock = useUi((ui) => ui.unlock);
  return (
    <div className={styles.message}>
      <p className={textStyles.sentence}>{t('settings.locked')}</p>
      <Button kind="main" onClick={() => unlock('settings')}>
        {t('unlock.confirm')}
      </Button>
    </div>
  );
}
