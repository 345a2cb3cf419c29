import { type RefObject, useEffect, useRef, useState } from 'react';
import { reasonField } from '../../../preload/contract/fields.ts';
import type { ErrorView, SaleView } from '../../../preload/contract/views.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { useCall } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import dialogStyles from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { faultOf } from '../../ui/form/field-fault.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { useElapsed } from '../../ui/use-now.ts';
import { useWords } from '../../ui/use-words.ts';
import { DialogKeypad } from '../form/keypad.tsx';
import { PinBox, usePin } from '../form/pin.tsx';
import { ScanLine } from '../scanner/scan-line.tsx';
import { useTill, useUi } from '../till-store.ts';
import { refundAmountFault, useRefundAmount } from './refund-amount.ts';
import { type StartRefund, useStartRefund } from './use-start-refund.ts';

export function RefundDialog() {
  const { t } = useWords();
  const saleId = useUi((ui) => ui.dialogs.refunding);
  const refund = useUi((ui) => ui.dialogs.refund);
  const close = () => refund(null);
  const leave = useRef(close);
  const sale = useTill((till) => [till.sale, till.opened].find((candidate) => candidate?.saleId === saleId));
  return (
    <Dialog
      title={t('refund.title')}
      width="keypad"
      opened={saleId !== null && sale != null}
      close={() => leave.current()}
    >
      {sale != null && <RefundForm key={sale.saleId} sale={sale} close={close} leaving={leave} />}
    </Dialog>
  );
}

interface Props {
  readonly sale: SaleView;
  close(): void;
  /** Closes the dialog; first withdraws a refund not sent yet. */
  readonly leaving: RefObject<() => void>;
}

function RefundForm({ sale, close, leaving }: Props) {
  const refund = useStartRefund(close);
  useEffect(() => {
    leaving.current = refund.leave;
  });
  const asked = sale.refundAsked;
  const isOther = asked !== undefined && !asked.interrupted && asked.wish !== refund.requestId;
  return isOther ? <AskedRefund asked={asked} close={close} /> : <Form sale={sale} refund={refund} />;
}

function Form({ sale, refund }: { readonly sale: SaleView; readonly refund: StartRefund }) {
  const words = useWords();
  const { t } = words;
  const { problem } = refund;
  const looked = useRefundLook(sale.saleId);
  const amount = useRefundAmount(sale.refundable, refund.clear);
  const [reason, setReason] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const { read } = amount;
  const permission = usePermission(sale, read.ok ? read.cents : 0, problem);
  const { pin, wantsPin } = permission;
  const [typesPin, setTypesPin] = useState(false);
  const waited = useElapsed(refund.pending);
  const sending = waited > 300 ? t('refund.sending') : '';
  useAnnounced(sending);
  const atField = (name: string) => (problem?.field === name ? problem : undefined);
  const sum = read.ok ? words.money(read.cents) : undefined;
  const tooLate = refund.isTooLate ? t('refund.too-late', { amount: sum ?? words.money(0) }) : undefined;
  const elsewhere = (atField('amount') ?? atField('reason')) ? undefined : pin.otherProblem;

  const confirm = async () => {
    setIsAsked(true);
    if (refund.isTooLate || !read.ok || read.cents > sale.refundable || faultOf(reasonField, reason)) return;
    const ask = { saleId: sale.saleId, amount: read.cents, seen: sale.refundable, reason: reason.trim() || undefined };
    await permission.give((managerPin) => refund.request({ ...ask, managerPin }));
    setIsAsked(false);
  };
  return (
    <DialogForm
      keypad={typesPin && wantsPin ? <DialogKeypad field={pin.keys} whole /> : <DialogKeypad field={amount.keys} />}
      call={{ pending: refund.pending, problem: elsewhere ?? tooLate }}
      message={sending || looked}
      confirm={sum === undefined ? t('refund.confirm') : t('refund.confirm.amount', { amount: sum })}
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
        value={amount.text}
        fault={refundAmountFault(read, { refundable: sale.refundable, asked: isAsked }) ?? atField('amount')}
        box={amount.keys.box}
        keypad
        focused={() => setTypesPin(false)}
        enter={nothing}
        change={amount.change}
        paste={amount.paste}
      />
      <TextField
        label={t('refund.reason')}
        value={reason}
        max={140}
        fault={faultOf(reasonField, reason) ?? atField('reason')}
        change={setReason}
      />
      {wantsPin && <PinBox pin={pin} keypad hint={permission.why} focused={() => setTypesPin(true)} />}
    </DialogForm>
  );
}

/** A PIN is needed above the free limit, or after main asked for it. */
function usePermission(sale: SaleView, cents: number, problem: ErrorView | undefined) {
  const { t, money } = useWords();
  const pin = usePin(problem);
  const limit = useTill((till) => till.counter.refundPinAbove ?? 0);
  /** Kept after its message disappears with a changed amount. */
  const [refusal, setRefusal] = useState<ErrorView>();
  const free = sale.refundableWithoutPin;
  const needsPin = refusal?.retryable === false || (free !== undefined && cents > free);
  const wantsPin = needsPin || refusal !== undefined;
  const give = async (action: (managerPin?: string) => Promise<ErrorView | undefined>) => {
    // Main's reason for a manager may no longer hold: a call without a PIN asks main again.
    const withPin = needsPin || (wantsPin && pin.text !== '');
    if (!withPin) pin.forget();
    const fault = await (withPin ? pin.give(action) : action());
    if (fault?.code.startsWith('pin.')) setRefusal(fault);
  };
  return { pin, wantsPin, why: t(`pin.why.${sale.refundPinWhy ?? 'payment'}`, { limit: money(limit) }), give };
}

/** Enter after an amount is a habit, and would send money. */
function nothing(): void {}

interface AskedProps {
  readonly asked: NonNullable<SaleView['refundAsked']>;
  close(): void;
}

/** A refund requested before the dialog opened and not sent yet: the next refund has to wait. */
function AskedRefund({ asked, close }: AskedProps) {
  const { t, money, error } = useWords();
  const { run, pending, problem } = useCall('refund.take-back');
  const message = problem === undefined ? '' : error(problem);
  useAnnounced(message);
  return (
    <div className={dialogStyles.dialog}>
      <p>{t('refund.asked', { amount: money(asked.amount) })}</p>
      <p className={dialogStyles.message} data-tone="red">
        {message}
      </p>
      <div className={dialogStyles.actions}>
        <Button aria-disabled={pending} onClick={() => void run({ wish: asked.wish })}>
          {t('refund.take-back')}
        </Button>
        <Button kind="main" onClick={close}>
          {t('dialog.close')}
        </Button>
      </div>
    </div>
  );
}

function useRefundLook(saleId: string): string {
  const { t, clockTime } = useWords();
  const { run } = useCall('refund.look');
  const [answer, setAnswer] = useState<{ readonly at?: number } | undefined>();
  useEffect(() => {
    let isShown = true;
    void run({ saleId }).then((outcome) => {
      if (isShown && outcome !== undefined)
        setAnswer(outcome.ok && outcome.value.complete ? { at: outcome.value.at } : {});
    });
    return () => {
      isShown = false;
    };
  }, [run, saleId]);
  const line =
    answer === undefined
      ? t('refund.looking')
      : answer.at === undefined
        ? t('refund.not-looked')
        : t('refund.as-of', { time: clockTime(answer.at) });
  useAnnounced(answer === undefined ? '' : line);
  return line;
}
