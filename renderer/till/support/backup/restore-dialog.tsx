import { Modal } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { RestorePreview } from '../../../../preload/contract/backup.ts';
import { pinField } from '../../../../preload/contract/fields.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { useWords } from '../../../ui/use-words.ts';
import dialogStyles from '../../dialogs/dialog.module.css';
import { dialogProps, keypadDialogSize } from '../../dialogs/dialog-props.ts';
import { faultOf } from '../../form/field-fault.ts';
import { DialogKeypad } from '../../form/keypad.tsx';
import { TextField } from '../../form/text-field.tsx';
import { useKeypadField } from '../../form/use-keypad-field.ts';
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
    <Modal
      {...dialogProps}
      size={preview === undefined ? dialogProps.size : keypadDialogSize}
      opened
      onClose={close}
      closeOnClickOutside={false}
      title={t('backup.restore.title')}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      {preview === undefined ? (
        <PassphraseForm chosen={chosen} opened={setPreview} leave={close} />
      ) : (
        <ConfirmForm preview={preview} leave={close} />
      )}
    </Modal>
  );
}

interface PassphraseProps {
  readonly chosen: Chosen;
  opened(preview: RestorePreview): void;
  leave(): void;
}

function PassphraseForm({ chosen, opened, leave }: PassphraseProps) {
  const { t, error } = useWords();
  const open = useCall('restore.open');
  const [passphrase, setPassphrase] = useSecretText();
  const { problem, pending } = open;
  const atPassphrase = problem?.code.startsWith('passphrase.') ? problem : undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (passphrase === '') return;
    const outcome = await open.run({ id: chosen.id, passphrase });
    setPassphrase('');
    if (outcome?.ok) opened(outcome.value);
  };
  return (
    <form className={dialogStyles.dialog} onSubmit={(event) => void submit(event)} noValidate>
      {problem !== undefined && atPassphrase === undefined ? (
        <Note tone="red">{error(problem)}</Note>
      ) : (
        <p>{t(pending ? 'backup.restore.opening' : 'backup.restore.asks')}</p>
      )}
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
      <div className={dialogStyles.actions}>
        <Button onClick={leave}>{t('dialog.not-now')}</Button>
        <Button type="submit" kind="main" aria-disabled={pending}>
          {t('backup.restore.open', { file: chosen.file })}
        </Button>
      </div>
    </form>
  );
}

function ConfirmForm({ preview, leave }: { readonly preview: RestorePreview; leave(): void }) {
  const { t, error, dayAndTime } = useWords();
  const confirm = useCall('restore.confirm');
  const [pin, setPin] = useSecretText();
  const [asked, setAsked] = useState(false);
  const [agreed, setAgreed] = useState(false);
  const keys = useKeypadField(pin, setPin);
  const { id, file, madeAt, madeBy, otherTerminal, takesPlace, refused, needsPin, pins } = preview;
  const { problem, pending } = confirm;
  const atPin = problem?.code.startsWith('pin.') ? problem : undefined;
  const [starting, setStarting] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (refused !== undefined) return;
    if ((needsPin && faultOf(pinField, pin)) || (otherTerminal && !agreed)) return;
    const given = { ...(needsPin && { managerPin: pin }), ...(otherTerminal && { otherTerminal: true as const }) };
    const outcome = await confirm.run({ id, ...given });
    setPin('');
    setAsked(false);
    if (outcome?.ok) setStarting(true);
  };
  return (
    <form className={needsPin ? dialogStyles.withKeypad : dialogStyles.dialog} onSubmit={(event) => void submit(event)}>
      <div className={dialogStyles.fields}>
        <p>{t('backup.restore.of', { file, when: dayAndTime(madeAt), version: madeBy })}</p>
        {problem !== undefined && atPin === undefined && <Note tone="red">{error(problem)}</Note>}
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
          <TextField
            box={keys.box}
            keypad
            label={t('pin.name')}
            secret
            numeric
            value={pin}
            hint={t(pins === 'new' ? 'backup.restore.pin.new' : 'backup.restore.pin')}
            fault={asked ? faultOf(pinField, pin) : atPin}
            change={setPin}
          />
        )}
      </div>
      {needsPin && <DialogKeypad field={keys} whole />}
      <div className={dialogStyles.actions}>
        <Button onClick={leave}>{t('dialog.not-now')}</Button>
        <Button type="submit" kind="main" aria-disabled={pending || starting || refused !== undefined}>
          {t(starting ? 'backup.restore.starting' : 'backup.restore.confirm')}
        </Button>
      </div>
    </form>
  );
}
