import { Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Answer } from '../../../../preload/contract/contract.ts';
import { Button } from '../../../ui/button.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { useWords } from '../../../ui/use-words.ts';
import { dialogProps } from '../../dialogs/dialog-props.ts';
import { Note } from '../../note.tsx';
import styles from '../pack/pack-dialog.module.css';

interface Props {
  /** Of the payment, or of what names it; undefined while the dialog is closed. */
  readonly id: string | undefined;
  close(): void;
}

/** Everything that happened to one payment, as the service's own support gets it. */
export function DiagnosisDialog({ id, close }: Props) {
  const { t } = useWords();
  return (
    <Modal
      {...dialogProps}
      opened={id !== undefined}
      onClose={close}
      size="min(1100px, 96vw)"
      title={t('diagnosis.title')}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      {id !== undefined && <Diagnosis id={id} />}
    </Modal>
  );
}

function Diagnosis({ id }: { readonly id: string }) {
  const { t, error } = useWords();
  const { run, problem } = useCall('diagnosis.read');
  const copy = useCall('diagnosis.copy');
  const [told, setTold] = useState<Answer<'diagnosis.read'>>();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    void run({ id }).then((outcome) => outcome?.ok && setTold(outcome.value));
  }, [run, id]);
  const press = async () => {
    const outcome = told && (await copy.run({ saleId: told.saleId }));
    setCopied(outcome?.ok === true);
  };
  if (problem !== undefined) return <Note tone="red">{error(problem)}</Note>;
  if (told === undefined) return <p className={styles.waiting}>{t('diagnosis.reading')}</p>;
  return (
    <div className={styles.pack}>
      <p>{t('diagnosis.text')}</p>
      <textarea className={styles.text} readOnly lang="en" aria-label={t('diagnosis.title')} value={told.text} />
      {copy.problem !== undefined && <Note tone="red">{error(copy.problem)}</Note>}
      {copied && <Note tone="green">{t('diagnosis.copied')}</Note>}
      <div className={styles.actions}>
        <Button kind="main" aria-disabled={copy.pending} onClick={() => void press()}>
          {t('diagnosis.copy')}
        </Button>
      </div>
    </div>
  );
}
