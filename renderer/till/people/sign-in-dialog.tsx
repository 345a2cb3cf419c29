import { Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { pinField } from '../../../preload/contract/fields.ts';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import dialogStyles from '../dialogs/dialog.module.css';
import { DialogKeypad } from '../dialogs/dialog-keypad.tsx';
import { dialogProps, keypadDialogSize } from '../dialogs/dialog-props.ts';
import { faultOf } from '../form/field-fault.ts';
import { TextField } from '../form/text-field.tsx';
import { useKeypadField } from '../form/use-keypad-field.ts';
import { useSecretText } from '../form/use-secret-text.ts';
import { useTill, useUi } from '../till-store.ts';

/** Somebody signs in with a PIN of their own, in the place of whoever had; or signs out. */
export function SignInDialog() {
  const { t } = useWords();
  const opened = useUi((ui) => ui.signingIn);
  const open = useUi((ui) => ui.signIn);
  const name = useTill((till) => till.person?.name);
  return (
    <Modal
      {...dialogProps}
      size={keypadDialogSize}
      opened={opened}
      onClose={() => open(false)}
      title={name === undefined ? t('people.sign-in') : t('people.here', { name })}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      {opened && <PinForm close={() => open(false)} />}
    </Modal>
  );
}

function PinForm({ close }: { close(): void }) {
  const { t, error } = useWords();
  const signIn = useCall('session.sign-in');
  const signOut = useCall('session.sign-out');
  const isHere = useTill((till) => till.person !== undefined);
  const view = useUi((ui) => ui.view);
  const show = useUi((ui) => ui.show);
  const [pin, setPin] = useSecretText();
  const [asked, setAsked] = useState(false);
  const keys = useKeypadField(pin, setPin);
  /** Whoever comes or goes leaves what only the one before might see. */
  const over = () => {
    close();
    if (view === 'settings') show('sale');
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (faultOf(pinField, pin)) return;
    const outcome = await signIn.run({ pin });
    setPin('');
    setAsked(false);
    if (outcome?.ok) over();
  };
  const leave = async () => {
    const outcome = await signOut.run({});
    if (outcome?.ok) over();
  };
  return (
    <form className={dialogStyles.withKeypad} onSubmit={submit}>
      <div className={dialogStyles.fields}>
        <TextField
          box={keys.box}
          keypad
          label={t('people.your-pin')}
          first
          secret
          numeric
          value={pin}
          hint={t('people.sign-in.why')}
          fault={asked ? faultOf(pinField, pin) : signIn.problem}
          change={setPin}
        />
        {signOut.problem !== undefined && <p>{error(signOut.problem)}</p>}
      </div>
      <DialogKeypad field={keys} whole />
      <div className={dialogStyles.actions}>
        {isHere ? (
          <Button onClick={() => void leave()}>{t('people.sign-out')}</Button>
        ) : (
          <Button onClick={close}>{t('dialog.not-now')}</Button>
        )}
        <Button type="submit" kind="main" aria-disabled={signIn.pending}>
          {t('people.sign-in')}
        </Button>
      </div>
    </form>
  );
}
