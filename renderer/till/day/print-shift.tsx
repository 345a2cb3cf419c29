import { useState } from 'react';
import type { ClosedShiftView, ShiftReportView } from '../../../preload/contract/shifts.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { useWords } from '../../ui/use-words.ts';
import type { Sheet } from '../paper/sheet.ts';
import { usePaper } from '../paper/use-paper.ts';
import { ShiftSheet } from './shift-sheet.tsx';

interface Props {
  readonly report: ShiftReportView;
  /** The shift that it is the last word about; absent for one that runs. */
  readonly closed?: ClosedShiftView;
  readonly isNew?: boolean;
}

/** Prints a report, or saves it as PDF. Of a closed shift one comes out that is no copy, right after the closing. */
export function PrintShift({ report, closed, isNew = false }: Props) {
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
