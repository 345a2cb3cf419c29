import { raise } from '../alerts/raise.ts';
import type { Connection } from '../database/open.ts';

/** Times of an honest till are at most this far ahead of the service's clock, ms. */
const MOST_AHEAD_MS = 900_000;
/** SQL condition of an event with an implausible time ($1: the latest plausible time) or an amount over the service's limit. */
export const IS_IMPLAUSIBLE = `place IS NOT NULL AND (jsonb_typeof(told->'amount') = 'number' AND chain_cents(told->'amount') IS NULL
  OR CASE WHEN type LIKE '%.intent' THEN at + coalesce(chain_int(told->'skewMs'), 0) ELSE chain_int(told->'createdAt') END
    > $1)`;

export const latestPlausible = (now: number) => now + MOST_AHEAD_MS;

/** Raises one alert for each journal with implausible events in this run. */
export async function reportImplausible(connection: Connection, now: number): Promise<void> {
  const { rows } = await connection.query(
    `SELECT till, branch, min(seq) AS seq, count(*) AS events FROM fresh WHERE ${IS_IMPLAUSIBLE} GROUP BY 1, 2 ORDER BY 1, 2`,
    [latestPlausible(now)],
  );
  for (const { till, ...detail } of rows) await raise(connection, { kind: 'till.values', till, detail }, now);
}
