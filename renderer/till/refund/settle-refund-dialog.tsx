import { useState } from 'react';
import type { RefundDecision, RefundView } from '../../../preload/contract/views.ts';
import { useCall } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { useWords } from '../../ui/use-words.ts';
import { PinBox, usePin } from '../form/pin.tsx';
import { useTill, useUi } from '../till-store.ts';

export function SettleRefundDialog() {
  const { t } = useWords();
  const refund = useUi((ui) => ui.dialogs.settling);
  const settle = useUi((ui) => ui.dialogs.settle);
  return (
    <Dialog title={t('settle.title')} opened={refund !== null} close={() => settle(null)}>
      {refund !== null && <SettleForm refund={refund} close={() => settle(null)} />}
    </Dialog>
  );
}

function SettleForm({ refund, close }: { readonly refund: RefundView; close(): void }) {
  const { t, money } = useWords();
  const { run, pending, problem } = useCall('refund.settle');
  const role = useTill((till) => till.role);
  const pin = usePin(problem);
  const [pinAsked, setPinAsked] = useState(false);
  const wantsPin = pinAsked || role !== 'manager';
  const amount = { amount: money(refund.amount) };

  const decide = async (decision: RefundDecision) => {
    const send = (managerPin?: string) => run({ refundKey: refund.refundKey, decision, managerPin });
    const outcome = await (wantsPin ? pin.give(send) : send());
    if (outcome?.ok) return close();
    if (outcome?.error.code.startsWith('pin.')) setPinAsked(true);
  };
  return (
    <DialogForm call={{ pending, problem: pin.otherProblem }} leave={close}>
      <p>{t(`settle.why.${refund.unsettled ?? 'absent'}`, amount)}</p>
      <p>{t('settle.look')}</p>
      {wantsPin && <PinBox pin={pin} first hint={t('unlock.why')} />}
      <p>{t('settle.not-made.risk', amount)}</p>
      <Button aria-disabled={pending} onClick={() => void decide('not-made')}>
        {t('settle.not-made')}
      </Button>
      <p>{t('settle.send-again.risk', amount)}</p>
      <Button aria-disabled={pending} onClick={() => void decide('send-again')}>
        {t('settle.send-again')}
      </Button>
    </DialogForm>
  );
}
