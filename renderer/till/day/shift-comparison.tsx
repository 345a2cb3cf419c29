import type { Counted, Difference } from '../../../preload/shifts.ts';
import textStyles from '../../ui/text.module.css';
import { useWords } from '../../ui/use-words.ts';
import { SeePayment } from './see-payment.tsx';
import styles from './shift-comparison.module.css';
import { sidesOf } from './shift-words.ts';

/** How a shift compares with what the service tells of the same payments. */
export function ShiftComparison({ counted }: { readonly counted: Counted }) {
  const { t } = useWords();
  if (counted.state === 'not-counted')
    return (
      <p className={styles.state} role="status" aria-live="off" aria-label={t('shift.counted')} data-tone="amber">
        <Sign agrees={false} />
        {t(`shift.not-counted.${counted.why}`)}
      </p>
    );
  return <Result counted={counted} />;
}

function Result({ counted }: { readonly counted: Extract<Counted, { state: 'counted' }> }) {
  const { t, money, clockTime } = useWords();
  const { differences, matched, later, others, here, there } = counted;
  const agrees = differences.length === 0;
  const text = agrees
    ? t('shift.agrees', { count: matched, time: clockTime(counted.at) })
    : t('shift.differs', { count: differences.length, time: clockTime(counted.at) });
  return (
    <>
      <p
        className={styles.state}
        role="status"
        aria-live="off"
        aria-label={t('shift.counted')}
        data-tone={agrees ? 'green' : 'red'}
      >
        <Sign agrees={agrees} />
        {text}
      </p>
      <p>{t('shift.counted.sums', { here: money(here.sum), there: money(there.sum) })}</p>
      {later > 0 && <p className={textStyles.quiet}>{t('shift.counted.later', { count: later })}</p>}
      {others > 0 && <p className={textStyles.quiet}>{t('shift.counted.others', { count: others })}</p>}
      {!agrees && (
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

function Sign({ agrees }: { readonly agrees: boolean }) {
  return <span aria-hidden="true">{agrees ? '✓' : '!'}</span>;
}
