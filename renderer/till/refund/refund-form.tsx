import { type RefObject, useEffect, useState } from 'react';
import { reasonField } from '../../../preload/contract/fields.ts';
import type { ErrorView, SaleView } from '../../../preload/contract/views.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { useElapsed } from '../../ui/use-now.ts';
import { useWords } from '../../ui/use-words.ts';
import { DialogForm } from '../dialogs/dialog-form.tsx';
import { faultOf } from '../form/field-fault.ts';
import { isUnfinished, parseAmount } from '../form/parse-amount.ts';
import { PinBox, usePin } from '../form/pin.tsx';
import { TextField } from '../form/text-field.tsx';
import { useAmountTyping } from '../form/use-amount-typing.ts';
import { useKeypadField } from '../form/use-keypad-field.ts';
import { ScanLine } from '../scanner/scan-line.tsx';
import { useTill } from '../till-store.ts';
import { AskedRefund } from './asked-refund.tsx';
import { useRefundLook } from './use-refund-look.ts';
import { useRefundPress } from './use-refund-press.ts';

interface Props {
  readonly sale: SaleView;
  close(): void;
  /** Closes the dialog: a press that is being prepared is taken back first. */
  readonly leaving: RefObject<() => void>;
}

export function RefundForm({ sale, close, leaving }: Props) {
  const words = useWords();
  const { t } = words;
  const typing = useAmountTyping();
  const refund = useRefundPress(close);
  const looked = useRefundLook(sale.saleId);
  const { problem } = refund;
  const pin = usePin(problem);
  const limit = useTill((till) => till.counter.refundPinAbove ?? 0);
  /** Until something is typed, all that is left: what the service tells meanwhile counts. */
  const [typed, setTyped] = useState<string>();
  const [reason, setReason] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  /** Main's last refusal for want of a PIN. It outlives the message, which goes when the amount changes. */
  const [refusal, setRefusal] = useState<ErrorView>();
  const waited = useElapsed(refund.pending);

  const amount = typed ?? words.amountText(sale.refundable);
  const read = parseAmount(amount);
  const free = sale.refundableWithoutPin;
  const needsPin = refusal?.retryable === false || (read.ok && free !== undefined && read.cents > free);
  const wantsPin = needsPin || refusal !== undefined;
  const amountFault = faultOfAmount(read, sale.refundable, isAsked);
  const atField = (name: string) => (problem?.field === name ? problem : undefined);
  // The reason for which main wanted a manager may have passed: a press without a PIN asks main again.
  const withPin = needsPin || (wantsPin && pin.text !== '');
  const changeAmount = (text: string) => {
    refund.clear();
    setTyped(text);
  };
  const { pasted } = typing;
  const amountKeys = useKeypadField(amount, (text) => changeAmount(typing.changed(text)));
  const [typesPin, setTypesPin] = useState(false);
  const { box } = amountKeys;
  // The first figure typed, on the keyboard or the keypad, takes the place of the whole amount.
  useEffect(() => box.current?.select(), [box]);
  const tooLate = refund.isTooLate && t('refund.too-late', { amount: words.money(read.ok ? read.cents : 0) });
  // A fault of the amount or the reason stands at its field.
  const elsewhere = problem?.field === 'amount' || problem?.field === 'reason' ? undefined : pin.otherProblem;
  const sending = waited > 300 ? t('refund.sending') : '';
  useAnnounced(sending);
  const sum = read.ok ? words.money(read.cents) : undefined;

  const confirm = async () => {
    setIsAsked(true);
    if (refund.isTooLate || !read.ok || read.cents > sale.refundable || faultOf(reasonField, reason)) return;
    const { cents } = read;
    const press = (managerPin?: string) =>
      refund.press({
        saleId: sale.saleId,
        amount: cents,
        seen: sale.refundable,
        reason: reason.trim() === '' ? undefined : reason.trim(),
        managerPin,
      });
    const fault = await (withPin ? pin.give(press) : press());
    setIsAsked(false);
    if (fault?.code.startsWith('pin.')) setRefusal(fault);
  };

  useEffect(() => {
    leaving.current = refund.leave;
  });
  const asked = sale.refundAsked;
  if (asked !== undefined && !asked.interrupted && asked.wish !== refund.wish)
    return <AskedRefund asked={asked} close={close} />;
  return (
    <DialogForm
      keypad={typesPin && wantsPin ? pin.keys : amountKeys}
      digitsOnly={typesPin && wantsPin}
      call={{ pending: refund.pending, problem: elsewhere ?? (tooLate || undefined) }}
      message={sending || looked}
      confirm={sum === undefined ? t('sale.refund') : t('refund.amount-back', { amount: sum })}
      confirmName={sum === undefined ? t('refund.confirm') : t('refund.confirm.amount', { amount: sum })}
      blocked={refund.isTooLate}
      submit={() => void confirm()}
      leaveText={refund.isTooLate ? t('dialog.close') : undefined}
      leave={refund.leave}
    >
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
        <PinBox
          pin={pin}
          keypad
          hint={t(`pin.why.${sale.refundPinWhy ?? 'payment'}`, { limit: words.money(limit) })}
          focused={() => setTypesPin(true)}
        />
      )}
    </DialogForm>
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
