import { lazy, Suspense, useState } from 'react';
import type { BothKinds, PayoutsOverview, StateSum, TransactionKind } from '../../../preload/contract/payouts.ts';
import { Button } from '../../ui/button.tsx';
import textStyles from '../../ui/text.module.css';
import { useWords } from '../../ui/use-words.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import styles from './details.module.css';
import { Figures, Match } from './match.tsx';
import { serviceDay } from './service-time.ts';
import { Transactions } from './transactions.tsx';

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
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button onClick={() => setOpened(true)}>{t('figures.payouts')}</Button>
      <Dialog title={t('figures.payouts')} width="wide" opened={opened} close={() => setOpened(false)}>
        <Suspense fallback={null}>
          <PayoutsByDay days={days} />
        </Suspense>
      </Dialog>
    </>
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
