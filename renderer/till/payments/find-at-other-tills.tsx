import { useState } from 'react';
import { referenceField } from '../../../preload/contract/fields.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import textStyles from '../../ui/text.module.css';
import { useCall } from '../../ui/use-call.ts';
import { useElapsed } from '../../ui/use-now.ts';
import { useWords } from '../../ui/use-words.ts';
import { faultOf } from '../form/field-fault.ts';
import { useTill, useUi } from '../till-store.ts';
import paymentsScreenStyles from './payments-screen.module.css';

export function FindAtOtherTills({ text }: { readonly text: string }) {
  const { t, error } = useWords();
  const find = useCall('payments.find-elsewhere');
  const role = useTill((till) => till.role);
  const unlock = useUi((ui) => ui.unlock);
  const [told, setTold] = useState<string>();
  const waited = useElapsed(find.pending);
  const reference = text.trim();
  const run = async () => {
    if (role === 'cashier') return unlock('payments');
    if (reference === '') return setTold(t('elsewhere.empty'));
    const fault = faultOf(referenceField, reference);
    if (fault !== undefined) return setTold(error(fault));
    setTold(undefined);
    const outcome = await find.run({ reference });
    if (outcome?.ok) setTold(t('elsewhere.found', { count: outcome.value.found }));
  };
  const message = find.problem !== undefined ? error(find.problem) : waited > 300 ? t('elsewhere.asking') : told;
  useAnnounced(message);
  return (
    <>
      <Button aria-disabled={find.pending} onClick={run}>
        {t('elsewhere.find')}
      </Button>
      {message !== undefined && <p className={`${paymentsScreenStyles.told} ${textStyles.small}`}>{message}</p>}
    </>
  );
}
