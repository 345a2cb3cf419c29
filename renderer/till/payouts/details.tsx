import { lazy, Suspense, useState } from 'react';
import type {
  BothKinds,
  MatchState,
  PayoutsOverview,
  PayoutView,
  StateSum,
  TransactionGroup,
  TransactionKind,
  TransactionView,
} from '../../../preload/contract/payouts.ts';
import { useRead, useReadAgain } from '../../ui/ask-main.ts';
import { DialogButton } from '../../ui/dialogs/dialog.tsx';
import textFieldStyles from '../../ui/form/text-field.module.css';
import textStyles from '../../ui/text.module.css';
import { useWords } from '../../ui/use-words.ts';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import { AmountCell, ReferenceCell, StateCell } from '../layout/payment-cells.tsx';
import styles from './details.module.css';
import { addsUp, Figures, inOrder, Match, MatchIcon, toneOf } from './match.tsx';
import { serviceDay, serviceTime } from './service-time.ts';
import { useWindowedRows } from './use-windowed-rows.ts';

interface Props {
  readonly group: 'all' | 'outstanding' | 'other-days';
  readonly overview: PayoutsOverview;
  readonly version: string;
}

export function GroupDetails({ group, overview, version }: Props) {
  const { t, money } = useWords();
  const { outstanding, otherDays, sums } = overview;
  const all = { payments: listed(sums, 'payment'), refunds: listed(sums, 'refund'), sums };
  const shown: BothKinds & { readonly sums: readonly StateSum[] } =
    group === 'all' ? all : group === 'outstanding' ? outstanding : otherDays;
  const since = group === 'outstanding' ? outstanding.since : undefined;
  return (
    <>
      <header className={styles.head}>
        <h2>
          {t(`payouts.${group}`)}
          <span className={styles.total}>{money(shown.payments.cents - shown.refunds.cents)}</span>
        </h2>
        <p className={`${styles.about} ${textStyles.quiet}`}>
          {group === 'outstanding' &&
            since !== undefined &&
            t('payouts.outstanding.since', { day: serviceDay(since, t('format.times')) })}
          {group === 'all' && t('payouts.all.about')}
          {group === 'other-days' && t('payouts.other-days.about')}
        </p>
      </header>
      <Figures payments={shown.payments} refunds={shown.refunds} />
      <Match sums={shown.sums}>{null}</Match>
      {group === 'all' && (
        <div className={styles.overall}>
          <PayoutsPicture days={overview.days} />
          <ShiftSums shifts={overview.shifts} />
        </div>
      )}
      <Transactions group={group} sums={shown.sums} version={version} />
    </>
  );
}

const NOT_LISTED: ReadonlySet<string> = new Set([
  'missing-at-service',
  'not-listed-yet',
  'unverified',
  'paid-out-again',
  'in-two-payouts',
]);

function listed(sums: readonly StateSum[], kind: TransactionKind) {
  const counted = sums.filter((sum) => sum.kind === kind && !NOT_LISTED.has(sum.state));
  return {
    count: counted.reduce((total, { count }) => total + count, 0),
    cents: counted.reduce((total, { cents }) => total + cents, 0),
  };
}

const PayoutsByDay = lazy(() =>
  import('../figures/payouts-by-day.tsx').then((module) => ({ default: module.PayoutsByDay })),
);

function PayoutsPicture({ days }: Pick<PayoutsOverview, 'days'>) {
  const { t } = useWords();
  return (
    <DialogButton text={t('figures.payouts')} title={t('figures.payouts')} width="wide">
      <Suspense fallback={null}>
        <PayoutsByDay days={days} />
      </Suspense>
    </DialogButton>
  );
}

