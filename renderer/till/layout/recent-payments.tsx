import type { SaleSummary } from '../../../preload/views.ts';
import { Button } from '../../ui/button.tsx';
import { lookOf, shownStage } from '../../ui/sale-stage.ts';
import textStyles from '../../ui/text.module.css';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { useTill, useUi, withoutTimeLeft } from '../till-store.ts';
import styles from './recent-payments.module.css';

/** At most so many are drawn. The style sheet shows as many of them as fit. */
const MOST = 8;

/** The last payments, at the bottom of every view, and in front of them the current sale where it is not shown. */
export function RecentPayments() {
  const { t } = useWords();
  const view = useUi((ui) => ui.view);
  const recent = useTill((till) => till.recent.slice(0, MOST));
  return (
    <footer className={styles.bar}>
      {view !== 'sale' && <CurrentSale />}
      {recent.length === 0 && <p className={textStyles.quiet}>{t('strip.none')}</p>}
      {recent.map((row) => (
        <Recent key={row.saleId} row={row} />
      ))}
    </footer>
  );
}

function Recent({ row }: { readonly row: SaleSummary }) {
  const words = useWords();
  const open = useCall('payments.open');
  const stage = shownStage(row);
  const show = useUi((ui) => ui.show);
  const time = useTill((till) => words.shortTime(row.succeededAt ?? row.at, till.at));
  return (
    <Button
      className={styles.payment}
      data-tone={lookOf(stage).tone}
      onClick={() => {
        show('payments');
        void open.run({ saleId: row.saleId });
      }}
    >
      <span className={textStyles.quiet}>{time}</span>
      {stage === 'partly-refunded' ? (
        <span className={styles.stage}>{words.refundedOf(row)}</span>
      ) : (
        <>
          <span>{words.money(row.amount)}</span>
          <span className={styles.stage}>{words.t(`stage.${stage}`)}</span>
        </>
      )}
    </Button>
  );
}

function CurrentSale() {
  const words = useWords();
  const show = useUi((ui) => ui.show);
  const sale = useTill((till) => withoutTimeLeft(till.sale));
  if (sale === null) return null;
  const stage = shownStage(sale);
  return (
    <Button className={styles.current} data-tone={lookOf(stage).tone} onClick={() => show('sale')}>
      {words.t('strip.current', { amount: words.money(sale.amount), stage: words.t(`stage.${stage}`) })}
    </Button>
  );
}
