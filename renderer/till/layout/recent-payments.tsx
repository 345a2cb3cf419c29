import { useLayoutEffect, useRef } from 'react';
import type { SaleSummary } from '../../../preload/contract/views.ts';
import { useCall } from '../../ui/ask-main.ts';
import { shownStage } from '../../ui/sale-stage.tsx';
import textStyles from '../../ui/text.module.css';
import { useWords } from '../../ui/use-words.ts';
import { useTill, useUi } from '../till-store.ts';
import styles from './recent-payments.module.css';
import { StageLink } from './stage-link.tsx';

/** Only those that fit completely are shown. */
const MOST = 8;

/** Parked sales and the last payments, below a sale; a click opens the payment. */
export function RecentPayments() {
  const { t } = useWords();
  const parked = useTill((till) => till.parked.slice(0, MOST));
  const recent = useTill((till) => till.recent.filter((row) => !row.parked).slice(0, MOST));
  const bar = useWholeOnly();
  return (
    <footer ref={bar} className={styles.bar}>
      {parked.map((row) => (
        <Parked key={row.saleId} row={row} />
      ))}
      {recent.length + parked.length === 0 && <p className={textStyles.quiet}>{t('strip.none')}</p>}
      {recent.map((row) => (
        <Recent key={row.saleId} row={row} />
      ))}
    </footer>
  );
}

function Recent({ row }: { readonly row: SaleSummary }) {
  const words = useWords();
  const time = useTill((till) => words.shortTime(row.succeededAt ?? row.at, till.at));
  const stage = shownStage(row);
  return (
    <StageLink view="payments" className={styles.payment} stage={stage} open={useOpenPayment(row.saleId)}>
      <span className={textStyles.quiet}>{time}</span>
      {stage === 'partly-refunded' ? (
        <span className={styles.stage}>{words.refundedOf(row)}</span>
      ) : (
        <>
          <span>{words.money(row.amount)}</span>
          <span className={styles.stage}>{words.t(`stage.${stage}`)}</span>
        </>
      )}
    </StageLink>
  );
}

function Parked({ row }: { readonly row: SaleSummary }) {
  const words = useWords();
  const stage = shownStage(row);
  return (
    <StageLink view="payments" className={styles.parked} stage={stage} open={useOpenPayment(row.saleId)}>
      <span className={styles.stage}>{words.t('payments.parked')}</span>
      <span>{words.money(row.amount)}</span>
      <span className={styles.stage}>{words.t(`stage.${stage}`)}</span>
    </StageLink>
  );
}

function useOpenPayment(saleId: string): () => void {
  const open = useCall('payments.open');
  const show = useUi((ui) => ui.navigation.show);
  return () => {
    show('payments');
    void open.run({ saleId });
  };
}

/** Other payments would wrap below the bar. */
function useWholeOnly() {
  const ref = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const bar = ref.current;
    if (bar === null) return;
    const measure = () => {
      const items = [...bar.children].filter((item) => item instanceof HTMLElement);
      for (const item of items) item.removeAttribute('data-below');
      const top = items[0]?.offsetTop;
      const below = items.filter((item) => item.offsetTop !== top);
      for (const item of below) item.setAttribute('data-below', '');
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(bar);
    return () => observer.disconnect();
  });
  return ref;
}
