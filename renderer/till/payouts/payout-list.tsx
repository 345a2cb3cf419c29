import type { PayoutsOverview, PayoutView, TransactionGroup } from '../../../preload/contract/payouts.ts';
import type { Tone } from '../../ui/sale-stage.tsx';
import textStyles from '../../ui/text.module.css';
import { useWords } from '../../ui/use-words.ts';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import { counts, isPayoutWrong, MatchIcon } from './match.tsx';
import styles from './payout-list.module.css';
import { serviceDay } from './service-time.ts';
import { useWindowedRows } from './use-windowed-rows.ts';

interface Props {
  readonly overview: PayoutsOverview;
  readonly version: string;
  readonly group: TransactionGroup;
  open(group: TransactionGroup): void;
}

export function PayoutList({ overview, version, group, open }: Props) {
  const { t, money } = useWords();
  const rows = useWindowedRows('payouts.list', {}, version);
  const { outstanding, otherDays } = overview;
  const hasOthers = otherDays.payments.count + otherDays.refunds.count > 0;
  const since = outstanding.since;
  return (
    <>
      <Group open={() => open('all')} isOpen={group === 'all'} name={t('payouts.all')} />
      <Group
        open={() => open('outstanding')}
        isOpen={group === 'outstanding'}
        name={t('payouts.outstanding')}
        amount={money(outstanding.payments.cents - outstanding.refunds.cents)}
        about={since && t('payouts.outstanding.since', { day: serviceDay(since, t('format.times')) })}
      />
      {hasOthers && (
        <Group
          open={() => open('other-days')}
          isOpen={group === 'other-days'}
          name={t('payouts.other-days')}
          amount={money(otherDays.payments.cents - otherDays.refunds.cents)}
        />
      )}
      {rows.total === 0 && overview.stage === 'complete' ? (
        <p className={`${styles.none} ${textStyles.quiet}`}>{t('payouts.empty')}</p>
      ) : (
        <VirtualTable
          name={t('nav.payouts')}
          className={styles.payouts}
          rows={rows}
          isOpen={(payout) => typeof group === 'object' && group.payout === payout.number}
          open={({ number }) => open({ payout: number })}
          tone={payoutTone}
          cells={(payout) => <PayoutCells payout={payout} />}
        />
      )}
    </>
  );
}

function PayoutCells({ payout }: { readonly payout: PayoutView }) {
  const { t, money } = useWords();
  const tone = payoutTone(payout);
  const { differ } = counts(payout.sums);
  const word =
    payout.status === 'FAILED'
      ? t('stage.failed')
      : !payout.verified
        ? t('payouts.state.unverified')
        : differ > 0
          ? t('payouts.look', { count: differ })
          : isPayoutWrong(payout)
            ? t('payouts.off')
            : t('payouts.agrees');
  return (
    <>
      <td className={styles.day}>{serviceDay(payout.date, t('format.times'))}</td>
      <td className={styles.amount}>{money(payout.stated.payoutCents)}</td>
      <td className={styles.state}>
        <MatchIcon tone={tone} />
        <span className={textStyles.unseen}>{word}</span>
      </td>
    </>
  );
}

function payoutTone(payout: PayoutView): Tone {
  if (payout.status === 'FAILED' || counts(payout.sums).differ > 0) return 'red';
  return isPayoutWrong(payout) ? 'amber' : 'green';
}

interface GroupProps {
  readonly name: string;
  readonly isOpen: boolean;
  readonly amount?: string;
  readonly about?: string | undefined | 0;
  open(): void;
}

function Group({ name, isOpen, amount, about, open }: GroupProps) {
  return (
    <button type="button" className={styles.group} aria-current={isOpen || undefined} onClick={open}>
      <span>
        {name}
        {about && <span className={textStyles.quiet}>{about}</span>}
      </span>
      <span className={styles.amount}>{amount}</span>
    </button>
  );
}
