import { Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { useWords } from '../../../ui/use-words.ts';
import dialogStyles from '../../dialogs/dialog.module.css';
import { dialogProps } from '../../dialogs/dialog-props.ts';
import { useSecretText } from '../../form/use-secret-text.ts';
import styles from './backup-tab.module.css';
import { isUsable, PassphraseFields } from './passphrase-fields.tsx';
import { sizeText } from './size-text.ts';

interface Props {
  close(): void;
  done(text: string): void;
}

/** Asks for a passphrase and where to, and stays until the backup is whole. */
export function CreateDialog({ close, done }: Props) {
  const words = useWords();
  const { t, error } = words;
  const create = useCall('backup.create');
  const [passphrase, setPassphrase] = useSecretText();
  const [again, setAgain] = useSecretText();
  const [withKeys, setWithKeys] = useState(false);
  const [asked, setAsked] = useState(false);
  const { problem, pending } = create;
  const isElsewhere = problem !== undefined && !problem.code.startsWith('passphrase.');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!isUsable({ passphrase, again })) return;
    const outcome = await create.run({ passphrase, withKeys });
    if (!outcome?.ok || !outcome.value.saved) return;
    const { file, bytes } = outcome.value;
    setPassphrase('');
    setAgain('');
    done(t('backup.saved', { file, size: sizeText(bytes, words) }));
  };
  return (
    <Modal
      {...dialogProps}
      opened
      onClose={pending ? () => undefined : close}
      title={t('backup.create')}
      closeButtonProps={{ 'aria-label': t('dialog.close'), disabled: pending }}
    >
      <form className={dialogStyles.dialog} onSubmit={(event) => void submit(event)} noValidate>
        {isElsewhere ? (
          <Note tone="red">{error(problem)}</Note>
        ) : (
          <p>{pending ? t('backup.making') : t('backup.text')}</p>
        )}
        <PassphraseFields
          typed={{ passphrase, again }}
          asked={asked}
          hint={t('backup.passphrase.hint')}
          problem={problem}
          change={(typed) => {
            create.clear();
            setPassphrase(typed.passphrase);
            setAgain(typed.again);
          }}
        />
        <label className={styles.check}>
          <input type="checkbox" checked={withKeys} onChange={(event) => setWithKeys(event.currentTarget.checked)} />
          {t('backup.with-keys')}
        </label>
        <div className={dialogStyles.actions}>
          <Button onClick={close} aria-disabled={pending}>
            {t('dialog.not-now')}
          </Button>
          <Button type="submit" kind="main" aria-disabled={pending}>
            {t('backup.save')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
