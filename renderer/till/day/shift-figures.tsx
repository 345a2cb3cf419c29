import type { ReactNode } from 'react';
import type { ShiftReportView, Tally } from '../../../preload/contract/shifts.ts';
import { Note } from '../../ui/note.tsx';
import textStyles from '../../ui/text.module.css';
import { useWords } from '../../ui/use-words.ts';
import { SeePayment, ShiftComparison } from './shift-comparison.tsx';
import styles from './shift-figures.module.css';
import {
  apartLines,
  correctionText,
  openText,
  personNames,
  sumOf,
  type TallyLine,
  tallySum,
  unknownOf,
} from './shift-words.ts';

interface Props {
  readonly report: ShiftReportView;
  readonly compare?: ReactNode;
}

export function ShiftFigures({ report, compare }: Props) {
  const { t } = useWords();
  return (
    <div className={styles.figures}>
      <section className={styles.block} aria-label={t('shift.totals')}>
        {report.lost && <Note tone="amber">{t('shift.lost', report.lost)}</Note>}
        {report.replaced && <Note tone="amber">{t('shift.replaced')}</Note>}
        <Totals report={report} />
      </section>
      <section className={styles.block} aria-label={t('shift.counted')}>
        <ShiftComparison counted={report.counted} />
        {compare}
      </section>
      {report.people.length > 0 && <People report={report} />}
      {report.corrections.length > 0 && <Corrections report={report} />}
      {report.open.length > 0 && <StillOpen report={report} />}
      <Apart report={report} />
    </div>
  );
}

function Totals({ report }: { readonly report: ShiftReportView }) {
  const { t, money } = useWords();
  const { payments, refunds, corrections, open, net } = report;
  const unknown = unknownOf(report);
  const others: readonly (readonly [string, Tally])[] = [
    [t('stage.cancelled'), payments.cancelled],
    [t('stage.expired'), payments.expired],
    [t('stage.failed'), payments.failed],
    [t('shift.refunds-not-made'), refunds['not-made']],
    [t('shift.open'), { count: open.length, sum: sumOf(open) }],
  ];
  const none = others.filter(([, { count }]) => count === 0).map(([name]) => name);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('shift.count')}</th>
          <th scope="col">{t('shift.sum')}</th>
        </tr>
      </thead>
      <tbody>
        <Line name={t('stage.paid')} tally={payments.paid} />
        <Line name={t('stage.refunded')} tally={refunds.refunded} sign="−" />
        {corrections.length > 0 && (
          <tr>
            <th scope="row">{t('shift.corrections')}</th>
            <td>{corrections.length}</td>
            <td>{money(net - payments.paid.sum + refunds.refunded.sum)}</td>
          </tr>
        )}
        <tr className={styles.net}>
          <th scope="row">{t('shift.net')}</th>
          <td />
          <td>{money(net)}</td>
        </tr>
        {others.map(([name, tally]) => tally.count > 0 && <Line key={name} name={name} tally={tally} quiet />)}
        {unknown.length > 0 && (
          <tr className={`${styles.quiet} ${styles.within}`}>
            <th scope="row">{t('shift.of-these-unknown')}</th>
            <td>{unknown.length}</td>
            <td>{money(sumOf(unknown))}</td>
          </tr>
        )}
        <ZeroLine names={none} columns={3} />
      </tbody>
    </table>
  );
}

interface LineProps extends TallyLine {
  readonly quiet?: boolean;
}

function Line({ quiet = false, ...line }: LineProps) {
  const words = useWords();
  return (
    <tr className={quiet ? styles.quiet : undefined}>
      <th scope="row">{line.name}</th>
      <td>{line.tally.count}</td>
      <td>{tallySum(line, words)}</td>
    </tr>
  );
}

function ZeroLine({ names, columns }: { readonly names: readonly string[]; readonly columns: number }) {
  if (names.length === 0) return null;
  return (
    <tr className={styles.quiet}>
      <th scope="row" colSpan={columns - 1}>
        {names.join(' · ')}
      </th>
      <td>0</td>
    </tr>
  );
}

function People({ report }: { readonly report: ShiftReportView }) {
  const words = useWords();
  const { t, money } = words;
  const nameOf = personNames(report, words);
  const idle = report.people.filter(isIdle).map(({ person }) => nameOf(person));
  return (
    <section className={styles.block} aria-labelledby="shift-people">
      <h3 id="shift-people">{t('shift.people')}</h3>
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('stage.paid')}</th>
            <th scope="col">{t('shift.sum')}</th>
            <th scope="col">{t('stage.refunded')}</th>
          </tr>
        </thead>
        <tbody>
          {report.people
            .filter((one) => !isIdle(one))
            .map(({ person, payments, refunds }) => (
              <tr key={`${person?.role} ${person?.id ?? person?.name}`}>
                <th scope="row">{nameOf(person)}</th>
                <td>{payments.paid.count}</td>
                <td>{money(payments.paid.sum)}</td>
                <td>{money(-refunds.refunded.sum)}</td>
              </tr>
            ))}
          <ZeroLine names={idle} columns={4} />
        </tbody>
      </table>
    </section>
  );
}

function isIdle({ payments, refunds }: ShiftReportView['people'][number]): boolean {
  return payments.paid.count + refunds.refunded.count === 0;
}

function Corrections({ report }: { readonly report: ShiftReportView }) {
  const words = useWords();
  const { t, money } = words;
  const nameOf = personNames(report, words);
  return (
    <section className={styles.block} aria-labelledby="shift-corrections">
      <h3 id="shift-corrections">{t('shift.corrections')}</h3>
      <p className={textStyles.quiet}>{t('shift.corrections.why')}</p>
      <ul className={styles.items}>
        {report.corrections.map((one) => (
          <li key={one.refundKey ?? one.saleId} className={styles.item}>
            <span>{one.reference}</span>
            <b>{money(one.amount)}</b>
            <span className={textStyles.quiet}>
              {correctionText(one, words)}
              {one.by !== undefined && ` · ${nameOf(one.by)}`}
            </span>
            <SeePayment saleId={one.saleId} reference={one.reference} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function StillOpen({ report }: { readonly report: ShiftReportView }) {
  const words = useWords();
  const { t, money } = words;
  return (
    <section className={styles.block} aria-labelledby="shift-open">
      <h3 id="shift-open">{t('shift.open')}</h3>
      <p className={textStyles.quiet}>{t('shift.open.why')}</p>
      <ul className={styles.items}>
        {report.open.map((one) => (
          <li key={one.refundKey ?? one.saleId} className={styles.item}>
            <span>{one.reference}</span>
            <b>{money(one.amount)}</b>
            <span className={textStyles.quiet}>{openText(one, words)}</span>
            <SeePayment saleId={one.saleId} reference={one.reference} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Apart({ report }: { readonly report: ShiftReportView }) {
  const words = useWords();
  const lines = apartLines(report, words);
  if (lines.length === 0) return null;
  return (
    <section className={styles.block} aria-labelledby="shift-apart">
      <h3 id="shift-apart">{words.t('shift.apart')}</h3>
      <table className={styles.table}>
        <tbody>
          {lines.map((line) => (
            <Line key={line.name} {...line} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
