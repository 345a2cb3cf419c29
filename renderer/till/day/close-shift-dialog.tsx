import { useEffect, useRef } from 'react';
import type { ClosedShiftView, ShiftReportView } from '../../../preload/contract/shifts.ts';
import { Note } from '../../ui/note.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { DialogForm } from '../dialogs/dialog-form.tsx';
import { type Comparison, ComparisonProgress, ShiftComparison } from './shift-comparison.tsx';
import styles from './shift-view.module.css';

interface Props {
  readonly report: ShiftReportView;
  readonly comparison: Comparison;
  read(): void;
  cancel(): void;
  closed(shift: ClosedShiftView): void;
}

export function CloseShiftDialog({ report, comparison, read, cancel, closed }: Props) {
  const { t, money } = useWords();
  const close = useCall('shift.close');
  const started = useRef(false);
  const { running, progress, run } = comparison;
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void run().then(read);
  }, [run, read]);
  const confirm = async () => {
    const outcome = await close.run({ number: report.number });
    if (outcome?.ok) closed(outcome.value);
    // The shown shift may have ended meanwhile.
    else read();
  };
  return (
    <Dialog title={t('shift.close.title', { number: report.number })} width="table" close={cancel}>
      <DialogForm
        call={{ pending: running || close.pending, problem: close.problem }}
        confirm={t('shift.close.confirm')}
        submit={() => !running && void confirm()}
        leaveText={running ? t('shift.compare.stop') : undefined}
        leave={running ? comparison.stop : cancel}
      >
        <p>{t('shift.close.text', { sum: money(report.net), count: report.payments.paid.count })}</p>
        {report.open.length > 0 && <Note tone="amber">{t('shift.close.open', { count: report.open.length })}</Note>}
        {running ? (
          <ComparisonProgress progress={progress} />
        ) : (
          <div className={styles.compared}>
            <ShiftComparison counted={report.counted} />
          </div>
        )}
      </DialogForm>
    </Dialog>
  );
}
