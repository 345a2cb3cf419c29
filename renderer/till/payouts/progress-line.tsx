import type { PayoutsOverview } from '../../../preload/contract/payouts.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import textStyles from '../../ui/text.module.css';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { useTill } from '../till-store.ts';
import styles from './payouts-screen.module.css';
import { serviceDay } from './service-time.ts';

interface Props {
  readonly overview: PayoutsOverview;
  readonly problem: ErrorView | undefined;
  changed(): void;
}

export function ProgressLine({ overview, problem, changed }: Props) {
  const { t, error, dayAndTime } = useWords();
  const resume = useCall('payouts.resume');
  const stop = useCall('payouts.cancel');
  const then = (press: Promise<unknown>) => void press.then(changed);
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
        {/* Never in the place of Fetch, which is pressed as the first days begin to come by themselves. */}
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

/** In training nobody waits for midnight: the practice service pays out when it is told to. */
export function PayOut({ changed }: Pick<Props, 'changed'>) {
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
