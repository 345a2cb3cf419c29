import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useWords } from '../../../ui/use-words.ts';
import { DiagnosisDialog } from './diagnosis-dialog.tsx';

/** Everything that happened to one payment, for managers and support. */
export function DiagnosisButton({ id }: { readonly id: string }) {
  const { t } = useWords();
  const [opened, open] = useState(false);
  return (
    <>
      <Button onClick={() => open(true)}>{t('diagnosis.open')}</Button>
      <DiagnosisDialog id={opened ? id : undefined} close={() => open(false)} />
    </>
  );
}
