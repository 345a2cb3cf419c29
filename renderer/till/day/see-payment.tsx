import { Button } from '../../ui/button.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { useUi } from '../till-store.ts';

export function SeePayment({ saleId, reference }: { readonly saleId: string; readonly reference: string }) {
  const { t } = useWords();
  const open = useCall('payments.open');
  const show = useUi((ui) => ui.show);
  const see = async () => {
    const outcome = await open.run({ saleId });
    if (outcome?.ok) show('payments');
  };
  return (
    <Button aria-label={t('shift.see.name', { reference })} onClick={() => void see()}>
      {t('shift.see')}
    </Button>
  );
}
