import { Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { pinField } from '../../../preload/fields.ts';
import type { ProvisioningQuestion } from '../../../preload/provisioning.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { faultOf } from '../form/field-fault.ts';
import { TextField } from '../form/text-field.tsx';
import { useKeypadField } from '../form/use-keypad-field.ts';
import { useSecretText } from '../form/use-secret-text.ts';
import { useTill } from '../till-store.ts';
import dialogStyles from './dialog.module.css';
import { DialogKeypad } from './dialog-keypad.tsx';
import { dialogProps, keypadDialogSize } from './dialog-props.ts';
import { ProvisioningChanges } from './provisioning-changes.tsx';

/** Asks whether a provisioning file may set this terminal up anew. Escape refuses it, which changes nothing. */
export function ProvisioningDialog() {
  const { t } = useWords();
  const question = useTill((till) => till.provisioning);
  const answer = useCall('provision.answer');
  return (
    <Modal
      {...dialogProps}
      size={keypadDialogSize}
      opened={question !== undefined}
      onClose={() => question !== undefined && void answer.run({ id: question.id, answer: 'refuse' })}
      withCloseButton={false}
      closeOnClickOutside={false}
      title={t('provision.title')}
    >
      {question !== undefined && <Question key={question.id} question={question} />}
    </Modal>
  );
}

function Question({ question }: { readonly question: ProvisioningQuestion }) {
  const { t, error } = useWords();
  const { id, file, changes, needsPin } = question;
  const answer = useCall('provision.answer');
  const [pin, setPin] = useSecretText();
  const [asked, setAsked] = useState(false);
  const keys = useKeypadField(pin, setPin);
  const { problem } = answer;
  const atPin = problem?.code.startsWith('pin.') ? problem : undefined;
  const told = problem !== undefined && atPin === undefined ? error(problem) : '';
  useAnnounced(told);

  const take = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (needsPin && faultOf(pinField, pin)) return;
    await answer.run({ id, answer: 'take', ...(needsPin ? { managerPin: pin } : {}) });
    setPin('');
    setAsked(false);
  };
  return (
    <form className={needsPin ? dialogStyles.withKeypad : dialogStyles.dialog} onSubmit={take}>
      <div className={dialogStyles.fields}>
        <p>{t('provision.text', { file, count: changes.length })}</p>
        <ProvisioningChanges changes={changes} />
        {needsPin && (
          <TextField
            box={keys.box}
            keypad
            label={t('pin.name')}
            first
            secret
            numeric
            value={pin}
            hint={t('provision.pin')}
            fault={asked ? faultOf(pinField, pin) : atPin}
            change={setPin}
          />
        )}
        <p className={dialogStyles.message} data-tone="red">
          {told}
        </p>
      </div>
      {needsPin && <DialogKeypad field={keys} whole />}
      <div className={dialogStyles.actions}>
        <Button data-autofocus={needsPin ? undefined : true} onClick={() => void answer.run({ id, answer: 'refuse' })}>
          {t('provision.refuse')}
        </Button>
        <Button type="submit" kind="main" aria-disabled={answer.pending}>
          {t('provision.take')}
        </Button>
      </div>
    </form>
  );
}
