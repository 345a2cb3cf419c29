import { useEffect } from 'react';
import { useCall } from '../../ui/ask-main.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { isRunning } from '../../ui/sale-stage.tsx';
import { useWords } from '../../ui/use-words.ts';
import { useTill, useUi, useUiNow, withoutTimeLeft } from '../till-store.ts';
import { isEmpty } from '../ui-state/draft-entry.ts';

/** Asks first if the cashier has typed a draft already. */
export function DraftDialog() {
  const { t, money, amountText } = useWords();
  const handed = useTill((till) => till.handedDraft);
  const sale = useTill((till) => withoutTimeLeft(till.sale));
  const isTyped = useUi((ui) => !isEmpty(ui.entry.draft) || ui.entry.keptDraft !== null);
  const ui = useUiNow();
  const take = useCall('sale.take-draft');
  const dismiss = useCall('sale.dismiss');
  const answer = (uses: boolean) => {
    if (handed === undefined) return;
    const { id, amount, reference, description } = handed;
    void take.run({ id });
    if (!uses) return;
    ui().entry.type({ amount: amountText(amount), reference, description });
    ui().navigation.show('sale');
    if (sale !== null && sale.stage !== 'unknown' && !isRunning(sale.stage)) void dismiss.run({ saleId: sale.saleId });
  };
  const isFree = handed !== undefined && !isTyped;
  useEffect(() => {
    if (isFree) answer(true);
  });
  return (
    <Dialog title={t('draft.title')} opened={handed !== undefined && isTyped} close={() => answer(false)}>
      <DialogForm
        confirm={t('draft.use', { amount: money(handed?.amount ?? 0) })}
        submit={() => answer(true)}
        leaveText={t('draft.keep')}
        leave={() => answer(false)}
      >
        <p>{t('draft.text')}</p>
      </DialogForm>
    </Dialog>
  );
}
