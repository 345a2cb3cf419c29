import { useState } from 'react';
import type { SettingsView } from '../../../preload/contract/settings.ts';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { useTill, useUi } from '../till-store.ts';
import { LiveQuestion } from './live-question.tsx';
import styles from './settings.module.css';

export function ModeChoice({ stored }: { readonly stored: SettingsView }) {
  const { t, firstOf, error } = useWords();
  const choose = useCall('terminal.choose');
  const mode = useTill((till) => till.terminal.mode);
  const provisioned = useTill((till) => till.terminal.provisioned);
  const other = mode === 'training' ? 'live' : 'training';
  const environment = useTill((till) => till.terminal.environment);
  const guide = useUi((ui) => ui.guide);
  const [asking, setAsking] = useState(false);
  const can = other === 'training' || provisioned;
  const variant = can ? (environment === 'PREPROD' ? '.preprod' : '') : '.unprovisioned';
  return (
    <div className={styles.mode}>
      <p>
        {choose.problem === undefined ? t(firstOf([`mode.${mode}${variant}`], `mode.${mode}`)) : error(choose.problem)}
      </p>
      {can && (
        <Button
          aria-disabled={choose.pending}
          onClick={() => (other === 'live' ? setAsking(true) : void choose.run({ mode: other }))}
        >
          {t(`mode.to.${other}`)}
        </Button>
      )}
      {!provisioned && <Button onClick={() => guide(true)}>{t('guide.title')}</Button>}
      {stored.settings !== null && (
        <LiveQuestion
          environment={stored.settings.service.environment}
          fromTraining
          shopName={stored.settings.shop.shopName}
          opened={asking}
          pending={choose.pending}
          close={() => setAsking(false)}
          goLive={() => void choose.run({ mode: 'live' }).then(() => setAsking(false))}
        />
      )}
    </div>
  );
}