function ShiftSums({ shifts }: Pick<PayoutsOverview, 'shifts'>) {
  const { t, money } = useWords();
  if (!shifts.some(({ number }) => number > 0)) return null;
  return (
    <details className={styles.more}>
      <summary>{t('payouts.by-shift')}</summary>
      <table aria-label={t('payouts.by-shift')}>
        <tbody>
          {shifts.map(({ number, payments, refunds }) => (
            <tr key={number}>
              <th scope="row">{number === 0 ? t('payouts.shift.none') : t('payouts.shift', { number })}</th>
              <td>{t('count.payments', { count: payments.count })}</td>
              <td>{money(payments.cents)}</td>
              <td>{t('count.refunds', { count: refunds.count })}</td>
              <td>{money(-refunds.cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

export function PayoutDetails({ number, version }: { readonly number: number; readonly version: string }) {
  const { t, money, error } = useWords();
  const { value: payout, problem, read } = useRead('payouts.payout', { number });
  useReadAgain(read, version);
  if (problem !== undefined) return <p className={textStyles.sentence}>{error(problem)}</p>;
  if (payout === undefined) return null;
  const { stated, bulkId, iban, payoutId } = payout;
  const about = [payoutId, t('payouts.account', { iban }), bulkId === 'NONE' ? undefined : bulkId];
  return (
    <>
      <header className={styles.head}>
        <h2>
          {t('payouts.payout', { day: serviceDay(payout.date, t('format.times')) })}
          <span className={styles.total}>{money(stated.payoutCents)}</span>
        </h2>
        <p className={`${styles.about} ${textStyles.quiet}`}>{about.filter(Boolean).join(' · ')}</p>
      </header>
      <Figures payments={stated.payments} refunds={stated.refunds} />
      <Match sums={payout.sums}>
        <Doubts payout={payout} />
      </Match>
      <Transactions group={{ payout: number }} sums={payout.sums} version={version} />
    </>
  );
}

function Doubts({ payout }: { readonly payout: PayoutView }) {
  const { t, money } = useWords();
  const { stated, listed, offCents, status, verified, payoutId } = payout;
  const off = (name: 'payments' | 'refunds') => {
    const [mine, theirs] = [stated[name], listed[name]];
    if (mine.count === theirs.count && mine.cents === theirs.cents) return undefined;
    const sum = ({ count, cents }: typeof mine) => `${t(`count.${name}`, { count })}, ${money(cents)}`;
    return t('payouts.totals.differ', {
      told: sum(mine),
      listed: sum(theirs),
      off: money(Math.abs(mine.cents - theirs.cents)),
    });
  };
  const lines = [
    status === 'FAILED' && t('payouts.failed.why'),
    status !== 'FAILED' && status !== 'SUCCEEDED' && t('payouts.status.other', { status }),
    !verified && t('payouts.unproven'),
    payoutId === undefined && t('payouts.no-id'),
    offCents > 0 && t('payouts.totals.more', { amount: money(offCents) }),
    offCents < 0 && t('payouts.totals.less', { amount: money(-offCents) }),
    payoutId !== undefined && off('payments'),
    payoutId !== undefined && off('refunds'),
  ].filter((line) => typeof line === 'string');
  if (lines.length === 0 && addsUp(payout)) return <li data-tone="green">{t('payouts.totals.agree')}</li>;
  return lines.map((line) => (
    <li key={line} data-tone="red">
      {line}
    </li>
  ));
}

interface TransactionsProps {
  readonly group: TransactionGroup;
  readonly sums: readonly StateSum[];
  readonly version: string;
}

function Transactions({ group, sums, version }: TransactionsProps) {
  const { t } = useWords();
  const [chosen, setChosen] = useState<MatchState>();
  const states = inOrder(sums);
  // A state missing in the group cannot be chosen from the list.
  const state = states.some((each) => each.state === chosen) ? chosen : undefined;
  const rows = useWindowedRows('payouts.transactions', { group, states: state && [state] }, version);
  return (
    <>
      <select
        className={`${textFieldStyles.input} ${styles.show}`}
        aria-label={t('payouts.show')}
        value={state ?? ''}
        onChange={(event) => setChosen(states.find((each) => each.state === event.currentTarget.value)?.state)}
      >
        <option value="" label={t('record.kind.all')} />
        {states.map((each) => (
          <option key={each.state} value={each.state} label={`${t(`payouts.state.${each.state}`)} (${each.count})`} />
        ))}
      </select>
      {state !== undefined && <p className={styles.why}>{t(`payouts.why.${state}`)}</p>}
      <VirtualTable
        name={t('payouts.table')}
        className={styles.transactions}
        heads={[`${t('list.state')} · ${t('payouts.time')}`, t('sale.reference'), t('sale.amount')]}
        rowHeight={46}
        rows={rows}
        tone={(row) => toneOf(row.state)}
        cells={(row) => <Cells row={row} />}
      />
    </>
  );
}

function Cells({ row }: { readonly row: TransactionView }) {
  const { t, money } = useWords();
  const isRefund = row.kind === 'refund';
  const cents = isRefund ? -row.cents : row.cents;
  const about = [
    isRefund && t('receipt.refund'),
    row.shift !== undefined && t('payouts.shift', { number: row.shift }),
    row.journalCents !== undefined && t('payouts.journal-has', { amount: money(row.journalCents) }),
  ];
  return (
    <>
      <StateCell
        icon={<MatchIcon tone={toneOf(row.state)} />}
        state={t(`payouts.state.${row.state}`)}
        time={serviceTime(row.date, t('format.times'))}
      />
      <ReferenceCell reference={row.reference ?? row.id} about={about} />
      <AmountCell>{money(cents)}</AmountCell>
    </>
  );
}
