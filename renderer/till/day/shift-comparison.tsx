import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { Counted, Difference } from '../../../preload/contract/shifts.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { useCall, useRead } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import textStyles from '../../ui/text.module.css';
import { useWords } from '../../ui/use-words.ts';
import { useUi } from '../till-store.ts';
import styles from './shift-comparison.module.css';
import { comparisonText, sidesOf } from './shift-words.ts';

export function ShiftComparison({ counted }: { readonly counted: Counted }) {
  const words = useWords();
  const { tone, text } = comparisonText(counted, words);
  useAnnounced(text);
  const Sign = tone === 'green' ? IconCircleCheck : IconAlertTriangle;
  return (
    <>
      <p className={styles.state} role="status" aria-live="off" aria-label={words.t('shift.counted')} data-tone={tone}>
        <Sign aria-hidden="true" size={24} stroke={2} />
        {text}
      </p>
      {counted.state === 'counted' && <Details counted={counted} />}
    </>
  );
}

function Details({ counted }: { readonly counted: Extract<Counted, { state: 'counted' }> }) {
  const { t, money } = useWords();
  const { differences, later, others, here, there } = counted;
  return (
    <>
      <p>{t('shift.counted.sums', { here: money(here.sum), there: money(there.sum) })}</p>
      {later > 0 && <p className={textStyles.quiet}>{t('shift.counted.later', { count: later })}</p>}
      {others > 0 && <p className={textStyles.quiet}>{t('shift.counted.others', { count: others })}</p>}
      {differences.length > 0 && (
        <ul className={styles.differences}>
          {differences.map((one) => (
            <DifferenceItem key={one.paymentId ?? one.saleId ?? one.reference} difference={one} />
          ))}
        </ul>
      )}
    </>
  );
}

function DifferenceItem({ difference }: { readonly difference: Difference }) {
  const words = useWords();
  const { t } = words;
  const { kind, reference, paymentId, saleId } = difference;
  return (
    <li className={styles.difference}>
      <div>
        <b>{t(`shift.difference.${kind}`)}</b>
        <p className={styles.reference}>{reference || paymentId}</p>
        <p>{sidesOf(difference, words)}</p>
        <p className={textStyles.quiet}>{t(`shift.difference.${kind}.do`)}</p>
      </div>
      {saleId !== undefined && <SeePayment saleId={saleId} reference={reference} />}
    </li>
  );
}

/** Poll interval, ms. */
const EVERY_MS = 400;

export interface Comparison {
  readonly running: boolean;
  readonly progress: { readonly done: number; readonly of?: number | undefined } | undefined;
  readonly problem: ErrorView | undefined;
  /** Resolves when the service has responded or cannot be reached. */
  run(): Promise<void>;
  stop(): void;
}

/** The comparison continues in main when the view closes. */
export function useComparison(): Comparison {
  const compare = useCall('shift.compare');
  const stop = useCall('shift.stop-comparing');
  const running = compare.pending;
  const comparing = useRead('shift.comparing', {}, running ? EVERY_MS : undefined);
  return {
    running,
    progress: running ? (comparing.value?.progress ?? undefined) : undefined,
    problem: compare.problem ?? stop.problem,
    run: async () => void (await compare.run({})),
    stop: () => void stop.run({}),
  };
}

export function ComparisonProgress({ progress }: Pick<Comparison, 'progress'>) {
  const { t } = useWords();
  return (
    <p role="status" aria-live="off" aria-label={t('shift.comparing.name')}>
      {progress?.of === undefined
        ? t('shift.comparing')
        : t('shift.comparing.of', { done: progress.done, of: progress.of })}
    </p>
  );
}

export function SeePayment({ saleId, reference }: { readonly saleId: string; readonly reference: string }) {
  const { t } = useWords();
  const open = useCall('payments.open');
  const show = useUi((ui) => ui.navigation.show);
  const see = async () => {
    const outcome = await open.run({ saleId });
    if (outcome?.ok) show('payments');
  };
  return (
    <Button aria-label={t('shift.see.name', { reference })} onClick={() => void see()}>
      {t('shift.see')}
    </Button>
  );
}
