import type { SaleSummary } from '../../../preload/contract/views.ts';
import { lookOf, shownStage } from '../../ui/sale-stage.ts';
import { StageIcon } from '../../ui/stage-icon.tsx';
import { useWords } from '../../ui/use-words.ts';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import blocks from '../layout/blocks.module.css';
import { AmountCell, ReferenceCell, StateCell } from '../layout/payment-cells.tsx';
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
    <div className={blocks.scroll} data-scrolls>
      <VirtualTable
        name={t('nav.payments')}
        className={styles.payments}
        heads={[`${t('list.state')} · ${t('list.time')}`, t('sale.reference'), t('sale.amount')]}
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
  const time = useTill((till) => words.nearTime(row.succeededAt ?? row.at, till.at));
  const about = [
    row.parked && words.t('payments.parked'),
    row.debtorName,
    row.elsewhere && words.t('payouts.state.other-till'),
    refundWord(row, words),
  ];
  return (
    <>
      <StateCell icon={<StageIcon stage={stage} size={26} />} state={words.t(`stage.${stage}`)} time={time} />
      <ReferenceCell reference={row.reference} about={about} />
      <AmountCell>{words.money(row.amount)}</AmountCell>
    </>
  );
}

function refundWord(row: SaleSummary, words: ReturnType<typeof useWords>): string {
  if (row.refunding) return words.t('payments.refunding');
  if (shownStage(row) !== 'partly-refunded') return '';
  return words.t('list.refunded', { refunded: words.money(row.refunded) });
}
