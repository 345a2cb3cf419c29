import { dayIn, type Handlers, hourIn, tillsOf } from './asking.ts';
import type { Sum } from './contract.ts';

const MOST_PARTS = 20;
const WEEK_MS = 7 * 86_400_000;

/** Of a till `t`: head office's name, or else the POS id. */
export const TILL_NAME = `coalesce(t.name, nullif(t.pos, ''), t.terminal)`;

const number = (of: string) => `coalesce(sum(${of}) FILTER (WHERE day = $1), 0)::int`;
const sumOf = (what: string, day: string) => `json_build_object(
  'count', coalesce(sum(${what}_count) FILTER (WHERE day = ${day}), 0),
  'cents', coalesce(sum(${what}_sum) FILTER (WHERE day = ${day}), 0))`;

/** By hour, by shop or till (`part`), and in total, from a single scan of both days. */
const SUMS = `
  SELECT hour, %part AS key, ${sumOf('paid', '$1')} AS paid, ${sumOf('refund', '$1')} AS refunded,
    ${sumOf('paid', '$2')} AS before, ${number('cancelled')} AS cancelled, ${number('failed')} AS failed,
    ${number('unknown')} AS unknown
  FROM day_hours
  WHERE day IN ($1, $2) AND environment = $3 AND ($4::int[] IS NULL OR till = ANY ($4))
  GROUP BY GROUPING SETS ((hour), (%part), ())`;

interface Sums {
  readonly hour: number | null;
  readonly key: string | number | null;
  readonly name: string;
  readonly paid: Sum;
  readonly before: Sum;
}

export const figuresHandlers: Handlers<'today'> = {
  async today({ day, environment, shop, till }, asking) {
    const { rows, timeZone, now } = asking;
    const tills = await tillsOf(asking, { shop, till });
    const before = new Date(Date.parse(day) - WEEK_MS).toISOString().slice(0, 10);
    const [part, named] =
      shop === undefined ? ['shop', 'shops n ON n.shop = key'] : ['till', 'tills t ON t.till = key'];
    const sums = await rows<Sums>(
      `SELECT f.*, ${shop === undefined ? 'n.name' : TILL_NAME} AS name
       FROM (${SUMS.replaceAll('%part', part)}) f LEFT JOIN ${named} ORDER BY hour, (paid->>'cents')::numeric DESC, key`,
      ...[day, before, environment, tills],
    );
    const hour = day < dayIn(timeZone, now) ? 24 : hourIn(timeZone, now);
    const hours = sums.filter((row) => row.hour !== null);
    const until = (of: (row: Sums) => Sum) =>
      hours.reduce((all, row) => all + (Number(row.hour) < hour ? of(row).cents : 0), 0);
    const parts = till === undefined ? sums.filter((row) => row.key !== null) : [];
    return {
      ...sums.find((row) => row.hour === null && row.key === null),
      ...{ day, before, hours },
      sameTime: { hour, now: until((row) => row.paid), before: until((row) => row.before) },
      parts: parts.slice(0, MOST_PARTS).map((row) => ({ ...row, key: String(row.key), before: row.before.cents })),
      more: parts.length > MOST_PARTS,
    };
  },
};
