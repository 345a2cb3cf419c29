import { startOf } from '../../renderer/ui/form/day-text.ts';
import type { Received } from '../web/contract.ts';
import { useAnswer } from './ask.ts';
import { useHere } from './here.ts';
import styles from './parts.module.css';
import {
  Answered,
  type Column,
  DayRange,
  Export,
  Facts,
  List,
  Pages,
  Panel,
  Rows,
  State,
  Tabs,
  useDays,
  WithDetails,
} from './parts.tsx';
import { type ChainWords, useText } from './words.ts';

type Payout = Received<'payouts'>['rows'][number];
type Transaction = Received<'payout'>['rows'][number];

export function Payouts() {
  const words = useText();
  const { t } = words;
  const here = useHere();
  const days = useDays(31);
  const payoutId = here.of('payout');
  const page = payoutId === undefined ? (here.number('page') ?? 0) : 0;
  const answer = useAnswer('payouts', { ...days, page });
  const merchant = here.of('merchant');
  return (
    <>
      <div className={styles.bar}>
        <DayRange days={days} />
      </div>
      <WithDetails
        chosen={
          payoutId === undefined || merchant === undefined ? null : (
            <PayoutDetails key={payoutId} merchant={merchant} payoutId={payoutId} />
          )
        }
      >
        <List
          of={answer}
          name={t('nav.payouts')}
          acts={({ more }) => payoutId === undefined && <Pages page={page} more={more} />}
          columns={columnsOf(words)}
          keyOf={(row) => `${row.merchant} ${row.payoutId}`}
          href={(row) => here.link({ merchant: row.merchant, payout: row.payoutId, page: null })}
          isOpen={(row) => row.payoutId === payoutId}
          empty={t('chain.payouts.none')}
        />
      </WithDetails>
    </>
  );
}

function columnsOf({ t, money, shortDay }: ChainWords): readonly Column<Payout>[] {
  return [
    { head: t('figures.column.day'), cell: ({ day }) => shortDay(startOf(day)) },
    { head: t('list.state'), cell: ({ status }) => <PayoutState of={status} /> },
    { head: t('nav.payments'), isNumber: true, cell: ({ paymentCents }) => money(paymentCents) },
    { head: t('details.refunds'), isNumber: true, cell: ({ refundCents }) => money(refundCents) },
    { head: t('figures.column.paid-out'), isNumber: true, cell: ({ payoutCents }) => money(payoutCents) },
  ];
}

/** Other states than succeeded and failed by the service's name. */
function PayoutState({ of }: { readonly of: string }) {
  const { t } = useText();
  if (of === 'SUCCEEDED') return <State tone="green">{t('figures.column.paid-out')}</State>;
  return of === 'FAILED' ? <State tone="red">{t('stage.failed')}</State> : <State tone="amber">{of}</State>;
}

const shows = ['all', 'unknown'] as const;

function PayoutDetails({ merchant, payoutId }: { readonly merchant: string; readonly payoutId: string }) {
  const { t, money, nearTime, shortDay } = useText();
  const here = useHere();
  const page = here.number('page') ?? 0;
  const show = shows.find((one) => one === here.of('show')) ?? 'all';
  const answer = useAnswer('payout', { merchant, payoutId, show, page });
  const columns: readonly Column<Transaction>[] = [
    {
      head: t('details.name'),
      cell: ({ reference, id, sale }) =>
        sale === null ? (
          (reference ?? id)
        ) : (
          <a
            href={here.link(
              { sale: sale.saleId, till: sale.till, journal: sale.journal, day: sale.day, show: 'found' },
              'sales',
            )}
          >
            {reference ?? id}
          </a>
        ),
    },
    { head: t('list.time'), cell: ({ at }) => nearTime(at, Date.now()) },
    {
      head: t('sale.amount'),
      isNumber: true,
      cell: ({ kind, cents }) => money(kind === 'refund' ? -cents : cents),
    },
    {
      head: t('chain.till'),
      cell: ({ sale }) => sale?.tillName ?? <State tone="amber">{t('chain.payouts.no-till')}</State>,
      below: ({ sale }) => sale?.shopName,
    },
  ];
  return (
    <Answered of={answer}>
      {({ payout, reports, known, unknown, rows, more }) => (
        <Panel
          name={t('payouts.payout', { day: shortDay(startOf(payout.day)) })}
          acts={<Export table="payout" from={payout.day} to={payout.day} merchant={merchant} payoutId={payoutId} />}
        >
          <Facts
            of={[
              [t('payouts.id'), payoutId],
              [t('chain.payouts.account'), payout.ibanEnd && `…${payout.ibanEnd}`],
              [t('figures.column.paid-out'), money(payout.payoutCents)],
              [t('chain.payouts.known'), `${known.count}, ${money(known.cents)}`],
              [t('chain.payouts.unknown'), unknown.count > 0 && `${unknown.count}, ${money(unknown.cents)}`],
              ...reports.map(
                (report) =>
                  [
                    t('chain.payouts.report', { till: report.tillName }),
                    [
                      shortDay(startOf(report.day)),
                      money(report.payoutCents),
                      `${report.paymentCount}, ${money(report.paymentCents)}`,
                      report.ibanEnd && `…${report.ibanEnd}`,
                    ]
                      .filter(Boolean)
                      .join('; '),
                  ] as const,
              ),
            ]}
          />
          <Tabs
            name={t('payouts.show')}
            current={show}
            tabs={[
              { value: 'all', text: t('chain.payouts.show.all') },
              { value: 'unknown', text: t('chain.payouts.unknown') },
            ]}
          />
          <Rows
            name={t('payouts.table')}
            columns={columns}
            rows={rows}
            keyOf={({ kind, id }) => `${kind} ${id}`}
            empty={t('chain.payouts.all-known')}
          />
          <Pages page={page} more={more} />
        </Panel>
      )}
    </Answered>
  );
}
