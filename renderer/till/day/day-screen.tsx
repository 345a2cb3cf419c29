import { Tabs } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import type { ClosedShiftView, ShiftLine } from '../../../preload/contract/shifts.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { callMain, useBridge, useCall } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import textStyles from '../../ui/text.module.css';
import { useWords } from '../../ui/use-words.ts';
import { ExportButton } from '../export/export-button.tsx';
import { Locked } from '../layout/locked.tsx';
import partListStyles from '../layout/part-list.module.css';
import { useSessionKeepAlive } from '../layout/use-session-keep-alive.ts';
import { useTill, useUi } from '../till-store.ts';
import { ClosedShift } from './closed-shift.tsx';
import styles from './day-screen.module.css';
import shiftViewStyles from './shift-view.module.css';
import { spanOf } from './shift-words.ts';
import { ThisShift } from './this-shift.tsx';

const parts = ['now', 'earlier', 'figures'] as const;
type PartName = (typeof parts)[number];

/** Loaded on demand: closing a shift does not wait for the chart library. */
const FiguresPart = lazy(() =>
  import('../figures/figures-part.tsx').then((module) => ({ default: module.FiguresPart })),
);

const content: Readonly<Record<PartName, () => ReactNode>> = {
  now: () => <ThisShift />,
  earlier: () => <EarlierShifts />,
  figures: () => (
    <Suspense fallback={null}>
      <FiguresPart />
    </Suspense>
  ),
};

export function DayScreen() {
  const { t } = useWords();
  const role = useTill((till) => till.role);
  const shown = useUi((ui) => parts.find((part) => part === ui.navigation.part)) ?? 'now';
  const openPart = useUi((ui) => ui.navigation.openPart);
  const keepAlive = useSessionKeepAlive();
  if (role === 'cashier') return <Locked view="day" />;
  return (
    <div className={partListStyles.view} onKeyDownCapture={keepAlive} onPointerDownCapture={keepAlive}>
      <Tabs
        unstyled
        keepMounted={false}
        orientation="vertical"
        value={shown}
        onChange={openPart}
        classNames={{ root: styles.parts, list: partListStyles.list, tab: partListStyles.tab, panel: styles.panel }}
      >
        <Tabs.List aria-label={t('day.parts')}>
          {parts.map((part) => (
            <Tabs.Tab key={part} value={part}>
              {t(`day.part.${part}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {parts.map((part) => (
          <Tabs.Panel key={part} value={part}>
            {content[part]()}
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
}

const PAGE = 30;

function EarlierShifts() {
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
    <section className={shiftViewStyles.view} aria-labelledby="earlier-title">
      <h2 id="earlier-title" className={shiftViewStyles.title}>
        {t('day.part.earlier')}
      </h2>
      <div className={shiftViewStyles.scroll}>
        {fault !== undefined && <Note tone="red">{error(fault)}</Note>}
        {rows?.length === 0 && <p className={textStyles.quiet}>{t('shift.none')}</p>}
        <ul className={shiftViewStyles.list}>
          {rows?.map((row) => (
            <li key={row.number}>
              <Line row={row} open={() => void look(row.number)} />
            </li>
          ))}
        </ul>
      </div>
      <div className={shiftViewStyles.actions}>
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
    <button type="button" className={shiftViewStyles.line} onClick={open}>
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
