import type { ReactNode } from 'react';
import type { SaleSummary } from '../../../preload/views.ts';
import buttonStyles from '../../ui/button.module.css';
import { lookOf, type ShownStage, shownStage } from '../../ui/sale-stage.ts';
import textStyles from '../../ui/text.module.css';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { useTill, useUi, type ViewName, withoutTimeLeft } from '../till-store.ts';
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
  const show = useUi((ui) => ui.show);
  const time = useTill((till) => words.shortTime(row.succeededAt ?? row.at, till.at));
  const stage = shownStage(row);
  return (
    <StripLink
      className={styles.payment}
      view="payments"
      stage={stage}
      open={() => {
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
    </StripLink>
  );
}

function CurrentSale() {
  const words = useWords();
  const show = useUi((ui) => ui.show);
  const sale = useTill((till) => withoutTimeLeft(till.sale));
  if (sale === null) return null;
  const stage = shownStage(sale);
  return (
    <StripLink className={styles.current} view="sale" stage={stage} open={() => show('sale')}>
      {words.t('strip.current', { amount: words.money(sale.amount), stage: words.t(`stage.${stage}`) })}
    </StripLink>
  );
}

interface StripLinkProps {
  readonly className: string | undefined;
  readonly view: ViewName;
  readonly stage: ShownStage;
  readonly children: ReactNode;
  open(): void;
}

/** Looks like a button, for a finger; it leads to another view and does nothing else. */
function StripLink({ className, view, stage, children, open }: StripLinkProps) {
  return (
    <a
      className={`${buttonStyles.button} ${className}`}
      href={`#${view}`}
      data-tone={lookOf(stage).tone}
      onClick={(event) => {
        event.preventDefault();
        open();
      }}
    >
      {children}
    </a>
  );
}
