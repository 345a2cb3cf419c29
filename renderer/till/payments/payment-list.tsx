import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { SaleSummary } from '../../../preload/views.ts';
import { lookOf, shownStage } from '../../ui/sale-stage.ts';
import { StageIcon } from '../../ui/stage-icon.tsx';
import textStyles from '../../ui/text.module.css';
import { useWords } from '../../ui/use-words.ts';
import { useTill } from '../till-store.ts';
import styles from './payment-list.module.css';
import { nextRow } from './row-navigation.ts';

/** A row can be pressed with a finger: at least 56 px high, 8 px from the next. */
const ROW_HEIGHT = 60;
const ROW_GAP = 8;

interface Props {
  readonly rows: readonly SaleSummary[];
  /** There are more than these. */
  readonly more: boolean;
  /** Called again and again while the last rows are in sight. */
  loadMore(): void;
  readonly openedId: string | undefined;
  open(saleId: string): void;
}

/** One row for each payment. Only the rows in sight exist in the page. Arrow keys move, Enter opens. */
export function PaymentList({ rows, more, loadMore, openedId, open }: Props) {
  const { t } = useWords();
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const current = Math.min(active, rows.length - 1);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    gap: ROW_GAP,
    overscan: 6,
  });
  const items = list.getVirtualItems();
  const lastInSight = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more && lastInSight >= rows.length - 20) loadMore();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') {
      const row = rows[current];
      if (row === undefined) return;
      event.preventDefault();
      return open(row.saleId);
    }
    const next = nextRow(rows.length, current, event.key);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    list.scrollToIndex(next);
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus());
  };
  return (
    <>
      <Heads />
      <div ref={box} className={styles.scroll}>
        <table
          aria-label={t('nav.payments')}
          aria-rowcount={more ? -1 : rows.length}
          className={styles.rows}
          style={{ height: list.getTotalSize() }}
        >
          <tbody>
            {items.map(({ index, start }) => {
              const row = rows[index];
              return row === undefined ? null : (
                <Row
                  key={row.saleId}
                  row={row}
                  index={index}
                  top={start}
                  active={index === current}
                  opened={row.saleId === openedId}
                  onKeyDown={onKeyDown}
                  open={() => {
                    setActive(index);
                    open(row.saleId);
                  }}
                />
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Over the columns, for the eye: each line says in words what it holds, and every row of the table is a payment. */
function Heads() {
  const { t } = useWords();
  return (
    <div className={styles.heads} aria-hidden="true">
      <span>{t('list.time')}</span>
      <span>{t('list.state')}</span>
      <span>{t('sale.reference')}</span>
      <span>{t('sale.amount')}</span>
    </div>
  );
}

interface RowProps {
  readonly row: SaleSummary;
  readonly index: number;
  readonly top: number;
  readonly active: boolean;
  readonly opened: boolean;
  open(): void;
  onKeyDown(event: KeyboardEvent): void;
}

function Row({ row, index, top, active, opened, open, onKeyDown }: RowProps) {
  const words = useWords();
  const stage = shownStage(row);
  const time = useTill((till) => words.shortTime(row.succeededAt ?? row.at, till.at));
  return (
    <tr
      className={styles.row}
      data-index={index}
      data-tone={lookOf(stage).tone}
      aria-rowindex={index + 1}
      aria-current={opened || undefined}
      tabIndex={active ? 0 : -1}
      style={{ height: ROW_HEIGHT, transform: `translateY(${top}px)` }}
      onClick={open}
      onKeyDown={onKeyDown}
    >
      <td className={textStyles.quiet}>{time}</td>
      <td className={styles.stage}>
        <StageIcon stage={stage} size={26} />
        {words.t(`stage.${stage}`)}
      </td>
      <td className={styles.reference}>
        {row.reference}
        <span className={textStyles.quiet}>
          {[
            row.parked && words.t('payments.parked'),
            row.debtorName,
            row.elsewhere && words.t('pos.another'),
            refundWord(row, words),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </td>
      <td className={styles.amount}>{words.money(row.amount)}</td>
    </tr>
  );
}

/** The whole amount stands in a column of its own. */
function refundWord(row: SaleSummary, words: ReturnType<typeof useWords>): string {
  if (row.refunding) return words.t('payments.refunding');
  if (shownStage(row) !== 'partly-refunded') return '';
  return words.t('list.refunded', { refunded: words.money(row.refunded) });
}
