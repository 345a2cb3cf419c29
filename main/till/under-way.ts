import { isEnd } from '../domain/sale-record.ts';
import type { Journal } from '../journal/journal.ts';
import type { Sales } from '../sale/sales.ts';

interface CounterNow {
  /** True for a current or parked payment without an end, or a refund with unknown outcome. */
  readonly underWay: boolean;
  /** Time of the last sale, ms since the epoch. */
  readonly lastSaleAt: number | undefined;
}

interface OpenCounter {
  readonly sales: Sales;
  readonly journal: Pick<Journal, 'openRefunds'>;
}

/** Refunds accepted by the service do not count: they go on without the till. An unreadable journal counts as busy. */
export function counterNow({ opened }: { readonly opened: OpenCounter | undefined }): CounterNow {
  if (opened === undefined) return { underWay: false, lastSaleAt: undefined };
  const { sales, journal } = opened;
  try {
    const asking = journal
      .openRefunds()
      .some(({ stage, unsettled }) => stage === 'sending' || (stage === 'unconfirmed' && unsettled === undefined));
    const underWay = isUnderWay(sales) || sales.parked().length > 0 || asking;
    return { underWay, lastSaleAt: sales.recent(1)[0]?.at };
  } catch {
    return { underWay: true, lastSaleAt: undefined };
  }
}

export function isUnderWay(sales: Pick<Sales, 'current'>): boolean {
  const sale = sales.current();
  return sale !== null && !isEnd(sale.stage);
}
