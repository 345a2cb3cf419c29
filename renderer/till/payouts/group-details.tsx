import type { BothKinds, PayoutsOverview, StateSum, TransactionKind } from '../../../preload/contract/payouts.ts';
import textStyles from '../../ui/text.module.css';
import { useWords } from '../../ui/use-words.ts';
import styles from './details.module.css';
import { Figures } from './figures.tsx';
import { Match } from './match.tsx';
import { PayoutsPicture } from './payouts-picture.tsx';
import { serviceDay } from './service-time.ts';
import { ShiftSums } from './shift-sums.tsx';
import { Transactions } from './transactions.tsx';

interface Props {
  readonly group: 'all' | 'outstanding' | 'other-days';
  readonly overview: PayoutsOverview;
  readonly version: string;
}

/** What is in several payouts, or in none: all of the days, what is not paid out yet, or what payouts of other days hold. */
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

/** What the service lists, and proves. */
function listed(sums: readonly StateSum[], kind: TransactionKind) {
  const counted = sums.filter((sum) => sum.kind === kind && !NOT_LISTED.has(sum.state));
  return {
    count: counted.reduce((total, { count }) => total + count, 0),
    cents: counted.reduce((total, { cents }) => total + cents, 0),
  };
}
