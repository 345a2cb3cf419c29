import { useRef } from 'react';
import { useWords } from '../../ui/use-words.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { useTill, useUi } from '../till-store.ts';
import { RefundForm } from './refund-form.tsx';

export function RefundDialog() {
  const { t } = useWords();
  const saleId = useUi((ui) => ui.refunding);
  const refund = useUi((ui) => ui.refund);
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
