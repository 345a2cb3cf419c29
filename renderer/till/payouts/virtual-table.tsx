import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { nextRow } from '../payments/row-navigation.ts';
import type { WindowedRows } from './use-windowed-rows.ts';
import styles from './virtual-table.module.css';

/** A row can be pressed with a finger: at least 56 px high. */
const ROW_HEIGHT = 60;
const ROW_GAP = 6;

interface Props<Row> {
  readonly name: string;
  readonly rows: WindowedRows<Row>;
  /** The grid of its columns. */
  readonly columns: string;
  /** The row that is open beside the table. */
  isOpen?(row: Row): boolean;
  /** A press, or Enter, on a row. */
  open?(row: Row): void;
  /** What tells of the row's state by its colour. */
  tone(row: Row): string;
  cells(row: Row): ReactNode;
}

/** A table of which only the rows in sight exist in the page. Arrow keys move, Enter opens. */
export function VirtualTable<Row>({ name, rows, columns, isOpen, open, tone, cells }: Props<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const { total, see } = rows;
  const current = Math.min(active, Math.max(0, total - 1));
  const list = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    gap: ROW_GAP,
    overscan: 8,
  });
  const items = list.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => see(first, last), [see, first, last]);
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows.row(current);
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (row !== undefined) open?.(row);
      return;
    }
    const next = nextRow(total, current, event.key);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    list.scrollToIndex(next);
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus());
  };
  return (
    <div ref={box} className={styles.scroll}>
      <table aria-label={name} aria-rowcount={total} className={styles.rows} style={{ height: list.getTotalSize() }}>
        <tbody>
          {items.map(({ index, start }) => {
            const row = rows.row(index);
            return (
              <tr
                key={index}
                className={styles.row}
                data-index={index}
                data-tone={row === undefined ? undefined : tone(row)}
                data-pressed={open !== undefined}
                aria-rowindex={index + 1}
                aria-busy={row === undefined || undefined}
                aria-current={(row !== undefined && isOpen?.(row)) || undefined}
                tabIndex={index === current ? 0 : -1}
                style={{ height: ROW_HEIGHT, gridTemplateColumns: columns, transform: `translateY(${start}px)` }}
                onClick={() => {
                  setActive(index);
                  if (row !== undefined) open?.(row);
                }}
                onKeyDown={onKeyDown}
              >
                {row === undefined ? <td /> : cells(row)}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
