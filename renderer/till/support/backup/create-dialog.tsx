import { useState } from 'react';
import { useCall } from '../../../ui/use-call.ts';
import { useWords, type Words } from '../../../ui/use-words.ts';
import { Dialog } from '../../dialogs/dialog.tsx';
import { DialogForm } from '../../dialogs/dialog-form.tsx';
import { CheckBox } from '../../form/check-box.tsx';
import { isOfPassphrase, PassphraseFields, useNewPassphrase } from './passphrase-fields.tsx';

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

/** Rounded down: never more than the file has, and at least one kilobyte. */
export function sizeText(bytes: number, { t }: Pick<Words, 't'>): string {
  if (bytes < MEGABYTE) return t('backup.kilobytes', { number: Math.max(1, Math.floor(bytes / KILOBYTE)) });
  return t('backup.megabytes', { number: Math.floor(bytes / MEGABYTE) });
}
