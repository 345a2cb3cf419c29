import { useState } from 'react';
import type { ClosedShiftView, ShiftReportView } from '../../../preload/contract/shifts.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import textStyles from '../../ui/text.module.css';
import { useWords } from '../../ui/use-words.ts';
import type { Sheet } from '../paper/sheet.ts';
import { usePaper } from '../paper/use-paper.tsx';
import { ShiftFigures } from './shift-figures.tsx';
import { ShiftSheet } from './shift-sheet.tsx';
import styles from './shift-view.module.css';
import { personNames, spanOf } from './shift-words.ts';

interface Props {
  readonly shift: ClosedShiftView;
  /** The first print is the original. */
  readonly isNew?: boolean;
  back(): void;
}

export function ClosedShift({ shift, isNew = false, back }: Props) {
  const words = useWords();
  const { t } = words;
  const { number, report, by } = shift;
  const name = report === null ? (by.name ?? '') : personNames(report, words)(by);
  return (
    <section className={styles.view} aria-labelledby="shift-title">
      <h2 id="shift-title" className={styles.title}>
        {t(isNew ? 'shift.title.just-closed' : 'payouts.shift', { number })}
      </h2>
      <div className={styles.scroll}>
        <p className={textStyles.quiet}>
          {spanOf(shift, words)} · {t('shift.closed-by', { name })}
        </p>
        {report === null ? <Note tone="amber">{t('shift.newer-version')}</Note> : <ShiftFigures report={report} />}
      </div>
      <div className={styles.actions}>
        <Button onClick={back}>{t(isNew ? 'shift.next' : 'list.back')}</Button>
        {report !== null && <PrintShift report={report} closed={shift} isNew={isNew} />}
      </div>
    </section>
  );
}

interface PrintShiftProps {
  readonly report: ShiftReportView;
  /** Absent for the running shift. */
  readonly closed?: ClosedShiftView;
  readonly isNew?: boolean;
}

/** A closed shift has one original, printed right after closing; later prints are copies. */
export function PrintShift({ report, closed, isNew = false }: PrintShiftProps) {
  const { t, error } = useWords();
  const paper = usePaper();
  const [isOut, setOut] = useState(!isNew);
  const copy = closed !== undefined && isOut;
  const sheet: Sheet = {
    kind: 'shift',
    report: closed === undefined ? 'X' : 'Z',
    number: report.number,
    content: <ShiftSheet report={report} closed={closed} copy={copy} />,
  };
  const print = async () => {
    if (await paper.print(sheet)) setOut(true);
  };
  const save = async () => {
    if ((await paper.savePdf(sheet)) !== undefined) setOut(true);
  };
  return (
    <>
      {paper.problem !== undefined && <Note tone="red">{error(paper.problem)}</Note>}
      {paper.saved !== undefined && <Note tone="green">{t('file.saved', { file: paper.saved })}</Note>}
      <Button aria-disabled={paper.pending} onClick={() => void save()}>
        {t('shift.save-pdf')}
      </Button>
      <Button aria-disabled={paper.pending} onClick={() => void print()}>
        {t(closed === undefined ? 'shift.print-so-far' : copy ? 'shift.print-copy' : 'shift.print')}
      </Button>
    </>
  );
}
