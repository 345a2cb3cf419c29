import type { PayoutView } from '../../../preload/contract/payouts.ts';
import textStyles from '../../ui/text.module.css';
import { useRead, useReadAgain } from '../../ui/use-read.ts';
import { useWords } from '../../ui/use-words.ts';
import styles from './details.module.css';
import { addsUp, Figures, Match } from './match.tsx';
import { serviceDay } from './service-time.ts';
import { Transactions } from './transactions.tsx';

export function PayoutDetails({ number, version }: { readonly number: number; readonly version: string }) {
  const { t, money, error } = useWords();
  const { value: payout, problem, read } = useRead('payouts.payout', { number });
  useReadAgain(read, version);
  if (problem !== undefined) return <p className={textStyles.sentence}>{error(problem)}</p>;
  if (payout === undefined) return null;
  const { told, bulkId, iban, payoutId } = payout;
  const about = [payoutId, t('payouts.account', { iban }), bulkId === 'NONE' ? undefined : bulkId];
  return (
    <>
      <header className={styles.head}>
        <h2>
          {t('payouts.payout', { day: serviceDay(payout.date, t('format.times')) })}
          <span className={styles.total}>{money(told.payoutCents)}</span>
        </h2>
        <p className={`${styles.about} ${textStyles.quiet}`}>{about.filter(Boolean).join(' · ')}</p>
      </header>
      <Figures payments={told.payments} refunds={told.refunds} />
      <Match sums={payout.sums}>
        <Doubts payout={payout} />
      </Match>
      <Transactions group={{ payout: number }} sums={payout.sums} version={version} />
    </>
  );
}

function Doubts({ payout }: { readonly payout: PayoutView }) {
  const { t, money } = useWords();
  const { told, listed, offCents, status, verified, payoutId } = payout;
  const off = (name: 'payments' | 'refunds') => {
    const [mine, theirs] = [told[name], listed[name]];
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
