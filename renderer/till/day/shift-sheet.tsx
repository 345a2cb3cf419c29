import type { ClosedShiftView, Counted, ShiftReportView } from '../../../preload/contract/shifts.ts';
import { useWords, type Words } from '../../ui/use-words.ts';
import styles from './shift-sheet.module.css';
import {
  apartLines,
  comparisonText,
  correctionText,
  openText,
  personNames,
  sidesOf,
  spanOf,
  sumOf,
  type TallyLine,
  tallySum,
  unknownOf,
} from './shift-words.ts';

interface Props {
  readonly report: ShiftReportView;
  /** Absent for the running shift. */
  readonly closed: ClosedShiftView | undefined;
  readonly copy: boolean;
}

export function ShiftSheet({ report, closed, copy }: Props) {
  const words = useWords();
  const { t, money } = words;
  const { payments, refunds, corrections, open, net } = report;
  const outside = apartLines(report, words);
  const unknown = unknownOf(report);
  const nameOf = personNames(report, words);
  return (
    <div className={styles.sheet}>
      {copy && <p className={styles.copy}>{t('shift.sheet.copy')}</p>}
      <h1>{report.shopName || t('app.name')}</h1>
      <p>{t('receipt.till', { posId: report.posId })}</p>
      <h2>{t(closed === undefined ? 'shift.sheet.so-far' : 'shift.sheet.closed', { number: report.number })}</h2>
      <p>{spanOf(report, words)}</p>
      {closed !== undefined && <p>{t('shift.closed-by', { name: nameOf(closed.by) })}</p>}
      {report.lost && <p>{t('shift.lost', report.lost)}</p>}
      {report.replaced && <p>{t('shift.replaced')}</p>}
      <hr />
      <Line name={t('stage.paid')} tally={payments.paid} words={words} />
      <Line name={t('stage.refunded')} tally={refunds.refunded} sign="−" words={words} />
      {corrections.length > 0 && (
        <Row
          name={`${corrections.length} × ${t('shift.corrections')}`}
          value={money(net - payments.paid.sum + refunds.refunded.sum)}
        />
      )}
      <p className={`${styles.row} ${styles.net}`}>
        <span>{t('shift.net')}</span>
        <span>{money(net)}</span>
      </p>
      <Line name={t('stage.cancelled')} tally={payments.cancelled} words={words} />
      <Line name={t('stage.expired')} tally={payments.expired} words={words} />
      <Line name={t('stage.failed')} tally={payments.failed} words={words} />
      <Line name={t('shift.refunds-not-made')} tally={refunds['not-made']} words={words} />
      <Line name={t('shift.open')} tally={{ count: open.length, sum: sumOf(open) }} words={words} />
      <Line name={t('shift.of-these-unknown')} tally={{ count: unknown.length, sum: sumOf(unknown) }} words={words} />
      {report.people.length > 0 && <h3>{t('shift.people')}</h3>}
      {report.people.map(({ person, payments: charged, refunds: back }) => (
        <div key={`${person?.role} ${person?.id ?? person?.name}`} className={styles.item}>
          <p>{nameOf(person)}</p>
          <Line name={t('stage.paid')} tally={charged.paid} words={words} />
          {back.refunded.count > 0 && <Line name={t('stage.refunded')} tally={back.refunded} sign="−" words={words} />}
        </div>
      ))}
      {corrections.length > 0 && <h3>{t('shift.corrections')}</h3>}
      {corrections.map((one) => (
        <div key={one.refundKey ?? one.saleId} className={styles.item}>
          <Row name={one.reference} value={money(one.amount)} />
          <p>{correctionText(one, words)}</p>
        </div>
      ))}
      {open.length > 0 && <h3>{t('shift.open')}</h3>}
      {open.map((one) => (
        <div key={one.refundKey ?? one.saleId} className={styles.item}>
          <Row name={one.reference} value={money(one.amount)} />
          <p>{openText(one, words)}</p>
        </div>
      ))}
      {outside.length > 0 && <h3>{t('shift.apart')}</h3>}
      {outside.map((line) => (
        <Line key={line.name} {...line} words={words} />
      ))}
      <h3>{t('shift.counted')}</h3>
      <Comparison counted={report.counted} words={words} />
      <hr />
      <p className={styles.small}>{words.dayAndTime(report.to)}</p>
      {copy && <p className={styles.copy}>{t('shift.sheet.copy')}</p>}
    </div>
  );
}

function Comparison({ counted, words }: { readonly counted: Counted; readonly words: Words }) {
  const { t, money } = words;
  const { text } = comparisonText(counted, words);
  if (counted.state === 'not-counted') return <p>{text}</p>;
  const { differences, later, others, here, there } = counted;
  return (
    <>
      <p>{text}</p>
      <p>{t('shift.counted.sums', { here: money(here.sum), there: money(there.sum) })}</p>
      {later > 0 && <p>{t('shift.counted.later', { count: later })}</p>}
      {others > 0 && <p>{t('shift.counted.others', { count: others })}</p>}
      {differences.map((one) => (
        <div key={one.paymentId ?? one.saleId ?? one.reference} className={styles.item}>
          <p>{t(`shift.difference.${one.kind}`)}</p>
          <p>{one.reference || one.paymentId}</p>
          <p>{sidesOf(one, words)}</p>
          <p>{t(`shift.difference.${one.kind}.do`)}</p>
        </div>
      ))}
    </>
  );
}

function Line({ words, ...line }: TallyLine & { readonly words: Words }) {
  return <Row name={`${line.tally.count} × ${line.name}`} value={tallySum(line, words)} />;
}

function Row({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <p className={styles.row}>
      <span>{name}</span>
      <span>{value}</span>
    </p>
  );
}
