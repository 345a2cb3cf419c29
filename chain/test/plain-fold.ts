import type { JournalEvent } from '../../main/domain/events.ts';
import { foldSale } from '../../main/domain/fold-sale.ts';
import { foldRefund, type RefundRecord } from '../../main/domain/refund-record.ts';
import { isElsewhere, type SaleRecord } from '../../main/domain/sale-record.ts';
import type { TestCollector } from './collector.ts';

/** The expected projections, from the till's own folds applied to the stored events one after the other. */
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

/** Reads the tables, with times in ms since the epoch. */
export async function projected(collector: TestCollector, without: number): Promise<Folded> {
  const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::bigint`;
  return {
    sales: await collector.rows(
      `SELECT till, journal, sale_id, day, ${ms('at')} AS at, stage, status, ending, payment_id, bulk_id, amount, reference, settled, alarm,
         alarm_seen, origin, ${ms('ended_at')} AS ended_at, ${ms('succeeded_at')} AS succeeded_at, by_name, counted
         FROM sales WHERE till <> $1 ORDER BY till, journal, sale_id`,
      [without],
    ),
    refunds: await collector.rows(
      `SELECT till, journal, refund_key, day, ${ms('at')} AS at, stage, amount, payment_id, refund_id, origin, by_name, allowed_name, counted
         FROM refunds WHERE till <> $1 ORDER BY till, journal, refund_key`,
      [without],
    ),
    hours: await collector.rows(
      `SELECT till, day, hour, paid_count, paid_sum, refund_count, refund_sum, cancelled, failed, open, unknown FROM day_hours
         WHERE till <> $1 AND paid_count + refund_count + cancelled + failed + open + unknown > 0 ORDER BY till, day, hour`,
      [without],
    ),
  };
}

interface Folding {
  readonly timeZone: string;
  readonly tables: Folded;
  /** A till to leave out. */
  readonly without: number;
}

export async function plainFold(collector: TestCollector, { timeZone, tables, without }: Folding): Promise<Folded> {
  const events = await collector.rows(
    `SELECT till, journal, at, type, payload, e.received FROM events e JOIN branches USING (till, branch)
       WHERE till <> $1 ORDER BY till, branch, seq`,
    [without],
  );
  const sales = new Map<string, SaleRow & Owner>();
  const refunds = new Map<string, Owner & { at: number; record: RefundRecord }>();
  for (const { till, journal, at, type, payload, received } of events) {
    const event = { type, ...JSON.parse(String(payload)) } as JournalEvent;
    const of = { till: Number(till), journal: Number(journal), at: Number(at), received: String(received) };
    if ('refundKey' in event) foldOneRefund(refunds, event, of);
    else if ('saleId' in event && event.type.startsWith('sale.')) foldOneSale(sales, event as never, of);
  }
  const zone = zoned(timeZone);
  const saleRows = counted(
    [...sales.values()].map((sale) => ({ ...saleRow(sale), ...zone(sale.at) })),
    ['payment_id', 'sale_id'],
    tables.sales,
  );
  const refundRows = counted(
    [...refunds.values()].map((refund) => ({ ...refundRow(refund), ...zone(refund.at) })),
    ['refund_id', 'refund_key'],
    tables.refunds,
  );
  const withoutHour = ({ hour: _, ...row }: Record<string, unknown>) => row;
  return {
    sales: saleRows.map(withoutHour),
    refunds: refundRows.map(withoutHour),
    hours: hoursOf(saleRows, refundRows),
  };
}

interface Owner {
  readonly till: number;
  readonly journal: number;
}

interface Of extends Owner {
  readonly at: number;
  readonly received: string;
}

function foldOneSale(
  sales: Map<string, SaleRow & Owner>,
  event: Parameters<typeof foldSale>[1],
  { till, journal, at, received }: Of,
): void {
  const key = `${till} ${journal} ${event.saleId}`;
  const before = sales.get(key);
  const isFirst = BEGINS.has(event.type);
  try {
    const record = foldSale(isFirst ? undefined : before?.record, event, { at, terminalId: '', shopId: '', posId: '' });
    const succeededAt = 'succeededAt' in event ? event.succeededAt : undefined;
    const created = 'createdAt' in event ? event.createdAt : undefined;
    const hasNewEnd = record.endedAt !== undefined && record.endedAt !== before?.record.endedAt;
    const isOtherEnd = record.stage !== before?.record.stage;
    sales.set(key, {
      till,
      journal,
      record,
      at: created !== undefined ? clamped(created, received) : (before?.at ?? clamped(at + record.skewMs, received)),
      endedAt:
        hasNewEnd || (record.endedAt !== undefined && isOtherEnd)
          ? clamped(record.endedAt + record.skewMs, received)
          : (before?.endedAt ?? null),
      succeededAt: succeededAt !== undefined ? clamped(succeededAt, received) : (before?.succeededAt ?? null),
    });
  } catch {
    // The event is impossible in this state, so the sale stays unchanged.
  }
}

function foldOneRefund(
  refunds: Map<string, Owner & { at: number; record: RefundRecord }>,
  event: Parameters<typeof foldRefund>[1],
  { till, journal, at, received }: Of,
): void {
  const key = `${till} ${journal} ${event.refundKey}`;
  const before = refunds.get(key);
  try {
    const record = foldRefund(before?.record, event, { at });
    refunds.set(key, { till, journal, record, at: before?.at ?? clamped(record.at + (record.skewMs ?? 0), received) });
  } catch {
    // The event is impossible in this state, so the refund stays unchanged.
  }
}

/** Limits a time to between 400 days before the day of receipt and a day after. */
function clamped(ms: number, received: string): number {
  const day = Date.parse(received);
  return Math.max(Math.min(ms, day + 2 * DAY_MS), day - 400 * DAY_MS);
}

function saleRow({ till, journal, record, at, endedAt, succeededAt }: SaleRow & Owner) {
  const origin: keyof typeof RANK = record.origin === 'here' ? 'here' : isElsewhere(record) ? 'found' : 'recovered';
  return {
    ...{
      till,
      journal,
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

function refundRow({ till, journal, record, at }: Owner & { at: number; record: RefundRecord }) {
  const origin: keyof typeof RANK = record.body === '' ? (record.restored ? 'recovered' : 'found') : 'here';
  return {
    ...{
      till,
      journal,
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

type Counting = Record<string, unknown> & Owner & { origin: keyof typeof RANK };

/**
 * Marks a row of each payment or refund as counted: of the till with the best claim, in its newest journal. Among tills
 * with equal claims the first wins, as in the tables.
 */
function counted<Row extends Counting>(
  rows: readonly Row[],
  [id, key]: readonly [id: string, key: string],
  inTables: readonly object[],
): (Row & { counted: boolean })[] {
  const nameOf = (row: object) => ['till', 'journal', key].map((column) => Object(row)[column]).join(' ');
  const first = new Set(inTables.filter((row) => Object(row)['counted']).map(nameOf));
  const compare = (a: Counting, b: Counting) =>
    a.till - b.till || a.journal - b.journal || (String(a[key]) < String(b[key]) ? -1 : 1);
  const sorted = rows.toSorted(compare);
  const counts = new Set<Row>();
  for (const [of, all] of Map.groupBy(sorted, (row) => row[id])) {
    if (of === null) for (const row of all) counts.add(row);
    if (of === null) continue;
    const best = [...Map.groupBy(all, ({ till }) => till).values()].map((own) => ({
      rank: Math.min(...own.map(({ origin }) => RANK[origin])),
      row: own.toSorted(
        (a, b) => Number(a.origin === 'found') - Number(b.origin === 'found') || b.journal - a.journal || compare(a, b),
      )[0],
    }));
    const rank = Math.min(...best.map((one) => one.rank));
    const equal = best.flatMap((one) => (one.rank === rank && one.row !== undefined ? [one.row] : []));
    const chosen = equal.find((row) => first.has(nameOf(row))) ?? equal[0];
    if (chosen !== undefined) counts.add(chosen);
  }
  return sorted.map((row) => ({ ...row, counted: counts.has(row) }));
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
