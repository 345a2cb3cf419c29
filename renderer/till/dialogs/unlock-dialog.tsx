import { Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { pinField } from '../../../preload/contract/fields.ts';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { faultOf } from '../form/field-fault.ts';
import { TextField } from '../form/text-field.tsx';
import { useKeypadField } from '../form/use-keypad-field.ts';
import { useSecretText } from '../form/use-secret-text.ts';
import { useUi } from '../till-store.ts';
import dialogStyles from './dialog.module.css';
import { DialogKeypad } from './dialog-keypad.tsx';
import { dialogProps, keypadDialogSize } from './dialog-props.ts';

/** Asks for the manager's PIN before it opens a view for managers. */
export function UnlockDialog() {
  const { t } = useWords();
  const view = useUi((ui) => ui.unlocking);
  const unlock = useUi((ui) => ui.unlock);
  return (
    <Modal
      {...dialogProps}
      size={keypadDialogSize}
      opened={view !== null}
      onClose={() => unlock(null)}
      title={t('unlock.title')}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      {view !== null && <PinForm />}
    </Modal>
  );
}

function PinForm() {
  const { t } = useWords();
  const unlocking = useCall('session.unlock');
  const view = useUi((ui) => ui.unlocking);
  const unlock = useUi((ui) => ui.unlock);
  const show = useUi((ui) => ui.show);
  const [pin, setPin] = useSecretText();
  const [asked, setAsked] = useState(false);
  const keys = useKeypadField(pin, setPin);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (faultOf(pinField, pin)) return;
    const outcome = await unlocking.run({ pin });
    setPin('');
    setAsked(false);
    if (!outcome?.ok || view === null) return;
    unlock(null);
    show(view);
  };
  return (
    <form className={dialogStyles.withKeypad} onSubmit={submit}>
      <div className={dialogStyles.fields}>
        <TextField
          box={keys.box}
          keypad
          label={t('pin.name')}
          first
          secret
          numeric
          value={pin}
          hint={t('unlock.why')}
          fault={asked ? faultOf(pinField, pin) : unlocking.problem}
          change={setPin}
        />
      </div>
      <DialogKeypad field={keys} whole />
      <div className={dialogStyles.actions}>
        <Button onClick={() => unlock(null)}>{t('dialog.not-now')}</Button>
        <Button type="submit" kind="main" aria-disabled={unlocking.pending}>
          {t('unlock.confirm')}
        </Button>
      </div>
    </form>
  );
}
