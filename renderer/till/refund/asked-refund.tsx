import type { SaleView } from '../../../preload/contract/views.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import dialogStyles from '../dialogs/dialog.module.css';

interface Props {
  readonly asked: NonNullable<SaleView['refundAsked']>;
  close(): void;
}

/** A refund of the payment that is being prepared since before the dialog was opened: another one has to wait. */
export function AskedRefund({ asked, close }: Props) {
  const { t, money, error } = useWords();
  const { run, pending, problem } = useCall('refund.take-back');
  const told = problem === undefined ? '' : error(problem);
  useAnnounced(told);
  return (
    <div className={dialogStyles.dialog}>
      <p>{t('refund.asked', { amount: money(asked.amount) })}</p>
      <p className={dialogStyles.message} data-tone="red">
        {told}
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
