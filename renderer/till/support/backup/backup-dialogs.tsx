import { useState } from 'react';
import type { BackupStatus } from '../../../../preload/contract/backup.ts';
import type { ErrorView } from '../../../../preload/contract/views.ts';
import { useCall } from '../../../ui/ask-main.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { CheckBox } from '../../../ui/form/check-box.tsx';
import { useSecretText } from '../../../ui/form/secret.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useWords, type Words } from '../../../ui/use-words.ts';
import styles from './backup-tab.module.css';

interface Props {
  close(): void;
  done(text: string): void;
}

export function CreateDialog({ close, done }: Props) {
  const words = useWords();
  const { t } = words;
  const create = useCall('backup.create');
  const passphrase = useNewPassphrase();
  const [withKeys, setWithKeys] = useState(false);
  const [asked, setAsked] = useState(false);
  const { problem, pending } = create;
  const submit = async () => {
    setAsked(true);
    if (!passphrase.isUsable) return;
    const outcome = await create.run({ passphrase: passphrase.text, withKeys });
    if (!outcome?.ok || !outcome.value.saved) return;
    const { file, bytes } = outcome.value;
    passphrase.forget();
    done(t('backup.saved', { file, size: sizeText(bytes, words) }));
  };
  return (
    <Dialog title={t('backup.create')} busy={pending} close={close}>
      <DialogForm
        call={{ pending, problem: isOfPassphrase(problem) ? undefined : problem }}
        confirm={t('export.start')}
        submit={() => void submit()}
        leave={() => {
          if (!pending) close();
        }}
      >
        <p>{pending ? t('backup.making') : t('backup.text')}</p>
        <PassphraseFields
          passphrase={passphrase}
          asked={asked}
          hint={t('backup.passphrase.hint')}
          problem={problem}
          changed={create.clear}
        />
        <CheckBox checked={withKeys} change={setWithKeys}>
          {t('backup.with-keys')}
        </CheckBox>
      </DialogForm>
    </Dialog>
  );
}

const KILOBYTE = 1_000;
const MEGABYTE = 1_000_000;

/** Rounded down, but at least one kilobyte. */
export function sizeText(bytes: number, { t }: Pick<Words, 't'>): string {
  if (bytes < MEGABYTE) return t('backup.kilobytes', { number: Math.max(1, Math.floor(bytes / KILOBYTE)) });
  return t('backup.megabytes', { number: Math.floor(bytes / MEGABYTE) });
}

interface DailyDialogProps {
  readonly daily: BackupStatus['daily'];
  close(): void;
  done(): void;
}

export function DailyDialog({ daily, close, done }: DailyDialogProps) {
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
          <p data-tone={asked && folder === undefined ? 'red' : undefined} className={styles.message}>
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

/** Same limit as in main, which checks again. */
const SHORTEST = 12;

function useNewPassphrase() {
  const [text, setText] = useSecretText();
  const [again, setAgain] = useSecretText();
  return {
    text,
    again,
    isEmpty: text === '' && again === '',
    isUsable: [...text].length >= SHORTEST && text === again,
    setText,
    setAgain,
    forget() {
      setText('');
      setAgain('');
    },
  };
}

/** Other refusals are shown in the dialog's error line. */
export function isOfPassphrase(problem: ErrorView | undefined): boolean {
  return problem?.code.startsWith('passphrase.') ?? false;
}

interface PassphraseFieldsProps {
  readonly passphrase: ReturnType<typeof useNewPassphrase>;
  readonly asked: boolean;
  readonly hint: string;
  readonly problem: ErrorView | undefined;
  changed(): void;
}

/** A new passphrase, typed twice: the text is hidden, and a backup with a mistyped passphrase is lost. */
function PassphraseFields({ passphrase, asked, hint, problem, changed }: PassphraseFieldsProps) {
  const { t } = useWords();
  const { text, again } = passphrase;
  const isShort = asked && [...text].length < SHORTEST;
  const differs = text !== again && (asked || again.length >= text.length) && again !== '';
  const refusal = isOfPassphrase(problem) ? problem : undefined;
  return (
    <>
      <TextField
        label={t('provision.passphrase')}
        first
        secret
        value={text}
        hint={hint}
        fault={isShort ? t('backup.passphrase.short') : refusal}
        change={(typed) => {
          changed();
          passphrase.setText(typed);
        }}
      />
      <TextField
        label={t('backup.passphrase.again')}
        secret
        value={again}
        fault={differs || (asked && text !== again) ? t('backup.passphrase.differs') : undefined}
        change={(typed) => {
          changed();
          passphrase.setAgain(typed);
        }}
      />
    </>
  );
}
