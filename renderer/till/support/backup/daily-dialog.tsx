import { useState } from 'react';
import type { BackupStatus } from '../../../../preload/contract/backup.ts';
import { Button } from '../../../ui/button.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { useWords } from '../../../ui/use-words.ts';
import { Dialog } from '../../dialogs/dialog.tsx';
import { DialogForm } from '../../dialogs/dialog-form.tsx';
import { useSecretText } from '../../form/use-secret-text.ts';
import styles from './backup-tab.module.css';
import { isUsable, PassphraseFields } from './passphrase-fields.tsx';

interface Props {
  readonly daily: BackupStatus['daily'];
  close(): void;
  done(): void;
}

/** Where the daily backups go, what opens them, and whether the keys are in them. */
export function DailyDialog({ daily, close, done }: Props) {
  const { t } = useWords();
  const choose = useCall('backup.daily.folder');
  const set = useCall('backup.daily.set');
  const [folder, setFolder] = useState(daily?.folder);
  const [passphrase, setPassphrase] = useSecretText();
  const [again, setAgain] = useSecretText();
  const [withKeys, setWithKeys] = useState(daily?.withKeys ?? false);
  const [asked, setAsked] = useState(false);
  const stays = daily !== null && passphrase === '' && again === '';
  const problem = choose.problem ?? set.problem;
  const isElsewhere = problem !== undefined && !problem.code.startsWith('passphrase.');
  const chooseFolder = async () => {
    const outcome = await choose.run({});
    if (outcome?.ok && outcome.value.folder !== null) setFolder(outcome.value.folder);
  };
  const submit = async () => {
    setAsked(true);
    if (folder === undefined || !(stays || isUsable({ passphrase, again }))) return;
    const outcome = await set.run({ folder, withKeys, passphrase: stays ? undefined : passphrase });
    if (!outcome?.ok) return;
    setPassphrase('');
    setAgain('');
    done();
  };
  return (
    <Dialog title={t('backup.daily.title')} close={close}>
      <DialogForm
        call={{ pending: set.pending, problem: isElsewhere ? problem : undefined }}
        confirm={t('backup.daily.save')}
        submit={() => void submit()}
        leave={close}
      >
        <div className={styles.folder}>
          <Button onClick={() => void chooseFolder()}>{t('backup.daily.choose')}</Button>
          <p data-tone={asked && folder === undefined ? 'red' : undefined} className={styles.told}>
            {folder === undefined ? t('backup.daily.no-folder') : t('backup.daily.folder', { folder })}
          </p>
        </div>
        <PassphraseFields
          typed={{ passphrase, again }}
          asked={asked && !stays}
          hint={daily === null ? t('backup.passphrase.hint') : t('backup.daily.keep')}
          problem={problem}
          change={(typed) => {
            set.clear();
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
