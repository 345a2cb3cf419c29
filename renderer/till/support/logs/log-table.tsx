import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { LogRow } from '../../../../preload/logs.ts';
import { useWords } from '../../../ui/use-words.ts';
import { nextRow } from '../../payments/row-navigation.ts';
import { toneOf } from './level-tone.ts';
import styles from './log-table.module.css';

/** A row can be pressed with a finger: at least 56 px high. */
const ROW_HEIGHT = 56;
/** So many rows before the end the next page is asked for. */
const AHEAD = 20;

const features = tableFeatures({});
const helper = createColumnHelper<typeof features, LogRow>();

interface Props {
  readonly rows: readonly LogRow[];
  readonly chosen: string | undefined;
  choose(row: LogRow): void;
  /** The end of the list is in sight. */
  atEnd(): void;
}

/** The lines of the log, of which only those in sight exist in the page. Arrow keys move, Enter opens. */
export function LogTable({ rows, chosen, choose, atEnd }: Props) {
  const words = useWords();
  const { t } = words;
  const columns = useMemo(
    () =>
      helper.columns([
        helper.accessor(({ at }) => (at === undefined ? '' : words.dayAndTime(at)), {
          id: 'when',
          header: t('logs.when'),
        }),
        helper.accessor(({ level }) => t(`logs.level.of.${level}`), { id: 'level', header: t('logs.level') }),
        helper.accessor('message', { header: t('logs.message') }),
        helper.accessor(({ fields }) => String(fields['traceId'] ?? ''), { id: 'trace', header: t('logs.trace') }),
      ]),
    [t, words],
  );
  const data = useMemo(() => [...rows], [rows]);
  const table = useTable({ features, columns, data, getRowId: ({ id }) => id });
  const lines = table.getRowModel().rows;
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const current = Math.min(active, Math.max(0, lines.length - 1));
  const list = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: 8,
  });
  const items = list.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= lines.length - AHEAD) atEnd();
  }, [last, lines.length, atEnd]);
  const onKeyDown = (event: KeyboardEvent) => {
    const row = lines[current]?.original;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (row !== undefined) choose(row);
      return;
    }
    const next = nextRow(lines.length, current, event.key);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    list.scrollToIndex(next);
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus());
  };
  return (
    <div ref={box} className={styles.scroll}>
      <table aria-label={t('logs.lines')} aria-rowcount={lines.length} className={styles.rows}>
        <thead className={styles.head}>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th key={header.id} scope="col">
                  <table.FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody style={{ height: list.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = lines[index];
            if (row === undefined) return null;
            return (
              <tr
                key={row.id}
                className={styles.row}
                data-index={index}
                data-tone={toneOf(row.original.level)}
                aria-rowindex={index + 1}
                aria-current={row.id === chosen || undefined}
                tabIndex={index === current ? 0 : -1}
                style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
                onClick={() => {
                  setActive(index);
                  choose(row.original);
                }}
                onKeyDown={onKeyDown}
              >
                {row.getAllCells().map((cell) => (
                  <td key={cell.id} data-column={cell.column.id}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
