import type { Figures, FiguresState } from '../../preload/contract/figures.ts';
import { DAY_MS, type Day, dayAfter, localDays, type Stretch, weekOf } from '../base/days.ts';
import { begunAt, isOtherTills, isSpent, type RefundRecord } from '../domain/refund-record.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import type { SaleCursor } from '../journal/projection-rows.ts';
import { ownerOf } from './counted-as.ts';

export interface FiguresJournal {
  /** Newest charged first. */
  find(
    text: '',
    after: SaleCursor,
    limit: number,
  ): { readonly sales: readonly SaleRecord[]; readonly next: SaleCursor | undefined };
  /** ms since the epoch by this machine's clock. */
  refundsBetween(from: number, before: number): Iterable<RefundRecord>;
}

interface FiguresOptions {
  /** Default: the system's time zone. */
  readonly timeZone?: string;
  /** Runs pending work of the till between two pages. */
  pause(): Promise<unknown>;
}

/** Payments per read: blocks the main thread for some ms. */
const PAGE = 200;

/**
 * Returns this till's takings and refunds on `day` and in its week, next to the week before. A payment counts when
 * paid, by the service's clock; an unpaid payment counts when charged. Errors: as for the journal.
 */
export async function readFigures(
  journal: FiguresJournal,
  day: Day,
  { timeZone, pause }: FiguresOptions,
): Promise<Figures> {
  const tally = createTally(day, timeZone);
  // Payments are paid within a day of being charged, and a larger clock error raises an alarm.
  const from = tally.from - DAY_MS;
  const before = tally.to + DAY_MS;
  for (let place: SaleCursor | undefined = { at: before, saleId: '' }; place !== undefined; ) {
    const { sales, next } = journal.find('', place, PAGE);
    for (const sale of sales) tally.add(sale);
    place = next !== undefined && next.at >= from ? next : undefined;
    await pause();
  }
  let read = 0;
  for (const refund of journal.refundsBetween(from, before)) {
    tally.addRefund(refund);
    read += 1;
    if (read % PAGE === 0) await pause();
  }
  return tally.figures();
}

/** Returns the newest day up to `last` with a payment at this till; `last` without any. Errors: as for the journal. */
export async function newestSalesDay(
  journal: Pick<FiguresJournal, 'find'>,
  last: Day,
  { timeZone, pause }: FiguresOptions,
): Promise<Day> {
  const calendar = localDays(timeZone);
  let place: SaleCursor | undefined = { at: calendar.stretchOf(last).to + DAY_MS, saleId: '' };
  while (place !== undefined) {
    const { sales, next } = journal.find('', place, PAGE);
    const days = sales
      .filter((sale) => stateOf(sale) === 'paid' && ownerOf(sale) !== 'other-till')
      .map((sale) => calendar.dayOf(paidAt(sale)))
      .filter((day) => day <= last);
    const newest = days.toSorted().at(-1);
    if (newest !== undefined) return newest;
    place = next;
    await pause();
  }
  return last;
}

interface Adding {
  count: number;
  cents: number;
}

function createTally(day: Day, timeZone: string | undefined) {
  const calendar = localDays(timeZone);
  const week = weekOf(day);
  const days = [...week.map((date) => dayAfter(date, -7)), ...week].map((date) => {
    const { from, to } = calendar.stretchOf(date);
    return { day: date, from, to, paid: none(), refunded: none() };
  });
  const hours = calendar.hoursOf(day).map((hour) => ({ ...hour, ...none() }));
  const states = new Map(figuresStates.map((state) => [state, none()]));
  const underWay = none();
  const monday = days[7]?.from ?? 0;
  const to = days.at(-1)?.to ?? 0;
  const ofThisWeek = (at: number) => at >= monday && at < to;

  return {
    from: days[0]?.from ?? 0,
    to,
    add(sale: SaleRecord): void {
      if (ownerOf(sale) === 'other-till') return;
      const state = stateOf(sale);
      const at = state === 'paid' ? paidAt(sale) : sale.startedAt + sale.skewMs;
      if (ofThisWeek(at)) count(states.get(state), sale.amount);
      if (state !== 'paid') return;
      count(holding(days, at)?.paid, sale.amount);
      count(holding(hours, at), sale.amount);
    },
    addRefund(refund: RefundRecord): void {
      if (isOtherTills(refund) || !isSpent(refund)) return;
      const at = begunAt(refund);
      if (refund.stage === 'refunded') count(holding(days, at)?.refunded, refund.amount);
      else if (ofThisWeek(at)) count(underWay, refund.amount);
    },
    figures(): Figures {
      const shown = days.map(({ to: _to, ...rest }) => rest);
      return {
        day,
        hours,
        days: shown.slice(7),
        before: shown.slice(0, 7),
        states: [...states].map(([state, sum]) => ({ state, ...sum })),
        underWay,
      };
    },
  };
}

const figuresStates: readonly FiguresState[] = ['paid', 'cancelled', 'expired', 'failed', 'voided', 'unknown', 'open'];

function stateOf({ stage }: SaleRecord): FiguresState {
  return figuresStates.find((state) => state === stage) ?? 'open';
}

/** By the service's clock; without a service time, by this till's corrected clock. */
function paidAt({ succeededAt, endedAt, startedAt, skewMs }: SaleRecord): number {
  return succeededAt ?? (endedAt ?? startedAt) + skewMs;
}

function none(): Adding {
  return { count: 0, cents: 0 };
}

function count(sum: Adding | undefined, cents: number): void {
  if (sum === undefined) return;
  sum.count += 1;
  sum.cents += cents;
}

function holding<T extends Stretch>(stretches: readonly T[], at: number): T | undefined {
  return stretches.find(({ from, to }) => at >= from && at < to);
}
