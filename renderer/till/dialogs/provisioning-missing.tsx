import { useState } from 'react';
import { posIdField } from '../../../preload/contract/fields.ts';
import { pinField } from '../../../preload/contract/pin.ts';
import type { ProvisioningStage } from '../../../preload/contract/provisioning.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { faultOf } from '../form/field-fault.ts';
import { useSecretText } from '../form/secret.ts';
import { TextField } from '../form/text-field.tsx';
import { DialogForm } from './dialog-form.tsx';

interface Props {
  readonly question: ProvisioningStage<'missing'>;
  refuse(): void;
}

export function ProvisioningMissing({ question, refuse }: Props) {
  const { t } = useWords();
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
  const give = async () => {
    setAsked(true);
    if (posFault ?? pinFault) return;
    await giving.run({
      id,
      posId: question.posId ? posId : undefined,
      managerPin: pin === '' ? undefined : pin,
    });
    setPin('');
    setAsked(false);
  };
  return (
    <DialogForm
      call={{ pending: giving.pending, problem: problem?.field === undefined ? problem : undefined }}
      confirm={t('provision.next')}
      submit={() => void give()}
      leaveText={t('provision.refuse')}
      leave={refuse}
    >
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
    </DialogForm>
  );
}
