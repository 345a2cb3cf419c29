import { useController } from 'react-hook-form';
import { useWords } from '../../../ui/use-words.ts';
import type { SettingsTexts } from '../settings-draft.ts';
import styles from './logo-input.module.css';
import { PictureInput } from './picture-input.tsx';

/** The picture that the customer display shows above the name of the shop while nobody pays. */
export function LogoInput() {
  const { t } = useWords();
  const { field } = useController<SettingsTexts, 'counter.display.logo'>({ name: 'counter.display.logo' });
  const name = t('settings.counter.display.logo');
  return (
    <div>
      <div className={styles.name}>{name}</div>
      <PictureInput of={name} picture={field.value} change={field.onChange} />
    </div>
  );
}
