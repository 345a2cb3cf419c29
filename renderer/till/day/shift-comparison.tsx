import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { Counted, Difference } from '../../../preload/contract/shifts.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useAnnounced } from '../../ui/announce.ts';
import textStyles from '../../ui/text.module.css';
import { useCall } from '../../ui/use-call.ts';
import { useRead } from '../../ui/use-read.ts';
import { type Translate, useWords } from '../../ui/use-words.ts';
import { SeePayment } from './see-payment.tsx';
import styles from './shift-comparison.module.css';
import { sidesOf } from './shift-words.ts';

export function ShiftComparison({ counted }: { readonly counted: Counted }) {
  const { t, clockTime } = useWords();
  const { tone, text } = told(counted, t, clockTime);
  useAnnounced(text);
  const Sign = tone === 'green' ? IconCircleCheck : IconAlertTriangle;
  return (
    <>
      <p className={styles.state} role="status" aria-live="off" aria-label={t('shift.counted')} data-tone={tone}>
        <Sign aria-hidden="true" size={24} stroke={2} />
        {text}
      </p>
      {counted.state === 'counted' && <Details counted={counted} />}
    </>
  );
}

function told(counted: Counted, t: Translate, clockTime: (at: number) => string) {
  if (counted.state === 'not-counted') return { tone: 'amber', text: t(`shift.not-counted.${counted.why}`) };
  const time = clockTime(counted.at);
  const { length } = counted.differences;
  if (length > 0) return { tone: 'red', text: t('shift.differs', { count: length, time }) };
  return { tone: 'green', text: t('shift.agrees', { count: counted.matched, time }) };
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

/** Between two looks at the progress, ms. */
const EVERY_MS = 400;

export interface Comparison {
  readonly running: boolean;
  readonly progress: { readonly done: number; readonly of?: number | undefined } | undefined;
  readonly problem: ErrorView | undefined;
  /** Resolves when the service has answered, or cannot be asked. */
  run(): Promise<void>;
  stop(): void;
}

/** Compares the shift that runs with the service. Main goes on with it when the view is left. */
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
