import type { JournalEvent } from '../../main/domain/events.ts';
import { foldSale } from '../../main/domain/fold-sale.ts';
import { foldRefund, type RefundRecord } from '../../main/domain/refund-record.ts';
import { isElsewhere, type SaleRecord } from '../../main/domain/sale-record.ts';
import type { TestCollector } from './collector.ts';

/** The projections as they are to be, by the folds of a till over the kept events: one event after the other. */
interface Folded {
  readonly sales: readonly object[];
  readonly refunds: readonly object[];
  readonly hours: readonly object[];
}

interface SaleRow {
  record: SaleRecord;
  at: number;
  endedAt: number | null;
  succeededAt: number | null;
}

const DAY_MS = 86_400_000;
const RANK = { here: 0, recovered: 1, found: 2 };
const BEGINS = new Set(['sale.intent', 'sale.imported', 'refund.intent', 'refund.imported']);

/** By what is in the tables. Times in ms since the epoch. */
export async function projected(collector: TestCollector): Promise<Folded> {
  const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::bigint`;
  return {
    sales: await collector.rows(
      `SELECT till, sale_id, day, ${ms('at')} AS at, stage, status, ending, payment_id, bulk_id, amount, reference, settled, alarm,
         alarm_seen, origin, ${ms('ended_at')} AS ended_at, ${ms('succeeded_at')} AS succeeded_at, by_name, counted
         FROM sales ORDER BY till, sale_id`,
    ),
    refunds: await collector.rows(
      `SELECT till, refund_key, day, ${ms('at')} AS at, stage, amount, payment_id, refund_id, origin, by_name, allowed_name, counted
         FROM refunds ORDER BY till, refund_key`,
    ),
    hours: await collector.rows(
      `SELECT till, day, hour, paid_count, paid_sum, refund_count, refund_sum, cancelled, failed, open, unknown FROM day_hours
         WHERE paid_count + refund_count + cancelled + failed + open + unknown > 0 ORDER BY till, day, hour`,
    ),
  };
}

export async function plainFold(collector: TestCollector, timeZone: string): Promise<Folded> {
  const events = await collector.rows(
    'SELECT till, at, type, payload, received FROM events ORDER BY till, branch, seq',
  );
  const sales = new Map<string, SaleRow & { till: number }>();
  const refunds = new Map<string, { till: number; at: number; record: RefundRecord }>();
  for (const { till, at, type, payload, received } of events) {
    const event = { type, ...JSON.parse(String(payload)) } as JournalEvent;
    const of = { till: Number(till), at: Number(at), received: String(received) };
    if ('refundKey' in event) foldOneRefund(refunds, event, of);
    else if ('saleId' in event && event.type.startsWith('sale.')) foldOneSale(sales, event as never, of);
  }
  const zone = zoned(timeZone);
  const saleRows = counted(
    [...sales.values()].map((sale) => ({ ...saleRow(sale), ...zone(sale.at) })),
    'payment_id',
    'sale_id',
  );
  const refundRows = counted(
    [...refunds.values()].map((refund) => ({ ...refundRow(refund), ...zone(refund.at) })),
    'refund_id',
    'refund_key',
  );
  const without = ({ hour: _, ...row }: Record<string, unknown>) => row;
  return { sales: saleRows.map(without), refunds: refundRows.map(without), hours: hoursOf(saleRows, refundRows) };
}

interface Of {
  readonly till: number;
  readonly at: number;
  readonly received: string;
}

function foldOneSale(
  sales: Map<string, SaleRow & { till: number }>,
  event: Parameters<typeof foldSale>[1],
  { till, at, received }: Of,
): void {
  const key = `${till} ${event.saleId}`;
  const before = sales.get(key);
  const isFirst = BEGINS.has(event.type);
  try {
    const record = foldSale(isFirst ? undefined : before?.record, event, { at, terminalId: '', shopId: '', posId: '' });
    const told = 'succeededAt' in event ? event.succeededAt : undefined;
    const created = 'createdAt' in event ? event.createdAt : undefined;
    const hasNewEnd = record.endedAt !== undefined && record.endedAt !== before?.record.endedAt;
    const isOtherEnd = record.stage !== before?.record.stage;
    sales.set(key, {
      till,
      record,
      at: created !== undefined ? clamped(created, received) : (before?.at ?? clamped(at + record.skewMs, received)),
      endedAt:
        hasNewEnd || (record.endedAt !== undefined && isOtherEnd)
          ? clamped(record.endedAt + record.skewMs, received)
          : (before?.endedAt ?? null),
      succeededAt: told !== undefined ? clamped(told, received) : (before?.succeededAt ?? null),
    });
  } catch {
    // It cannot happen to the sale as it is: nothing has changed.
  }
}

function foldOneRefund(
  refunds: Map<string, { till: number; at: number; record: RefundRecord }>,
  event: Parameters<typeof foldRefund>[1],
  { till, at, received }: Of,
): void {
  const key = `${till} ${event.refundKey}`;
  const before = refunds.get(key);
  try {
    const record = foldRefund(before?.record, event, { at });
    refunds.set(key, { till, record, at: before?.at ?? clamped(record.at + (record.skewMs ?? 0), received) });
  } catch {
    // Nothing has changed.
  }
}

/** At most 400 days before the day of receipt, and a day after it. */
function clamped(ms: number, received: string): number {
  const day = Date.parse(received);
  return Math.max(Math.min(ms, day + 2 * DAY_MS), day - 400 * DAY_MS);
}

function saleRow({ till, record, at, endedAt, succeededAt }: SaleRow & { till: number }) {
  const origin: keyof typeof RANK = record.origin === 'here' ? 'here' : isElsewhere(record) ? 'found' : 'recovered';
  return {
    ...{
      till,
      sale_id: record.saleId,
      at,
      stage: record.stage,
      status: record.status ?? null,
      ending: record.ending ?? null,
    },
    ...{ payment_id: record.paymentId ?? null, bulk_id: record.bulkId ?? null, amount: record.amount },
    ...{ reference: record.reference, settled: record.settled, alarm: record.alarm?.shownAs ?? null },
    ...{ alarm_seen: record.alarm?.acknowledged ?? false, origin, ended_at: endedAt, succeeded_at: succeededAt },
    by_name: record.by?.name ?? null,
  };
}

function refundRow({ till, record, at }: { till: number; at: number; record: RefundRecord }) {
  const origin: keyof typeof RANK = record.body === '' ? (record.restored ? 'recovered' : 'found') : 'here';
  return {
    ...{
      till,
      refund_key: record.refundKey,
      at,
      stage: record.stage,
      amount: record.amount,
      payment_id: record.paymentId,
    },
    ...{
      refund_id: record.refundId ?? null,
      origin,
      by_name: record.by?.name ?? null,
      allowed_name: record.allowedBy?.name ?? null,
    },
  };
}

type Counting = Record<string, unknown> & { origin: keyof typeof RANK; till: number };

/** One row of each payment, or refund, is counted. */
function counted<Row extends Counting>(rows: readonly Row[], id: string, key: string): (Row & { counted: boolean })[] {
  const compare = (a: Counting, b: Counting) => a.till - b.till || (String(a[key]) < String(b[key]) ? -1 : 1);
  const sorted = rows.toSorted(compare);
  const first = new Map<unknown, Counting>();
  for (const row of sorted.toSorted((a, b) => RANK[a.origin] - RANK[b.origin] || compare(a, b)))
    if (!first.has(row[id])) first.set(row[id], row);
  return sorted.map((row) => ({ ...row, counted: row[id] === null || first.get(row[id]) === row }));
}

function zoned(timeZone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (ms: number) => {
    const [day = '', time = ''] = format.format(ms).split(' ');
    return { day, hour: Number(time.slice(0, 2)) };
  };
}

const none = {
  paid_count: 0,
  paid_sum: 0,
  refund_count: 0,
  refund_sum: 0,
  cancelled: 0,
  failed: 0,
  open: 0,
  unknown: 0,
};

function hoursOf(sales: readonly Record<string, unknown>[], refunds: readonly Record<string, unknown>[]): object[] {
  const hours = new Map<string, typeof none & { till: number; day: string; hour: number }>();
  const of = ({ till, day, hour }: Record<string, unknown>) => {
    const key = `${String(till).padStart(6)} ${day} ${String(hour).padStart(2)}`;
    const row = hours.get(key) ?? { till: Number(till), day: String(day), hour: Number(hour), ...none };
    hours.set(key, row);
    return row;
  };
  for (const sale of sales.filter((row) => row['counted'])) {
    const hour = of(sale);
    const stage = String(sale['stage']);
    if (stage === 'paid') hour.paid_sum += Number(sale['amount']);
    if (stage === 'paid') hour.paid_count += 1;
    else if (stage === 'cancelled' || stage === 'unknown') hour[stage] += 1;
    else hour[['failed', 'expired', 'voided'].includes(stage) ? 'failed' : 'open'] += 1;
  }
  for (const refund of refunds.filter((row) => row['counted'] && row['stage'] === 'refunded')) {
    const hour = of(refund);
    hour.refund_count += 1;
    hour.refund_sum += Number(refund['amount']);
  }
  return [...hours].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
