import type { SaleSummary } from '../../../preload/contract/views.ts';
import { lookOf, shownStage } from '../../ui/sale-stage.ts';
import { StageIcon } from '../../ui/stage-icon.tsx';
import textStyles from '../../ui/text.module.css';
import { useWords } from '../../ui/use-words.ts';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import { useTill } from '../till-store.ts';
import styles from './payment-list.module.css';

/** The next page is asked for so many rows before the end. */
const AHEAD = 20;

interface Props {
  readonly rows: readonly SaleSummary[];
  readonly more: boolean;
  /** Called again and again while the last rows are in sight. */
  loadMore(): void;
  readonly openedId: string | undefined;
  open(saleId: string): void;
}

export function PaymentList({ rows, more, loadMore, openedId, open }: Props) {
  const { t } = useWords();
  return (
    <div className={styles.scroll} data-scrolls>
      <VirtualTable
        name={t('nav.payments')}
        className={styles.payments}
        heads={[t('list.time'), t('list.state'), t('sale.reference'), t('sale.amount')]}
        rows={{
          total: rows.length,
          row: (index) => rows[index],
          see: (_first, last) => {
            if (more && last >= rows.length - AHEAD) loadMore();
          },
          isOpenEnded: more,
        }}
        keyOf={({ saleId }) => saleId}
        tone={(row) => lookOf(shownStage(row)).tone}
        isOpen={({ saleId }) => saleId === openedId}
        open={({ saleId }) => open(saleId)}
        cells={(row) => <Cells row={row} />}
      />
    </div>
  );
}

function Cells({ row }: { readonly row: SaleSummary }) {
  const words = useWords();
  const stage = shownStage(row);
  const time = useTill((till) => words.shortTime(row.succeededAt ?? row.at, till.at));
  const about = [
    row.parked && words.t('payments.parked'),
    row.debtorName,
    row.elsewhere && words.t('pos.another'),
    refundWord(row, words),
  ];
  return (
    <>
      <td className={textStyles.quiet}>{time}</td>
      <td className={styles.stage}>
        <StageIcon stage={stage} size={26} />
        {words.t(`stage.${stage}`)}
      </td>
      <td className={styles.reference}>
        {row.reference}
        <span className={textStyles.quiet}>{about.filter(Boolean).join(' · ')}</span>
      </td>
      <td className={styles.amount}>{words.money(row.amount)}</td>
    </>
  );
}

function refundWord(row: SaleSummary, words: ReturnType<typeof useWords>): string {
  if (row.refunding) return words.t('payments.refunding');
  if (shownStage(row) !== 'partly-refunded') return '';
  return words.t('list.refunded', { refunded: words.money(row.refunded) });
}
