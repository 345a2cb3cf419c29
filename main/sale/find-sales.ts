import type { ListedState, SaleSummary } from '../../preload/contract/views.ts';
import type { Journal } from '../journal/journal.ts';
import type { SaleCursor } from '../journal/projection-rows.ts';
import { saleSummary } from './sale-view.ts';

/** Filter for payments. Times are ms since the epoch. */
export interface PaymentsWanted {
  readonly text: string;
  readonly states?: readonly ListedState[] | undefined;
  readonly from?: number | undefined;
  /** Exclusive. */
  readonly before?: number | undefined;
}

export interface SummaryPage {
  readonly rows: readonly SaleSummary[];
  readonly next: SaleCursor | undefined;
}

/** Reads a page of the journal's own search: by text, in the order of the list. */
export type ReadPage = (text: string, after: SaleCursor | undefined, limit: number, from?: number) => SummaryPage;

export function summaryPage(journal: Pick<Journal, 'find' | 'refundsOf'>, ...page: Parameters<ReadPage>): SummaryPage {
  const { sales, next } = journal.find(...page);
  return { rows: sales.map((sale) => saleSummary(sale, journal.refundsOf(sale.saleId))), next };
}

/** Most sales examined for a page: the till must not freeze on a journal of years. */
const LOOKED_THROUGH = 1_000;
const AT_ONCE = 200;

/** Returns a page of sales, newest first. States are filtered here: a page may be short although `next` is set. */
export function findSales(
  read: ReadPage,
  { text, states, from, before }: PaymentsWanted,
  after: SaleCursor | undefined,
  limit: number,
): SummaryPage {
  const rows: SaleSummary[] = [];
  let place = earlierOf(after, before);
  for (let looked = 0; looked < LOOKED_THROUGH; looked += AT_ONCE) {
    const page = read(text, place, states === undefined ? limit - rows.length : AT_ONCE, from);
    for (const row of page.rows) {
      if (from !== undefined && row.at < from) return { rows, next: undefined };
      if (states !== undefined && !states.includes(stateOf(row))) continue;
      rows.push(row);
      if (rows.length === limit) return { rows, next: isLast(row, page) ? page.next : placeOf(row) };
    }
    if (page.next === undefined) return { rows, next: undefined };
    place = page.next;
  }
  return { rows, next: place };
}

export function stateOf({ stage, amount, refunded }: Pick<SaleSummary, 'stage' | 'amount' | 'refunded'>): ListedState {
  if (stage !== 'paid' || refunded === 0) return stage;
  return refunded < amount ? 'partly-refunded' : 'refunded';
}

/** No id sorts before the empty id, so the millisecond `before` itself is excluded. */
function earlierOf(after: SaleCursor | undefined, before: number | undefined): SaleCursor | undefined {
  return after ?? (before === undefined ? undefined : { at: before, saleId: '' });
}

function isLast(row: SaleSummary, { rows }: SummaryPage): boolean {
  return rows.at(-1) === row;
}

function placeOf({ at, saleId }: SaleSummary): SaleCursor {
  return { at, saleId };
}
