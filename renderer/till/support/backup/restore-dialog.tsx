import { useEffect, useRef, useState } from 'react';
import type { RestorePreview } from '../../../../preload/contract/backup.ts';
import { Note } from '../../../ui/note.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { useWords } from '../../../ui/use-words.ts';
import { Dialog } from '../../dialogs/dialog.tsx';
import { DialogForm } from '../../dialogs/dialog-form.tsx';
import { CheckBox } from '../../form/check-box.tsx';
import { PinBox, usePin } from '../../form/pin.tsx';
import { useSecretText } from '../../form/secret.ts';
import { TextField } from '../../form/text-field.tsx';
import { isOfPassphrase } from './passphrase-fields.tsx';
import { RestorePreviewParts } from './restore-preview.tsx';

export function useRestore() {
  const choose = useCall('restore.choose');
  const [chosen, setChosen] = useState<{ readonly id: number; readonly file: string }>();
  const ask = async () => {
    const outcome = await choose.run({});
    if (outcome?.ok && outcome.value.chosen !== null) setChosen(outcome.value.chosen);
  };
  return {
    start: () => void ask(),
    problem: choose.problem,
    dialog: chosen && <RestoreDialog key={chosen.id} chosen={chosen} close={() => setChosen(undefined)} />,
  };
}

interface Chosen {
  readonly id: number;
  readonly file: string;
}

interface Props {
  readonly chosen: Chosen;
  close(): void;
}

function RestoreDialog({ chosen, close }: Props) {
  const { t } = useWords();
  const { run: cancel } = useCall('restore.cancel');
  const [preview, setPreview] = useState<RestorePreview>();
  const { id } = chosen;
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Every way out cancels: the button, another tab, the end of the session. React may mount it twice.
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
  const isAtPassphrase = isOfPassphrase(problem);
  const submit = async () => {
    if (passphrase === '') return;
    const outcome = await open.run({ id: chosen.id, passphrase });
    setPassphrase('');
    if (outcome?.ok) opened(outcome.value);
  };
  return (
    <DialogForm
      call={{ pending, problem: isAtPassphrase ? undefined : problem }}
      confirm={t('backup.restore.open', { file: chosen.file })}
      submit={() => void submit()}
      leave={leave}
    >
      <p>{t(pending ? 'backup.restore.opening' : 'backup.restore.asks')}</p>
      <TextField
        label={t('provision.passphrase')}
        first
        secret
        value={passphrase}
        fault={isAtPassphrase ? problem : undefined}
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
  const confirm = useCall('restore.confirm');
  const pin = usePin(confirm.problem);
  const [asked, setAsked] = useState(false);
  const [agreed, setAgreed] = useState(false);
  const [starting, setStarting] = useState(false);
  const { id, file, madeAt, madeBy, otherTerminal, takesPlace, refused, needsPin, pins } = preview;
  const restore = async (managerPin?: string) => {
    const outcome = await confirm.run({ id, managerPin, otherTerminal: otherTerminal ? true : undefined });
    setAsked(false);
    if (outcome?.ok) setStarting(true);
  };
  const submit = () => {
    setAsked(true);
    if (refused !== undefined || (otherTerminal && !agreed)) return;
    void (needsPin ? pin.give(restore) : restore());
  };
  return (
    <DialogForm
      keypad={needsPin ? pin.keys : undefined}
      digitsOnly
      call={{ pending: confirm.pending, problem: needsPin ? pin.otherProblem : confirm.problem }}
      blocked={starting || refused !== undefined}
      confirm={t(starting ? 'backup.restore.starting' : 'backup.restore.confirm')}
      submit={submit}
      leave={leave}
    >
      <p>{t('backup.restore.of', { file, when: dayAndTime(madeAt), version: madeBy })}</p>
      {refused !== undefined && <Note tone="red">{t(`backup.restore.refused.${refused}`)}</Note>}
      {otherTerminal && <Note tone="amber">{t('backup.restore.other')}</Note>}
      {takesPlace && <p>{t('backup.restore.takes-place')}</p>}
      <RestorePreviewParts preview={preview} />
      {otherTerminal && refused === undefined && (
        <CheckBox checked={agreed} tone={asked && !agreed ? 'red' : undefined} change={setAgreed}>
          {t('backup.restore.other.yes')}
        </CheckBox>
      )}
      {needsPin && (
        <PinBox pin={pin} keypad hint={t(pins === 'new' ? 'backup.restore.pin.new' : 'backup.restore.pin')} />
      )}
    </DialogForm>
  );
}
