import { type FormEvent, useState } from 'react';
import { pinField } from '../../../preload/contract/fields.ts';
import type { ProvisioningStage } from '../../../preload/contract/provisioning.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { faultOf } from '../form/field-fault.ts';
import { TextField } from '../form/text-field.tsx';
import { useKeypadField } from '../form/use-keypad-field.ts';
import { useSecretText } from '../form/use-secret-text.ts';
import dialogStyles from './dialog.module.css';
import { DialogKeypad } from './dialog-keypad.tsx';
import { ProvisioningChanges } from './provisioning-changes.tsx';

interface Props {
  readonly question: ProvisioningStage<'changes'>;
  refuse(): void;
}

/** What a provisioning file would change, and whether it may. */
export function ProvisioningTaking({ question, refuse }: Props) {
  const { t, error } = useWords();
  const { id, file, changes, needsPin, fresh } = question;
  const answer = useCall('provision.answer');
  const [pin, setPin] = useSecretText();
  const [asked, setAsked] = useState(false);
  const keys = useKeypadField(pin, setPin);
  const { problem } = answer;
  const atPin = needsPin && problem?.code.startsWith('pin.') ? problem : undefined;
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
        <p>{t(fresh ? 'provision.text.fresh' : 'provision.text', { file, count: changes.length })}</p>
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
        <Button data-autofocus={needsPin ? undefined : true} onClick={refuse}>
          {t('provision.refuse')}
        </Button>
        <Button type="submit" kind="main" aria-disabled={answer.pending}>
          {t('provision.take')}
        </Button>
      </div>
    </form>
  );
}
