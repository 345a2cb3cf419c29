import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useWatch } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { useWords } from '../../../ui/use-words.ts';
import { playSound } from '../../sound/sounds.ts';
import type { SettingsTexts } from '../setting-texts.ts';
import styles from '../settings-inputs.module.css';

export function TrySound() {
  const { t } = useWords();
  const { volume, muted } = useWatch<SettingsTexts, 'counter.sound'>({ name: 'counter.sound' });
  const Icon = muted ? IconVolumeOff : IconVolume;
  return (
    <Button
      className={styles.try}
      aria-disabled={muted}
      onClick={() => playSound('paid', { volume: Number(volume) || 0, muted })}
    >
      <Icon aria-hidden="true" size={24} stroke={1.75} />
      {t('settings.sound.try')}
    </Button>
  );
}
