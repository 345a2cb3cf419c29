import { useEffect, useRef, useState } from 'react';
import type { SettingsView } from '../../../preload/contract.ts';
import type { ErrorView } from '../../../preload/views.ts';
import { callMain, useBridge } from '../../ui/bridge.ts';
import { Button } from '../../ui/button.tsx';
import textStyles from '../../ui/text.module.css';
import { useElapsed } from '../../ui/use-now.ts';
import { useWords } from '../../ui/use-words.ts';
import { useTill, useUi } from '../till-store.ts';
import { SettingsForm } from './settings-form.tsx';
import { type PartName, partNamed } from './settings-parts.tsx';
import styles from './settings-screen.module.css';

/** The settings of this terminal, for managers. */
export function SettingsScreen() {
  const { t, error } = useWords();
  const bridge = useBridge();
  const role = useTill((till) => till.role);
  /** What was read last, and how often it had been by then: each time makes a form anew. */
  const [read, setRead] = useState<{ readonly stored: SettingsView; readonly time: number }>();
  const [refused, setRefused] = useState<ErrorView>();
  const counter = useTill((till) => till.counter);
  const nothingStored = useRef({ settings: null, counter, apiKeySet: false, pinSet: false, version: '' }).current;
  const ledTo = useUi((ui) => ui.ledTo);
  const [part, setPart] = useState<PartName>(partNamed(ledTo?.part) ?? 'shop');
  const [reads, setReads] = useState(0);
  const waited = useElapsed(read === undefined && refused === undefined);
  useEffect(() => {
    let gone = false;
    // Read again after each save, because only main knows which keys the keychain now has.
    const readNow = async (time: number) => {
      const outcome = await callMain(bridge, 'settings.read', {});
      if (gone || time !== reads) return;
      setRefused(outcome.ok ? undefined : outcome.error);
      if (outcome.ok) setRead({ stored: outcome.value, time });
      // Without keys the view must open all the same: this is where they are entered again.
      else if (outcome.error.code.startsWith('keychain.')) setRead({ stored: nothingStored, time });
    };
    void readNow(reads);
    return () => {
      gone = true;
    };
  }, [bridge, reads, nothingStored]);
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
        setReads(reads + 1);
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
