import { Tabs } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { useWords } from '../../ui/use-words.ts';
import { Locked } from '../layout/locked.tsx';
import partListStyles from '../layout/part-list.module.css';
import { useSessionKeepAlive } from '../layout/use-session-keep-alive.ts';
import { useTill, useUi } from '../till-store.ts';
import styles from './day-screen.module.css';
import { EarlierShifts } from './earlier-shifts.tsx';
import { ThisShift } from './this-shift.tsx';

const parts = ['now', 'earlier', 'figures'] as const;
type PartName = (typeof parts)[number];

/** Its charts are a library of their own, which closing a shift does not wait for. */
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
  const shown = useUi((ui) => parts.find((part) => part === ui.part)) ?? 'now';
  const openPart = useUi((ui) => ui.openPart);
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
