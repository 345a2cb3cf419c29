import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { nextRow } from '../payments/row-navigation.ts';
import type { WindowedRows } from './use-windowed-rows.ts';
import styles from './virtual-table.module.css';

/** A row can be pressed with a finger: at least 56 px high. */
const ROW_HEIGHT = 60;
const ROW_GAP = 6;
/** The heads of the columns stay in sight there. */
const PINNED = 32;

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

/**
 * A table of which only the rows in sight exist in the page. Arrow keys move, Enter opens. It scrolls with what stands
 * above it, in the nearest element with `data-scrolls`: two areas that scroll, one in the other, would leave it no room.
 */
export function VirtualTable<Row>({ name, rows, columns, isOpen, open, tone, cells }: Props<Row>) {
  const box = useRef<HTMLTableElement>(null);
  const [above, setAbove] = useState(0);
  const [active, setActive] = useState(0);
  const { total, see } = rows;
  const current = Math.min(active, Math.max(0, total - 1));
  const list = useVirtualizer({
    count: total,
    getScrollElement: () => scrollerOf(box.current),
    scrollMargin: above,
    scrollPaddingStart: PINNED,
    estimateSize: () => ROW_HEIGHT,
    gap: ROW_GAP,
    overscan: 8,
  });
  // Whatever stands above it may grow and shrink with each answer.
  useLayoutEffect(() => {
    const scroller = scrollerOf(box.current);
    if (box.current === null || scroller === null) return;
    const distance = box.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    setAbove(Math.round(distance + scroller.scrollTop));
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
    <table
      ref={box}
      aria-label={name}
      aria-rowcount={total}
      className={styles.rows}
      style={{ height: list.getTotalSize() }}
    >
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
              style={{ height: ROW_HEIGHT, gridTemplateColumns: columns, transform: `translateY(${start - above}px)` }}
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
  );
}

function scrollerOf(table: HTMLElement | null): HTMLElement | null {
  return table?.closest<HTMLElement>('[data-scrolls]') ?? null;
}
