import { useEffect, useRef, useState } from 'react';
import type { ClosedShiftView, ShiftReportView } from '../../../preload/contract/shifts.ts';
import { useCall, useRead, useReadAgain } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { Note } from '../../ui/note.tsx';
import textStyles from '../../ui/text.module.css';
import { useElapsed } from '../../ui/use-now.ts';
import { useWords } from '../../ui/use-words.ts';
import { useRecentChanges, useTill } from '../till-store.ts';
import { ClosedShift, PrintShift } from './closed-shift.tsx';
import { type Comparison, ComparisonProgress, ShiftComparison, useComparison } from './shift-comparison.tsx';
import { ShiftFigures } from './shift-figures.tsx';
import styles from './shift-view.module.css';

export function ThisShift() {
  const { t, error, shortTime } = useWords();
  const now = useTill((till) => till.at);
  const shift = useRead('shift.so-far', {});
  useReadAgain(shift.read, useRecentChanges());
  const comparison = useComparison();
  const [asking, setAsking] = useState(false);
  const [closed, setClosed] = useState<ClosedShiftView>();
  const waited = useElapsed(shift.value === undefined && shift.problem === undefined);
  const { value: report } = shift;
  if (closed !== undefined)
    return (
      <ClosedShift
        shift={closed}
        isNew
        back={() => {
          setClosed(undefined);
          void shift.read();
        }}
      />
    );
  const problem = shift.problem ?? comparison.problem;
  return (
    <section className={styles.view} aria-labelledby="shift-title">
      <h2 id="shift-title" className={styles.title}>
        {report === undefined
          ? t('day.part.now')
          : t('shift.title', { number: report.number, time: shortTime(report.from, now) })}
      </h2>
      <div className={styles.scroll}>
        {problem !== undefined && <Note tone="red">{error(problem)}</Note>}
        {report === undefined && waited > 300 && <p className={textStyles.quiet}>{t('day.reading')}</p>}
        {report !== undefined && (
          <ShiftFigures
            report={report}
            compare={
              comparison.running ? (
                <div className={styles.progress}>
                  <ComparisonProgress progress={comparison.progress} />
                  <Button onClick={comparison.stop}>{t('shift.compare.stop')}</Button>
                </div>
              ) : (
                <Button onClick={() => void comparison.run().then(shift.read)}>{t('shift.compare')}</Button>
              )
            }
          />
        )}
      </div>
      <div className={styles.actions}>
        {report !== undefined && <PrintShift report={report} />}
        <Button kind="main" aria-disabled={report === undefined} onClick={() => setAsking(report !== undefined)}>
          {t('shift.close')}
        </Button>
      </div>
      {asking && report !== undefined && (
        <CloseShiftDialog
          report={report}
          comparison={comparison}
          read={() => void shift.read()}
          cancel={() => setAsking(false)}
          closed={(made) => {
            setAsking(false);
            setClosed(made);
          }}
        />
      )}
    </section>
  );
}

interface Props {
  readonly report: ShiftReportView;
  readonly comparison: Comparison;
  read(): void;
  cancel(): void;
  closed(shift: ClosedShiftView): void;
}

function CloseShiftDialog({ report, comparison, read, cancel, closed }: Props) {
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
    // The displayed shift may have been closed meanwhile.
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
