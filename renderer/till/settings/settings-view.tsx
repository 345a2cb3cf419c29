import { useEffect, useState } from 'react';
import type { SettingsView } from '../../../preload/contract.ts';
import type { ErrorView } from '../../../preload/views.ts';
import { ask, useBridge } from '../../ui/bridge.ts';
import { useElapsed } from '../../ui/use-tick.ts';
import { useWords } from '../../ui/use-words.ts';
import { useTill, useUi } from '../till-store.ts';
import { SettingsFields } from './settings-fields.tsx';
import './settings.css';

/** Who this terminal is: read from main, changed as a whole. A manager's view. */
export function SettingsScreen() {
  const { t, error } = useWords();
  const bridge = useBridge();
  const role = useTill((till) => till.role);
  const [stored, setStored] = useState<SettingsView>();
  const [refused, setRefused] = useState<ErrorView>();
  const [reads, setReads] = useState(0);
  const waited = useElapsed(stored === undefined && refused === undefined);
  useEffect(() => {
    let gone = false;
    // Read again after each save (`reads`), because only main knows what the keychain now has.
    const read = async (time: number) => {
      const outcome = await ask(bridge, 'settings.read', {});
      if (gone || time !== reads) return;
      if (outcome.ok) setStored(outcome.value);
      else setRefused(outcome.error);
    };
    void read(reads);
    return () => {
      gone = true;
    };
  }, [bridge, reads]);
  if (refused !== undefined || role === 'cashier')
    return <Locked text={refused === undefined ? t('settings.locked') : error(refused)} />;
  if (stored === undefined) return <main className="settings">{waited > 300 && <p>{t('settings.reading')}</p>}</main>;
  return <SettingsFields key={reads} stored={stored} saved={() => setReads(reads + 1)} savedBefore={reads > 0} />;
}

function Locked({ text }: { readonly text: string }) {
  const { t } = useWords();
  const unlock = useUi((ui) => ui.unlock);
  return (
    <main className="settings settings--locked">
      <p className="sentence">{text}</p>
      <button type="button" className="button button--main" onClick={() => unlock('settings')}>
        {t('unlock.confirm')}
      </button>
    </main>
  );
}
