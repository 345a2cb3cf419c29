import { useState } from 'react';
import { useCall } from '../../../ui/use-call.ts';
import { useWords } from '../../../ui/use-words.ts';
import { Dialog } from '../../dialogs/dialog.tsx';
import { DialogForm } from '../../dialogs/dialog-form.tsx';
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
  const { t } = words;
  const create = useCall('backup.create');
  const [passphrase, setPassphrase] = useSecretText();
  const [again, setAgain] = useSecretText();
  const [withKeys, setWithKeys] = useState(false);
  const [asked, setAsked] = useState(false);
  const { problem, pending } = create;
  const isElsewhere = problem !== undefined && !problem.code.startsWith('passphrase.');
  const submit = async () => {
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
    <Dialog title={t('backup.create')} busy={pending} close={close}>
      <DialogForm
        call={{ pending, problem: isElsewhere ? problem : undefined }}
        confirm={t('backup.save')}
        submit={() => void submit()}
        leave={() => !pending && close()}
      >
        <p>{pending ? t('backup.making') : t('backup.text')}</p>
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
      </DialogForm>
    </Dialog>
  );
}
