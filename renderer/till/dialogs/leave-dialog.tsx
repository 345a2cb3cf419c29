import { type SyntheticEvent, useEffect, useId, useRef } from 'react';
import type { Leaving } from '../../../preload/contract/views.ts';
import { callMain, useBridge, useCall } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import dialogStyles from '../../ui/dialogs/dialog.module.css';
import { useWords } from '../../ui/use-words.ts';
import { DialogKeypad } from '../form/keypad.tsx';
import { PinBox, usePin } from '../form/pin.tsx';
import { useTill } from '../till-store.ts';
import styles from './leave-dialog.module.css';

export function LeaveDialog() {
  const leaving = useTill((till) => till.leaving);
  return leaving === undefined ? null : <Question leaving={leaving} />;
}

/** A native modal dialog: above every other dialog, with the keyboard captured. */
function Question({ leaving }: { readonly leaving: Leaving }) {
  const { t } = useWords();
  const bridge = useBridge();
  const dialog = useRef<HTMLDialogElement>(null);
  const stay = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const textId = useId();
  const { id } = leaving;
  // Every new request shows the way back again.
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
    stay.current?.focus();
    void callMain(bridge, 'leaving.shown', { id });
  }, [bridge, id]);
  const answering = useCall('leaving.answer');
  const pin = usePin(answering.problem);
  // The dialog has no error line: every refusal is shown at the PIN box.
  const atBox = { ...pin, fault: pin.fault ?? pin.otherProblem };
  const goOn = () => void answering.run({ id, answer: 'stay' });
  const finish = (given?: string) => answering.run({ id, answer: 'end', pin: given });
  const end = () => void (leaving.pin ? pin.give(finish) : finish());
  const onCancel = (event: SyntheticEvent) => {
    // The dialog closes when main withdraws the question.
    event.preventDefault();
    goOn();
  };
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-modal="true"
      aria-labelledby={titleId}
      aria-describedby={textId}
      className={styles.dialog}
      onCancel={onCancel}
    >
      <h2 id={titleId} className={dialogStyles.title}>
        {t('leave.title')}
      </h2>
      <div id={textId} className={dialogStyles.dialog}>
        <UnderWay leaving={leaving} />
        {leaving.pin && (
          <div className={dialogStyles.withKeypad}>
            <div className={dialogStyles.fields}>
              <PinBox pin={atBox} first keypad hint={t('kiosk.leave')} enter={end} />
            </div>
            <DialogKeypad field={pin.keys} whole />
          </div>
        )}
      </div>
      <div className={dialogStyles.actions}>
        <Button onClick={end}>{t('leave.end')}</Button>
        <Button ref={stay} kind="main" onClick={goOn}>
          {t('leave.stay')}
        </Button>
      </div>
    </dialog>
  );
}

function UnderWay({ leaving: { sale, refunds } }: { readonly leaving: Leaving }) {
  const { t, money } = useWords();
  const training = useTill((till) => till.terminal.mode === 'training');
  return (
    <>
      {sale !== undefined && (
        <p>
          {t('leave.sale', {
            amount: money(sale.amount),
            reference: sale.reference,
            stage: t(`stage.${sale.stage}`),
          })}
        </p>
      )}
      {refunds > 0 && <p>{t('leave.refunds', { count: refunds })}</p>}
      {sale !== undefined && <p>{t(training ? 'leave.training' : 'leave.sale.goes-on')}</p>}
      {refunds > 0 && <p>{t('leave.refunds.go-on')}</p>}
    </>
  );
}
