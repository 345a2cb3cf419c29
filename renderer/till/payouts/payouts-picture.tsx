import { lazy, Suspense, useState } from 'react';
import type { PayoutsOverview } from '../../../preload/contract/payouts.ts';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../ui/use-words.ts';
import { Dialog } from '../dialogs/dialog.tsx';

/** Its charts are a library of their own. */
const PayoutsByDay = lazy(() =>
  import('../figures/payouts-by-day.tsx').then((module) => ({ default: module.PayoutsByDay })),
);

/** Opens what was paid out, and what is outstanding, by day as a picture. */
export function PayoutsPicture({ days }: Pick<PayoutsOverview, 'days'>) {
  const { t } = useWords();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button onClick={() => setOpened(true)}>{t('figures.payouts')}</Button>
      <Dialog title={t('figures.payouts')} width="wide" opened={opened} close={() => setOpened(false)}>
        {opened && (
          <Suspense fallback={null}>
            <PayoutsByDay days={days} />
          </Suspense>
        )}
      </Dialog>
    </>
  );
}
