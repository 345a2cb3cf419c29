import { useWords } from '../ui/use-words.ts';
import { useSnapshotState } from './till-store.ts';

/** Instead of a screen that broke: the sale goes on in main, and this says what state it is in. */
export function ErrorScreen() {
  const { t, money } = useWords();
  const sale = useSnapshotState((state) => state.snapshot?.sale ?? null);
  return (
    <main className="fault">
      <h1>{t('fault.title')}</h1>
      <p className="sentence">
        {sale === null
          ? t('fault.no-sale')
          : t('fault.sale', {
              amount: money(sale.amount),
              stage: t(`stage.${sale.stage}`),
              reference: sale.reference,
            })}
      </p>
      <button type="button" className="button button--main" onClick={() => window.location.reload()}>
        {t('fault.reload')}
      </button>
    </main>
  );
}
