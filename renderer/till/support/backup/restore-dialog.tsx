import { useEffect, useRef, useState } from 'react';
import type { RestorePreview } from '../../../../preload/contract/backup.ts';
import { Note } from '../../../ui/note.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { useWords } from '../../../ui/use-words.ts';
import { Dialog } from '../../dialogs/dialog.tsx';
import { DialogForm } from '../../dialogs/dialog-form.tsx';
import { PinBox, usePin } from '../../form/pin.tsx';
import { TextField } from '../../form/text-field.tsx';
import { useSecretText } from '../../form/use-secret-text.ts';
import styles from './backup-tab.module.css';
import { RestorePreviewParts } from './restore-preview.tsx';

interface Chosen {
  readonly id: number;
  readonly file: string;
}

interface Props {
  readonly chosen: Chosen;
  close(): void;
}

/** A backup that was chosen: its passphrase, then what would change, and only then the restore. */
export function RestoreDialog({ chosen, close }: Props) {
  const { t } = useWords();
  const { run: cancel } = useCall('restore.cancel');
  const [preview, setPreview] = useState<RestorePreview>();
  const { id } = chosen;
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  // However it goes: by its button, by another tab, or because nobody is signed in any more. React may mount it twice.
  useEffect(() => {
    clearTimeout(leaving.current);
    return () => {
      leaving.current = setTimeout(() => void cancel({ id }));
    };
  }, [cancel, id]);
  return (
    <Dialog title={t('backup.restore.title')} width={preview === undefined ? 'usual' : 'keypad'} guarded close={close}>
      {preview === undefined ? (
        <PassphraseForm chosen={chosen} opened={setPreview} leave={close} />
      ) : (
        <ConfirmForm preview={preview} leave={close} />
      )}
    </Dialog>
  );
}

interface PassphraseProps {
  readonly chosen: Chosen;
  opened(preview: RestorePreview): void;
  leave(): void;
}

function PassphraseForm({ chosen, opened, leave }: PassphraseProps) {
  const { t } = useWords();
  const open = useCall('restore.open');
  const [passphrase, setPassphrase] = useSecretText();
  const { problem, pending } = open;
  const atPassphrase = problem?.code.startsWith('passphrase.') ? problem : undefined;
  const submit = async () => {
    if (passphrase === '') return;
    const outcome = await open.run({ id: chosen.id, passphrase });
    setPassphrase('');
    if (outcome?.ok) opened(outcome.value);
  };
  return (
    <DialogForm
      call={{ pending, problem: atPassphrase === undefined ? problem : undefined }}
      confirm={t('backup.restore.open', { file: chosen.file })}
      submit={() => void submit()}
      leave={leave}
    >
      <p>{t(pending ? 'backup.restore.opening' : 'backup.restore.asks')}</p>
      <TextField
        label={t('backup.passphrase')}
        first
        secret
        value={passphrase}
        fault={atPassphrase}
        change={(text) => {
          open.clear();
          setPassphrase(text);
        }}
      />
    </DialogForm>
  );
}

function ConfirmForm({ preview, leave }: { readonly preview: RestorePreview; leave(): void }) {
  const { t, dayAndTime } = useWords();
  const { run, pending, problem } = useCall('restore.confirm');
  const pin = usePin(problem);
  const [asked, setAsked] = useState(false);
  const [agreed, setAgreed] = useState(false);
  const [starting, setStarting] = useState(false);
  const { id, file, madeAt, madeBy, otherTerminal, takesPlace, refused, needsPin, pins } = preview;
  const restore = (managerPin?: string) => run({ id, managerPin, otherTerminal: otherTerminal ? true : undefined });
  const submit = async () => {
    setAsked(true);
    if (refused !== undefined || (otherTerminal && !agreed)) return;
    const outcome = await (needsPin ? pin.give(restore) : restore());
    if (outcome === undefined) return;
    setAsked(false);
    setStarting(outcome.ok);
  };
  return (
    <DialogForm
      keypad={needsPin ? pin.keys : undefined}
      digitsOnly
      call={{ pending: pending || starting, problem: pin.otherProblem }}
      confirm={t(starting ? 'backup.restore.starting' : 'backup.restore.confirm')}
      blocked={refused !== undefined}
      submit={() => void submit()}
      leave={leave}
    >
      <p>{t('backup.restore.of', { file, when: dayAndTime(madeAt), version: madeBy })}</p>
      {refused !== undefined && <Note tone="red">{t(`backup.restore.refused.${refused}`)}</Note>}
      {otherTerminal && <Note tone="amber">{t('backup.restore.other')}</Note>}
      {takesPlace && <p>{t('backup.restore.takes-place')}</p>}
      <RestorePreviewParts preview={preview} />
      {otherTerminal && refused === undefined && (
        <label className={styles.check} data-tone={asked && !agreed ? 'red' : undefined}>
          <input type="checkbox" checked={agreed} onChange={(event) => setAgreed(event.currentTarget.checked)} />
          {t('backup.restore.other.yes')}
        </label>
      )}
      {needsPin && (
        <PinBox pin={pin} keypad hint={t(pins === 'new' ? 'backup.restore.pin.new' : 'backup.restore.pin')} />
      )}
    </DialogForm>
  );
}
