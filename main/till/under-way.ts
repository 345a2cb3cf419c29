import { isEnd } from '../domain/sale-record.ts';
import type { Journal } from '../journal/journal.ts';
import type { Sales } from '../sale/sales.ts';

export interface CounterNow {
  /** A payment without an end, on the screen or parked, or a refund whose outcome the till is still asking about. */
  readonly underWay: boolean;
  /** When somebody last charged, ms since the epoch. */
  readonly lastSaleAt: number | undefined;
}

interface OpenCounter {
  readonly sales: Sales;
  readonly journal: Pick<Journal, 'openRefunds'>;
}

/** A refund that the service took on can go on for days, without the till. An unreadable journal may hold anything. */
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
