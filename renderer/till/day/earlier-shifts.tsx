import { useCallback, useEffect, useState } from 'react';
import type { ClosedShiftView, ShiftLine } from '../../../preload/contract/shifts.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { callMain, useBridge } from '../../ui/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import textStyles from '../../ui/text.module.css';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { ExportButton } from '../export/export-button.tsx';
import { ClosedShift } from './closed-shift.tsx';
import styles from './shift-view.module.css';
import { spanOf } from './shift-words.ts';

const PAGE = 30;

export function EarlierShifts() {
  const { t, error } = useWords();
  const bridge = useBridge();
  const open = useCall('shift.open');
  const [rows, setRows] = useState<readonly ShiftLine[]>();
  const [more, setMore] = useState(false);
  const [problem, setProblem] = useState<ErrorView>();
  const [opened, setOpened] = useState<ClosedShiftView>();
  const load = useCallback(
    async (held: readonly ShiftLine[]) => {
      const outcome = await callMain(bridge, 'shift.list', { limit: PAGE, before: held.at(-1)?.number });
      setProblem(outcome.ok ? undefined : outcome.error);
      if (!outcome.ok) return;
      setRows([...held, ...outcome.value.rows]);
      setMore(outcome.value.more);
    },
    [bridge],
  );
  useEffect(() => void load([]), [load]);
  if (opened !== undefined) return <ClosedShift shift={opened} back={() => setOpened(undefined)} />;
  const look = async (number: number) => {
    const outcome = await open.run({ number });
    if (outcome?.ok) setOpened(outcome.value);
  };
  const fault = problem ?? open.problem;
  return (
    <section className={styles.view} aria-labelledby="earlier-title">
      <h2 id="earlier-title" className={styles.title}>
        {t('day.part.earlier')}
      </h2>
      <div className={styles.scroll}>
        {fault !== undefined && <Note tone="red">{error(fault)}</Note>}
        {rows?.length === 0 && <p className={textStyles.quiet}>{t('shift.none')}</p>}
        <ul className={styles.list}>
          {rows?.map((row) => (
            <li key={row.number}>
              <Line row={row} open={() => void look(row.number)} />
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.actions}>
        {rows !== undefined && rows.length > 0 && <ExportButton kinds={['shifts', 'payments', 'refunds']} />}
        {more && <Button onClick={() => void load(rows ?? [])}>{t('shift.more')}</Button>}
      </div>
    </section>
  );
}

function Line({ row, open }: { readonly row: ShiftLine; open(): void }) {
  const words = useWords();
  const { t, money } = words;
  return (
    <button type="button" className={styles.line} onClick={open}>
      <span>
        {t('payouts.shift', { number: row.number })}
        <small>{spanOf(row, words)}</small>
      </span>
      <span>
        {row.by.name}
        <small>{row.compared !== null && t(`shift.compared.${row.compared}`)}</small>
      </span>
      <b>{row.net === null ? '' : money(row.net)}</b>
    </button>
  );
}
