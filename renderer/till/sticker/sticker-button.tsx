import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../ui/use-words.ts';
import { useTill } from '../till-store.ts';
import styles from './sticker-dialog.module.css';
import { StickerDialog } from './sticker-dialog.tsx';

/** Opens the sticker of this POS, where there is one. */
export function StickerButton() {
  const { t } = useWords();
  const posId = useTill((till) => till.terminal.posId);
  const [opened, setOpened] = useState(false);
  if (posId === '') return null;
  return (
    <div className={styles.open}>
      <Button onClick={() => setOpened(true)}>{t('sticker.open')}</Button>
      <StickerDialog opened={opened} close={() => setOpened(false)} />
    </div>
  );
}
