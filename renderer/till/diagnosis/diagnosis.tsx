import { useState } from 'react';
import { useCall, useRead } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButton } from '../../ui/dialogs/dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { useWords } from '../../ui/use-words.ts';
import styles from '../dialogs/report.module.css';
import blocks from '../layout/blocks.module.css';

export function DiagnosisButton({ id }: { readonly id: string }) {
  const { t } = useWords();
  return (
    <DialogButton text={t('diagnosis.open')} title={t('diagnosis.title')} width="wide">
      <Diagnosis id={id} />
    </DialogButton>
  );
}

interface DialogProps {
  /** Any id that leads to the payment; undefined: the dialog is closed. */
  readonly id: string | undefined;
  close(): void;
}

export function DiagnosisDialog({ id, close }: DialogProps) {
  const { t } = useWords();
  return (
    <Dialog title={t('diagnosis.title')} width="wide" opened={id !== undefined} close={close}>
      {id !== undefined && <Diagnosis id={id} />}
    </Dialog>
  );
}

function Diagnosis({ id }: { readonly id: string }) {
  const { t, error } = useWords();
  const { value: diagnosis, problem } = useRead('diagnosis.read', { id });
  const copy = useCall('diagnosis.copy');
  const [copied, setCopied] = useState(false);
  const copyText = async () => {
    const outcome = diagnosis && (await copy.run({ saleId: diagnosis.saleId }));
    setCopied(outcome?.ok === true);
  };
  if (problem !== undefined) return <Note tone="red">{error(problem)}</Note>;
  if (diagnosis === undefined) return <p className={blocks.none}>{t('diagnosis.reading')}</p>;
  return (
    <div className={styles.report}>
      <p>{t('diagnosis.text')}</p>
      <textarea className={styles.text} readOnly lang="en" aria-label={t('diagnosis.title')} value={diagnosis.text} />
      {copy.problem !== undefined && <Note tone="red">{error(copy.problem)}</Note>}
      {copied && <Note tone="green">{t('diagnosis.copied')}</Note>}
      <div className={blocks.acts}>
        <Button kind="main" aria-disabled={copy.pending} onClick={() => void copyText()}>
          {t('diagnosis.copy')}
        </Button>
      </div>
    </div>
  );
}
