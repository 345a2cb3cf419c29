import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useWords } from '../../../ui/use-words.ts';
import { PackDialog } from './pack-dialog.tsx';

export function SaveSupportPack() {
  const { t } = useWords();
  const [opened, open] = useState(false);
  return (
    <>
      <Button onClick={() => open(true)}>{t('pack.open')}</Button>
      <PackDialog opened={opened} close={() => open(false)} />
    </>
  );
}
