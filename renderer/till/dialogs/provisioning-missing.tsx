import { type FormEvent, useState } from 'react';
import { pinField, posIdField } from '../../../preload/contract/fields.ts';
import type { ProvisioningStage } from '../../../preload/contract/provisioning.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { faultOf } from '../form/field-fault.ts';
import { TextField } from '../form/text-field.tsx';
import { useSecretText } from '../form/use-secret-text.ts';
import dialogStyles from './dialog.module.css';

interface Props {
  readonly question: ProvisioningStage<'missing'>;
  refuse(): void;
}

/** Asks for what each terminal has of its own, where the file of a shop leaves it out. */
export function ProvisioningMissing({ question, refuse }: Props) {
  const { t, error } = useWords();
  const { id, file, pin: pinAsked } = question;
  const giving = useCall('provision.missing');
  const [posId, setPosId] = useState('');
  const [pin, setPin] = useSecretText();
  const [asked, setAsked] = useState(false);
  const { problem } = giving;
  const posFault = question.posId ? faultOf(posIdField, posId) : undefined;
  const pinFault = pinAsked === 'no' || (pinAsked === 'optional' && pin === '') ? undefined : faultOf(pinField, pin);
  const at = (field: string, own: ErrorView | undefined) =>
    (asked ? own : undefined) ?? (problem?.field === field ? problem : undefined);
  const told = problem !== undefined && problem.field === undefined ? error(problem) : '';
  useAnnounced(told);
  const give = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (posFault ?? pinFault) return;
    await giving.run({
      id,
      ...(question.posId ? { posId } : {}),
      ...(pin === '' ? {} : { managerPin: pin }),
    });
    setPin('');
    setAsked(false);
  };
  return (
    <form className={dialogStyles.dialog} onSubmit={give}>
      <p>{t('provision.missing.text', { file })}</p>
      {question.posId && (
        <TextField
          label={t('settings.pos.posId')}
          first
          value={posId}
          max={36}
          hint={t('provision.missing.posId')}
          fault={at('posId', posFault)}
          change={setPosId}
        />
      )}
      {pinAsked !== 'no' && (
        <TextField
          label={t('provision.missing.pin')}
          first={!question.posId}
          secret
          numeric
          value={pin}
          hint={t(`provision.missing.pin.${pinAsked}`)}
          fault={at('managerPin', pinFault)}
          change={setPin}
        />
      )}
      <p className={dialogStyles.message} data-tone="red">
        {told}
      </p>
      <div className={dialogStyles.actions}>
        <Button onClick={refuse}>{t('provision.refuse')}</Button>
        <Button type="submit" kind="main" aria-disabled={giving.pending}>
          {t('provision.next')}
        </Button>
      </div>
    </form>
  );
}
