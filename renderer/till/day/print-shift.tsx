import type { ClosedShiftView, ShiftReportView } from '../../../preload/shifts.ts';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../ui/use-words.ts';
import { Note } from '../note.tsx';
import type { Sheet } from '../paper/sheet.ts';
import { usePaper } from '../paper/use-paper.ts';
import { ShiftSheet } from './shift-sheet.tsx';

interface Props {
  readonly report: ShiftReportView;
  /** The shift that it is the last word about; absent for one that runs. */
  readonly closed?: ClosedShiftView;
  /** It may have been printed before. */
  readonly copy?: boolean;
  /** Of the button that prints. */
  readonly name: string;
}

/** Prints a report, or saves it as PDF. */
export function PrintShift({ report, closed, copy = false, name }: Props) {
  const { t, error } = useWords();
  const paper = usePaper();
  const sheet: Sheet = {
    kind: 'shift',
    report: closed === undefined ? 'X' : 'Z',
    number: report.number,
    content: <ShiftSheet report={report} closed={closed} copy={copy} />,
  };
  return (
    <>
      {paper.problem !== undefined && <Note tone="red">{error(paper.problem)}</Note>}
      {paper.saved !== undefined && <Note tone="green">{t('shift.saved', { file: paper.saved })}</Note>}
      <Button aria-disabled={paper.pending} onClick={() => void paper.savePdf(sheet)}>
        {t('shift.save-pdf')}
      </Button>
      <Button aria-disabled={paper.pending} onClick={() => void paper.print(sheet)}>
        {name}
      </Button>
    </>
  );
}
