import { useEffect, useState } from 'react';
import type { PayoutsOverview, TransactionGroup } from '../../../preload/contract/payouts.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useCall, useRead } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import textStyles from '../../ui/text.module.css';
import { useElapsed } from '../../ui/use-now.ts';
import { useWords } from '../../ui/use-words.ts';
import { ExportButton } from '../export/export-button.tsx';
import blocks from '../layout/blocks.module.css';
import { Locked, MessageInstead } from '../layout/locked.tsx';
import { useTill } from '../till-store.ts';
import { GroupDetails, PayoutDetails } from './details.tsx';
import { PayoutList } from './payout-list.tsx';
import styles from './payouts-screen.module.css';
import { RangeBar } from './range-bar.tsx';
import { serviceDay } from './service-time.ts';

export function PayoutsScreen() {
  const role = useTill((till) => till.role);
  return role === 'cashier' ? <Locked view="payouts" /> : <Fetched />;
}

function Fetched() {
  const { t, error } = useWords();
  const payouts = usePayouts();
  const { overview, problem, version } = payouts;
  const training = useTill((till) => till.terminal.mode === 'training');
  const [group, setGroup] = useState<TransactionGroup>('all');
  const waited = useElapsed(overview === undefined && problem === undefined);
  if (overview === undefined)
    return <MessageInstead text={problem !== undefined ? error(problem) : waited > 300 && t('payouts.reading')} />;
  const changed = () => void payouts.look();
  const progress = <ProgressLine overview={overview} problem={problem} changed={changed} />;
  return (
    <div className={styles.screen}>
      <div className={styles.bar}>
        <RangeBar overview={overview} changed={changed} openPayout={(payout) => setGroup({ payout })} />
        {overview.stage === 'complete' && <ExportButton kinds={['matches', 'payouts']} small />}
        <PayOut changed={changed} />
      </div>
      {overview.range === null ? (
        <>
          {progress}
          <p className={`${textStyles.sentence} ${textStyles.quiet}`}>
            {[t('payouts.none'), training && t('payouts.training')].filter(Boolean).join(' ')}
          </p>
        </>
      ) : (
        <div className={styles.both}>
          <div className={styles.list}>
            {progress}
            <div className={blocks.scroll} data-scrolls>
              <PayoutList overview={overview} version={version} group={group} open={setGroup} />
            </div>
          </div>
          {/* A new group starts at the top, regardless of the scroll position. */}
          <section className={styles.details} key={typeof group === 'object' ? group.payout : group} data-scrolls>
            <Details overview={overview} version={version} group={group} />
          </section>
        </div>
      )}
    </div>
  );
}

interface DetailsProps {
  readonly overview: PayoutsOverview;
  readonly version: string;
  readonly group: TransactionGroup;
}

function Details({ overview, version, group }: DetailsProps) {
  if (typeof group === 'object') return <PayoutDetails number={group.payout} version={version} />;
  return <GroupDetails group={group} overview={overview} version={version} />;
}

/** Poll interval, ms. */
const LOOK_EVERY_MS = 400;

interface Payouts {
  readonly overview: PayoutsOverview | undefined;
  readonly problem: ErrorView | undefined;
  /** Changes with all newly fetched data. */
  readonly version: string;
  look(): Promise<void>;
}

function usePayouts(): Payouts {
  const [loading, setLoading] = useState(false);
  const { value: overview, problem, read } = useRead('payouts.read', {}, loading ? LOOK_EVERY_MS : undefined);
  useEffect(() => setLoading(overview?.stage === 'loading'), [overview]);
  const { at = 0, progress, stage } = overview ?? {};
  return { overview, problem, version: `${at} ${progress?.done} ${progress?.rows} ${stage}`, look: read };
}

interface Props {
  readonly overview: PayoutsOverview;
  readonly problem: ErrorView | undefined;
  changed(): void;
}

function ProgressLine({ overview, problem, changed }: Props) {
  const { t, error, dayAndTime } = useWords();
  const resume = useCall('payouts.resume');
  const stop = useCall('payouts.cancel');
  const then = (call: Promise<unknown>) => void call.then(changed);
  const { stage, range, at } = overview;
  const { progress } = overview;
  const wrong = problem ?? resume.problem ?? overview.problem;
  const day = (text: string) => serviceDay(Date.parse(text), t('format.times'));
  return (
    <>
      <div className={styles.line}>
        {stage === 'loading' && <progress className={styles.progress} value={progress.done} max={progress.of} />}
        <p className={textStyles.quiet} role="status">
          {stage === 'loading' && t('payouts.fetching', progress)}
          {stage === 'stopped' && t('payouts.stopped', progress)}
          {stage === 'complete' &&
            range !== null &&
            t('payouts.fetched', { from: day(range.from), to: day(range.to), at: dayAndTime(at ?? 0) })}
        </p>
        {stage === 'stopped' && (
          <Button onClick={() => then(resume.run({}))} aria-disabled={resume.pending}>
            {t('payouts.go-on')}
          </Button>
        )}
        {/* Never at the place of Fetch: the first fetch starts by itself, and a click meant for Fetch would stop it. */}
        {stage === 'loading' && <Button onClick={() => then(stop.run({}))}>{t('payouts.stop')}</Button>}
      </div>
      {wrong !== undefined && <Note tone="red">{error(wrong)}</Note>}
      {overview.unverifiedAnswers > 0 && (
        <Note tone="amber">{t('payouts.unverified-answers', { count: overview.unverifiedAnswers })}</Note>
      )}
      {overview.notListed > 0 && <Note tone="amber">{t('payouts.not-listed', { count: overview.notListed })}</Note>}
    </>
  );
}

/** In training the practice service pays out on request, not only at midnight. */
function PayOut({ changed }: Pick<Props, 'changed'>) {
  const { t, error } = useWords();
  const mode = useTill((till) => till.terminal.mode);
  const payOut = useCall('payouts.pay-out');
  if (mode !== 'training') return null;
  const run = async () => {
    const outcome = await payOut.run({});
    if (outcome?.ok) changed();
  };
  return (
    <>
      {payOut.problem !== undefined && <p>{error(payOut.problem)}</p>}
      <Button onClick={run} aria-disabled={payOut.pending}>
        {t('payouts.pay-out')}
      </Button>
    </>
  );
}
