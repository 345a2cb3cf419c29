import { Modal } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { pinField, reasonField } from '../../../preload/fields.ts';
import type { ErrorView, SaleView } from '../../../preload/views.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useElapsed } from '../../ui/use-now.ts';
import { useWords } from '../../ui/use-words.ts';
import dialogStyles from '../dialogs/dialog.module.css';
import { DialogKeypad } from '../dialogs/dialog-keypad.tsx';
import { dialogProps, keypadDialogSize } from '../dialogs/dialog-props.ts';
import { faultOf } from '../form/field-fault.ts';
import { isUnfinished, parseAmount } from '../form/parse-amount.ts';
import { TextField } from '../form/text-field.tsx';
import { useAmountTyping } from '../form/use-amount-typing.ts';
import { useKeypadField } from '../form/use-keypad-field.ts';
import { useSecretText } from '../form/use-secret-text.ts';
import { ScanLine } from '../scanner/scan-line.tsx';
import { useTill, useUi } from '../till-store.ts';

/** Refunds a payment in full or in part. What cannot be refunded is refused here, before anything is sent. */
export function RefundDialog() {
  const { t } = useWords();
  const saleId = useUi((ui) => ui.refunding);
  const close = useUi((ui) => ui.refund);
  const sale = useTill((till) => [till.sale, till.opened].find((candidate) => candidate?.saleId === saleId));
  return (
    <Modal
      {...dialogProps}
      size={keypadDialogSize}
      opened={saleId !== null && sale != null}
      onClose={() => close(null)}
      title={t('refund.title')}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      {sale != null && <RefundForm key={sale.saleId} sale={sale} close={() => close(null)} />}
    </Modal>
  );
}

function RefundForm({ sale, close }: { readonly sale: SaleView; close(): void }) {
  const words = useWords();
  const { t } = words;
  const typing = useAmountTyping();
  const refund = useCall('refund.start');
  const limit = useTill((till) => till.counter.refundPinAbove ?? 0);
  const [amount, setAmount] = useState(() => words.amountText(sale.refundable));
  const [reason, setReason] = useState('');
  const [pin, setPin] = useSecretText();
  const [asked, setAsked] = useState(false);
  /** Main's last refusal for want of a PIN. It outlives the message, which goes when the amount changes. */
  const [refusal, setRefusal] = useState<ErrorView>();
  const waited = useElapsed(refund.pending);

  const read = parseAmount(amount);
  const { problem } = refund;
  const free = sale.refundableWithoutPin;
  const needsPin = refusal?.retryable === false || (read.ok && free !== undefined && read.cents > free);
  const wantsPin = needsPin || refusal !== undefined;
  const amountFault = faultOfAmount(read, sale.refundable, asked);
  const atField = (name: string) => (problem?.field === name ? problem : undefined);
  const atPin = problem?.code.startsWith('pin.') ? problem : undefined;
  // What kept main from letting it go without a manager may have passed: a press without a PIN asks main again.
  const withPin = needsPin || (wantsPin && pin !== '');
  const pinFault = withPin && asked ? faultOf(pinField, pin) : undefined;
  const elsewhere = problem?.field === 'amount' || problem?.field === 'reason' || atPin !== undefined;

  const changeAmount = (text: string) => {
    refund.clear();
    setAmount(text);
  };
  const { pasted } = typing;
  const amountKeys = useKeypadField(amount, (text) => changeAmount(typing.changed(text)));
  const pinKeys = useKeypadField(pin, setPin);
  const [typesPin, setTypesPin] = useState(false);
  const { box } = amountKeys;
  // What is typed first, on the keyboard or the keypad, takes the place of the whole amount.
  useEffect(() => box.current?.select(), [box]);
  const told = problem !== undefined && !elsewhere ? words.error(problem) : waited > 300 ? t('refund.sending') : '';
  useAnnounced(told);
  const sum = read.ok ? words.money(read.cents) : undefined;

  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!read.ok || read.cents > sale.refundable || faultOf(reasonField, reason)) return;
    if (withPin && faultOf(pinField, pin)) return;
    const outcome = await refund.run({
      saleId: sale.saleId,
      amount: read.cents,
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
      ...(withPin ? { managerPin: pin } : {}),
    });
    setPin('');
    setAsked(false);
    if (outcome?.ok) return close();
    if (outcome?.error.code.startsWith('pin.')) setRefusal(outcome.error);
  };

  return (
    <form className={dialogStyles.withKeypad} onSubmit={confirm}>
      <div className={dialogStyles.fields}>
        <ScanLine />
        <p>{t('refund.explain', { paid: words.money(sale.amount), left: words.money(sale.refundable) })}</p>
        <TextField
          first
          label={t('refund.amount')}
          amount
          value={amount}
          fault={amountFault ?? atField('amount')}
          box={amountKeys.box}
          keypad
          focused={() => setTypesPin(false)}
          enter={nothing}
          change={(text) => changeAmount(typing.changed(text))}
          paste={pasted && ((text) => changeAmount(pasted(text)))}
        />
        <TextField
          label={t('refund.reason')}
          value={reason}
          max={140}
          fault={faultOf(reasonField, reason) ?? atField('reason')}
          change={setReason}
        />
        {wantsPin && (
          <TextField
            label={t('pin.name')}
            secret
            numeric
            value={pin}
            fault={pinFault ?? atPin}
            hint={t(`pin.why.${sale.refundPinWhy ?? 'payment'}`, { limit: words.money(limit) })}
            box={pinKeys.box}
            keypad
            focused={() => setTypesPin(true)}
            change={setPin}
          />
        )}
        <p className={dialogStyles.message} data-tone="red">
          {told}
        </p>
      </div>
      <DialogKeypad field={typesPin && wantsPin ? pinKeys : amountKeys} whole={typesPin && wantsPin} />
      <div className={dialogStyles.actions}>
        <Button onClick={close}>{t('dialog.not-now')}</Button>
        <Button
          type="submit"
          kind="main"
          aria-disabled={refund.pending}
          aria-label={sum === undefined ? t('refund.confirm') : t('refund.confirm.amount', { amount: sum })}
        >
          {sum === undefined ? t('sale.refund') : t('refund.amount-back', { amount: sum })}
        </Button>
      </div>
    </form>
  );
}

/** Enter after an amount is a habit, and would send money. */
function nothing(): void {}

function faultOfAmount(
  read: ReturnType<typeof parseAmount>,
  refundable: number,
  asked: boolean,
): ErrorView | undefined {
  const fault = (code: string, values: ErrorView['values'] = {}) => ({ code, message: code, retryable: false, values });
  if (read.ok) {
    return read.cents > refundable ? fault('refund.above-remaining', { remaining: refundable }) : undefined;
  }
  if (!asked && isUnfinished(read.code)) return undefined;
  return fault(read.code, read.character === undefined ? {} : { character: read.character });
}
