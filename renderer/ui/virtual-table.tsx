import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import styles from './virtual-table.module.css';

/** Height of the sticky column heads, px. */
const PINNED = 24;
const PAGE = 8;

export interface TableRows<Row> {
  readonly total: number;
  /** Undefined while being fetched. */
  row(index: number): Row | undefined;
  /** Called on each render with the visible rows. */
  see(first: number, last: number): void;
  /** The list has further rows, not counted yet. */
  readonly isOpenEnded?: boolean;
}

interface Props<Row> {
  readonly name: string;
  /** Sets `--columns`, the grid of the columns. */
  readonly className: string | undefined;
  readonly rows: TableRows<Row>;
  readonly heads?: readonly string[];
  /** Column heads are announced, as in a data table; otherwise each row counts as an item of a list. */
  readonly areHeadsRead?: boolean;
  /** Px. A row for touch has 56. */
  readonly rowHeight?: number;
  isOpen?(row: Row): boolean;
  open?(row: Row): void;
  keyOf?(row: Row): string;
  tone(row: Row): string;
  cells(row: Row): ReactNode;
}

/** Scrolls in the nearest element with `data-scrolls`: nested scroll areas would leave the table too little room. */
export function VirtualTable<Row>(props: Props<Row>) {
  const { name, className, rows, heads, areHeadsRead, rowHeight = 56, isOpen, open, keyOf, tone, cells } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const { items, height, topOf, moveTo } = useRowsInSight(body, rows, rowHeight);
  const [active, setActive] = useState(0);
  const current = Math.min(active, Math.max(0, rows.total - 1));
  const onKeyDown = (event: KeyboardEvent) => {
    const opens = event.key === 'Enter' || event.key === ' ';
    const next = nextRow(rows.total, current, event.key);
    if (!opens && next === undefined) return;
    event.preventDefault();
    const row = rows.row(current);
    if (opens && row !== undefined) open?.(row);
    if (next === undefined) return;
    setActive(next);
    moveTo(next);
  };
  return (
    <table
      aria-label={name}
      aria-rowcount={rows.isOpenEnded ? -1 : rows.total}
      className={`${styles.table} ${className ?? ''}`}
    >
      {heads && (
        <thead aria-hidden={!areHeadsRead || undefined}>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody ref={body} style={{ height }}>
        {items.map(({ index, start }) => {
          const row = rows.row(index);
          return (
            <tr
              key={(row !== undefined && keyOf?.(row)) || index}
              data-index={index}
              data-tone={row === undefined ? undefined : tone(row)}
              data-pressed={open !== undefined}
              aria-rowindex={index + 1}
              aria-busy={row === undefined || undefined}
              aria-current={(row !== undefined && isOpen?.(row)) || undefined}
              tabIndex={index === current ? 0 : -1}
              style={{ height: rowHeight, transform: `translateY(${topOf(start)}px)` }}
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

type Body = React.RefObject<HTMLTableSectionElement | null>;

function useRowsInSight<Row>(body: Body, rows: TableRows<Row>, rowHeight: number) {
  const [above, setAbove] = useState(0);
  const { total, see } = rows;
  const list = useVirtualizer({
    count: total,
    getScrollElement: () => scrollerOf(body.current),
    scrollMargin: above,
    scrollPaddingStart: PINNED,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  // The content above changes its height with each response.
  useLayoutEffect(() => {
    const scroller = scrollerOf(body.current);
    if (body.current === null || scroller === null) return;
    const distance = body.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    setAbove(Math.round(distance + scroller.scrollTop));
  });
  const items = list.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => see(first, last), [see, first, last]);
  return {
    items,
    height: list.getTotalSize(),
    topOf: (start: number) => start - above,
    moveTo(index: number) {
      list.scrollToIndex(index);
      requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus());
    },
  };
}

function scrollerOf(body: HTMLElement | null): HTMLElement | null {
  return body?.closest<HTMLElement>('[data-scrolls]') ?? null;
}

/** Undefined for other keys. */
export function nextRow(count: number, current: number, key: string): number | undefined {
  const to = target(count, current, key);
  return to === undefined || count === 0 ? undefined : Math.min(count - 1, Math.max(0, to));
}

function target(count: number, current: number, key: string): number | undefined {
  if (key === 'ArrowDown') return current + 1;
  if (key === 'ArrowUp') return current - 1;
  if (key === 'PageDown') return current + PAGE;
  if (key === 'PageUp') return current - PAGE;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
