import { dayIn, type Handlers, hourIn, type Row } from './asking.ts';

const MOST_PARTS = 200;
const DAY_MS = 86_400_000;

interface HourRow {
  readonly hour: number | null;
  readonly part: string | null;
  readonly day: string;
  readonly paidCount: number;
  readonly paid: number;
  readonly refundCount: number;
  readonly refunded: number;
  readonly cancelled: number;
  readonly failed: number;
  readonly unknown: number;
}

/** By hour, and by shop or till, from one look at the sums of both days. */
const SUMS = `
  SELECT hour, day, %part AS part, sum(paid_count)::int AS "paidCount", sum(paid_sum)::bigint AS paid,
    sum(refund_count)::int AS "refundCount", sum(refund_sum)::bigint AS refunded,
    sum(cancelled)::int AS cancelled, sum(failed)::int AS failed, sum(unknown)::int AS unknown
  FROM day_hours
  WHERE day IN ($1, $2) AND environment = $3 AND ($4::text IS NULL OR shop = $4) AND ($5::int IS NULL OR till = $5)
  GROUP BY GROUPING SETS ((day, hour), (day, %part))`;

export const figuresHandlers: Handlers<'today'> = {
  async today({ day, environment, shop, till }, asking) {
    const before = new Date(Date.parse(day) - 7 * DAY_MS).toISOString().slice(0, 10);
    const part = shop === undefined ? 'shop' : 'till::text';
    const sums = await asking.rows<HourRow>(SUMS.replaceAll('%part', part), day, before, environment, shop, till);
    const hours = sums.filter((row) => row.hour !== null);
    const now = hours.filter((row) => row.day === day);
    const was = hours.filter((row) => row.day === before);
    const hour = day < dayIn(asking.timeZone, asking.now) ? 24 : hourIn(asking.timeZone, asking.now);
    const until = (rows: readonly HourRow[]) => total(rows.filter((row) => Number(row.hour) < hour)).paid.cents;
    const parts = till === undefined ? partsOf(sums, day) : [];
    const shown = parts.slice(0, MOST_PARTS);
    const names = await namesOf(
      shown.map(({ key }) => key),
      shop !== undefined,
      asking.rows,
    );
    return {
      day,
      before,
      ...total(now),
      sameTime: { hour, now: until(now), before: until(was) },
      hours: hoursOf(now, was),
      parts: shown.map((of) => ({ ...of, name: names.get(of.key) ?? of.key })),
      more: parts.length > MOST_PARTS,
    };
  },
};

function total(rows: readonly HourRow[]) {
  const sum = (of: (row: HourRow) => number) => rows.reduce((all, row) => all + of(row), 0);
  return {
    paid: { count: sum((row) => row.paidCount), cents: sum((row) => row.paid) },
    refunded: { count: sum((row) => row.refundCount), cents: sum((row) => row.refunded) },
    cancelled: sum((row) => row.cancelled),
    failed: sum((row) => row.failed),
    unknown: sum((row) => row.unknown),
  };
}

function hoursOf(now: readonly HourRow[], was: readonly HourRow[]) {
  const hours = [...new Set([...now, ...was].map((row) => Number(row.hour)))].sort((one, other) => one - other);
  const at = (rows: readonly HourRow[], hour: number) => total(rows.filter((row) => row.hour === hour)).paid;
  return hours.map((hour) => ({ hour, paid: at(now, hour), before: at(was, hour) }));
}

/** Those with the largest takings first. */
function partsOf(sums: readonly HourRow[], day: string) {
  const byKey = Map.groupBy(
    sums.filter((row) => row.part !== null),
    (row) => String(row.part),
  );
  return [...byKey]
    .map(([key, rows]) => {
      const { paid, refunded, unknown } = total(rows.filter((row) => row.day === day));
      return { key, paid, refunded, unknown, before: total(rows.filter((row) => row.day !== day)).paid.cents };
    })
    .sort((one, other) => other.paid.cents - one.paid.cents);
}

async function namesOf(
  keys: readonly string[],
  areTills: boolean,
  rows: (sql: string, keys: unknown) => Promise<Row[]>,
) {
  const sql = areTills
    ? `SELECT till::text AS key, ${TILL_NAME} AS name FROM tills t WHERE till = ANY ($1::int[])`
    : 'SELECT shop AS key, name FROM shops WHERE shop = ANY ($1)';
  return new Map((await rows(sql, keys)).map(({ key, name }) => [String(key), String(name)]));
}

/** Head office's name of a till `t`, else that of its POS. */
export const TILL_NAME = `coalesce(t.name, nullif(t.pos, ''), t.terminal)`;
