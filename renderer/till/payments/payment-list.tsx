import type { Ask, Bridge } from '../../../preload/contract/contract.ts';
import type { ServicePlace, ServiceWanted } from '../../../preload/contract/search-range.ts';
import type { SaleSummary } from '../../../preload/contract/views.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { callMain, useCall } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { lookOf, StageIcon, shownStage } from '../../ui/sale-stage.tsx';
import textStyles from '../../ui/text.module.css';
import { useSearch } from '../../ui/use-search.ts';
import { useWords } from '../../ui/use-words.ts';
import { type TableRows, VirtualTable } from '../../ui/virtual-table.tsx';
import blocks from '../layout/blocks.module.css';
import { AmountCell, ReferenceCell, StateCell } from '../layout/payment-cells.tsx';
import { useRecentChanges, useTill } from '../till-store.ts';
import styles from './payment-list.module.css';
import paymentsScreenStyles from './payments-screen.module.css';
import type { WantedPayments } from './wanted-payments.ts';

/** A payment of another till has no sale here until opened. */
type Listed = Omit<SaleSummary, 'saleId'>;

interface Props<Row> {
  readonly rows: TableRows<Row>;
  idOf(row: Row): string;
  readonly openedId: string | undefined;
  open(id: string): void;
}

function PaymentList<Row extends Listed>({ rows, idOf, openedId, open }: Props<Row>) {
  const { t } = useWords();
  return (
    <div className={blocks.scroll} data-scrolls>
      <VirtualTable
        name={t('nav.payments')}
        className={styles.payments}
        heads={[`${t('list.state')} · ${t('list.time')}`, t('sale.reference'), t('sale.amount')]}
        rows={rows}
        keyOf={idOf}
        tone={(row) => lookOf(shownStage(row)).tone}
        isOpen={(row) => idOf(row) === openedId}
        open={(row) => open(idOf(row))}
        cells={(row) => <Cells row={row} />}
      />
    </div>
  );
}

function Cells({ row }: { readonly row: Listed }) {
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

function refundWord(row: Listed, words: ReturnType<typeof useWords>): string {
  if (row.refunding) return words.t('payments.refunding');
  if (shownStage(row) !== 'partly-refunded') return '';
  return words.t('list.refunded', { refunded: words.money(row.refunded) });
}

const PAGE = 100;
const askJournal = (bridge: Bridge, wanted: WantedPayments, after: Ask<'payments.find'>['after']) =>
  callMain(bridge, 'payments.find', { ...wanted, limit: PAGE, after });

interface OwnPaymentsProps {
  readonly wanted: WantedPayments;
  readonly isAll: boolean;
  readonly openedId: string | undefined;
}

export function OwnPayments({ wanted, isAll, openedId }: OwnPaymentsProps) {
  const { t, error } = useWords();
  const { rows, table, state, problem, goOn } = useSearch({
    wanted,
    ask: askJournal,
    key: 'saleId',
    enough: PAGE,
    keepsRows: true,
    changes: useRecentChanges(),
  });
  const open = useCall('payments.open');
  const none = t(isAll ? 'payments.none' : 'payments.none-found');
  const nothing = state !== 'looking' && rows.length === 0 && problem === undefined;
  useAnnounced(nothing ? none : undefined);
  const fault = problem ?? open.problem;
  return (
    <>
      {fault !== undefined && <Note tone="red">{error(fault)}</Note>}
      {state === 'stopped' && <Button onClick={goOn}>{t('payouts.go-on')}</Button>}
      {nothing ? (
        <p className={`${paymentsScreenStyles.none} ${textStyles.quiet}`}>{none}</p>
      ) : (
        <PaymentList
          rows={table}
          idOf={(row) => row.saleId}
          openedId={openedId}
          open={(saleId) => void open.run({ saleId })}
        />
      )}
    </>
  );
}

/** More than a screen shows. */
const ENOUGH = 40;
const askService = (bridge: Bridge, wanted: ServiceWanted, place: ServicePlace | undefined) =>
  callMain(bridge, 'payments.search-all', { ...wanted, place });

interface AllPaymentsProps {
  readonly wanted: ServiceWanted;
  readonly opened: { readonly saleId: string; readonly paymentId?: string | undefined } | null;
}

/** Of all tills of the shop. This till stores only opened payments. */
export function AllPayments({ wanted, opened }: AllPaymentsProps) {
  const { t, error } = useWords();
  const found = useSearch({ wanted, ask: askService, key: 'paymentId', enough: ENOUGH });
  const openFound = useCall('payments.open-found');
  const { rows, looked = 0, total, state, problem } = found;
  const none = state === 'resting' && rows.length === 0 ? t('payments.all.none') : undefined;
  useAnnounced(none);
  const status = total === undefined ? t('payments.all.asking') : t('payments.all.looked', { looked, total });
  const fault = problem ?? openFound.problem;
  return (
    <>
      <div className={styles.progress}>
        <p className={textStyles.quiet} role="status">
          {status}
        </p>
        {state === 'looking' && <Button onClick={found.stop}>{t('payouts.stop')}</Button>}
        {state === 'stopped' && <Button onClick={found.goOn}>{t('payouts.go-on')}</Button>}
      </div>
      {fault !== undefined && <Note tone="red">{error(fault)}</Note>}
      {rows.length === 0 ? (
        <p className={`${paymentsScreenStyles.none} ${textStyles.quiet}`}>{none}</p>
      ) : (
        <PaymentList
          rows={found.table}
          idOf={(row) => row.paymentId}
          openedId={opened?.paymentId}
          open={(paymentId) => void openFound.run({ paymentId })}
        />
      )}
    </>
  );
}
