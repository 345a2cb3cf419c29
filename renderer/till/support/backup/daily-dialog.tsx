import { useState } from 'react';
import type { BackupStatus } from '../../../../preload/contract/backup.ts';
import { Button } from '../../../ui/button.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { useWords } from '../../../ui/use-words.ts';
import { Dialog } from '../../dialogs/dialog.tsx';
import { DialogForm } from '../../dialogs/dialog-form.tsx';
import { CheckBox } from '../../form/check-box.tsx';
import styles from './backup-tab.module.css';
import { isOfPassphrase, PassphraseFields, useNewPassphrase } from './passphrase-fields.tsx';

interface Props {
  readonly daily: BackupStatus['daily'];
  close(): void;
  done(): void;
}

export function DailyDialog({ daily, close, done }: Props) {
  const { t } = useWords();
  const choose = useCall('backup.daily.folder');
  const set = useCall('backup.daily.set');
  const [folder, setFolder] = useState(daily?.folder);
  const passphrase = useNewPassphrase();
  const [withKeys, setWithKeys] = useState(daily?.withKeys ?? false);
  const [asked, setAsked] = useState(false);
  const stays = daily !== null && passphrase.isEmpty;
  const problem = choose.problem ?? set.problem;
  const chooseFolder = async () => {
    const outcome = await choose.run({});
    if (outcome?.ok && outcome.value.folder !== null) setFolder(outcome.value.folder);
  };
  const submit = async () => {
    setAsked(true);
    if (folder === undefined || !(stays || passphrase.isUsable)) return;
    const outcome = await set.run({ folder, withKeys, passphrase: stays ? undefined : passphrase.text });
    if (!outcome?.ok) return;
    passphrase.forget();
    done();
  };
  return (
    <Dialog title={t('backup.daily.title')} close={close}>
      <DialogForm
        call={{ pending: set.pending, problem: isOfPassphrase(problem) ? undefined : problem }}
        confirm={t('settings.save')}
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
          passphrase={passphrase}
          asked={asked && !stays}
          hint={daily === null ? t('backup.passphrase.hint') : t('backup.daily.keep')}
          problem={problem}
          changed={set.clear}
        />
        <CheckBox checked={withKeys} change={setWithKeys}>
          {t('backup.with-keys')}
        </CheckBox>
      </DialogForm>
    </Dialog>
  );
}
