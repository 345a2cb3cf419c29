import { Modal } from '@mantine/core';
import { useRef } from 'react';
import { useWords } from '../../ui/use-words.ts';
import { dialogProps, keypadDialogSize } from '../dialogs/dialog-props.ts';
import { useTill, useUi } from '../till-store.ts';
import { RefundForm } from './refund-form.tsx';

/** Refunds a payment in full or in part. What cannot be refunded is refused here, before anything is sent. */
export function RefundDialog() {
  const { t } = useWords();
  const saleId = useUi((ui) => ui.refunding);
  const refund = useUi((ui) => ui.refund);
  const close = () => refund(null);
  const leave = useRef(close);
  const sale = useTill((till) => [till.sale, till.opened].find((candidate) => candidate?.saleId === saleId));
  return (
    <Modal
      {...dialogProps}
      size={keypadDialogSize}
      opened={saleId !== null && sale != null}
      onClose={() => leave.current()}
      title={t('refund.title')}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      {sale != null && <RefundForm key={sale.saleId} sale={sale} close={close} leaving={leave} />}
    </Modal>
  );
}
