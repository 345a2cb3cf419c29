import { useElapsed } from '../../ui/use-now.ts';
import { useWords } from '../../ui/use-words.ts';
import { Locked, MessageInstead } from '../layout/locked.tsx';
import { useTill } from '../till-store.ts';
import styles from './settings.module.css';
import { SettingsForm } from './settings-form.tsx';
import { useStoredSettings } from './use-stored-settings.ts';

export function SettingsScreen() {
  const { t, error } = useWords();
  const role = useTill((till) => till.role);
  const { read, refused, readAgain } = useStoredSettings();
  const waited = useElapsed(read === undefined && refused === undefined);
  if (role === 'cashier') return <Locked view="settings" />;
  if (refused !== undefined && read === undefined) return <MessageInstead text={error(refused)} />;
  if (read === undefined) return <div className={styles.reading}>{waited > 300 && <p>{t('settings.reading')}</p>}</div>;
  return (
    <SettingsForm
      key={read.time}
      stored={read.stored}
      trouble={refused}
      saved={readAgain}
      savedBefore={read.time > 0}
    />
  );
}
