import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { pinField } from '../../../preload/contract/fields.ts';
import type { Leaving } from '../../../preload/contract/views.ts';
import { callMain, useBridge } from '../../ui/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { faultOf } from '../form/field-fault.ts';
import { useSecretText } from '../form/use-secret-text.ts';
import { useTill } from '../till-store.ts';
import dialogStyles from './dialog.module.css';
import styles from './leave-dialog.module.css';
import { LeavePin } from './leave-pin.tsx';

/** Asks whether to end the app while something is under way. */
export function LeaveDialog() {
  const leaving = useTill((till) => till.leaving);
  return leaving === undefined ? null : <Question leaving={leaving} />;
}

/** The system's own modal dialog: it stands above every other one, and holds the keyboard. */
function Question({ leaving }: { readonly leaving: Leaving }) {
  const { t } = useWords();
  const bridge = useBridge();
  const dialog = useRef<HTMLDialogElement>(null);
  const stay = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const textId = useId();
  const { id } = leaving;
  // Asked once more, the person is shown the way back once more.
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
    stay.current?.focus();
    void callMain(bridge, 'leaving.shown', { id });
  }, [bridge, id]);
  const answering = useCall('leaving.answer');
  const [pin, setPin] = useSecretText();
  const [asked, setAsked] = useState(false);
  const answer = async (given: 'stay' | 'end') => {
    const takesPin = given === 'end' && leaving.pin === true;
    setAsked(takesPin);
    if (takesPin && faultOf(pinField, pin)) return;
    await answering.run({ id, answer: given, ...(takesPin && { pin }) });
    setPin('');
    setAsked(false);
  };
  const onCancel = (event: SyntheticEvent) => {
    // Main takes the question back, and with it the dialog goes.
    event.preventDefault();
    void answer('stay');
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
          <LeavePin
            pin={pin}
            problem={answering.problem}
            asked={asked}
            change={setPin}
            end={() => void answer('end')}
          />
        )}
      </div>
      <div className={dialogStyles.actions}>
        <Button onClick={() => void answer('end')}>{t('leave.end')}</Button>
        <Button ref={stay} kind="main" onClick={() => void answer('stay')}>
          {t('leave.stay')}
        </Button>
      </div>
    </dialog>
  );
}

/** What is under way, and what becomes of it. */
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
