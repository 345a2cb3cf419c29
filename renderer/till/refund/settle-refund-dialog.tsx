import { Modal } from '@mantine/core';
import { useState } from 'react';
import { pinField } from '../../../preload/contract/fields.ts';
import type { RefundDecision, RefundView } from '../../../preload/contract/views.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import dialogStyles from '../dialogs/dialog.module.css';
import { dialogProps } from '../dialogs/dialog-props.ts';
import { faultOf } from '../form/field-fault.ts';
import { TextField } from '../form/text-field.tsx';
import { useSecretText } from '../form/use-secret-text.ts';
import { useTill, useUi } from '../till-store.ts';

/** A refund without an outcome from the service. A manager decides, and reads what each choice can cost. */
export function SettleRefundDialog() {
  const { t } = useWords();
  const refund = useUi((ui) => ui.settling);
  const settle = useUi((ui) => ui.settle);
  return (
    <Modal
      {...dialogProps}
      opened={refund !== null}
      onClose={() => settle(null)}
      title={t('settle.title')}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      {refund !== null && <SettleForm refund={refund} close={() => settle(null)} />}
    </Modal>
  );
}

function SettleForm({ refund, close }: { readonly refund: RefundView; close(): void }) {
  const { t, money, error } = useWords();
  const settle = useCall('refund.settle');
  const role = useTill((till) => till.role);
  const [pin, setPin] = useSecretText();
  const [asked, setAsked] = useState(false);
  const [pinAsked, setPinAsked] = useState(false);
  const wantsPin = pinAsked || role !== 'manager';
  const { problem } = settle;
  const atPin = problem?.code.startsWith('pin.') ? problem : undefined;
  const amount = { amount: money(refund.amount) };

  const told = problem !== undefined && atPin === undefined ? error(problem) : '';
  useAnnounced(told);

  const decide = async (decision: RefundDecision) => {
    setAsked(true);
    if (wantsPin && faultOf(pinField, pin)) return;
    const { refundKey } = refund;
    const outcome = await settle.run({ refundKey, decision, ...(wantsPin ? { managerPin: pin } : {}) });
    setPin('');
    setAsked(false);
    if (outcome?.ok) return close();
    if (outcome?.error.code.startsWith('pin.')) setPinAsked(true);
  };
  return (
    <form className={dialogStyles.dialog} onSubmit={(event) => event.preventDefault()}>
      <p>{t(`settle.why.${refund.unsettled ?? 'absent'}`, amount)}</p>
      <p>{t('settle.look')}</p>
      {wantsPin && (
        <TextField
          label={t('pin.name')}
          first
          secret
          numeric
          value={pin}
          fault={asked ? faultOf(pinField, pin) : atPin}
          hint={t('unlock.why')}
          change={setPin}
        />
      )}
      <p>{t('settle.not-made.risk', amount)}</p>
      <Button aria-disabled={settle.pending} onClick={() => void decide('not-made')}>
        {t('settle.not-made')}
      </Button>
      <p>{t('settle.send-again.risk', amount)}</p>
      <Button aria-disabled={settle.pending} onClick={() => void decide('send-again')}>
        {t('settle.send-again')}
      </Button>
      <p className={dialogStyles.message} data-tone="red">
        {told}
      </p>
      <div className={dialogStyles.actions}>
        <Button kind="main" onClick={close}>
          {t('dialog.not-now')}
        </Button>
      </div>
    </form>
  );
}
