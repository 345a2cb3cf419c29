import type { ClosedShiftView } from '../../../preload/contract/shifts.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import textStyles from '../../ui/text.module.css';
import { useWords } from '../../ui/use-words.ts';
import { personNames } from './person-names.ts';
import { PrintShift } from './print-shift.tsx';
import { ShiftFigures } from './shift-figures.tsx';
import styles from './shift-view.module.css';
import { spanOf } from './shift-words.ts';

interface Props {
  readonly shift: ClosedShiftView;
  /** It was closed just now: what is printed is no copy. */
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
