import { raise } from '../alerts/raise.ts';
import type { Connection } from '../database/open.ts';
import { type RecordTable, touch } from './record-tables.ts';

interface Counting {
  /** Ids of payments or refunds. */
  readonly ids: readonly string[];
  /** First and last day of the compared rows. */
  readonly days: readonly [first: string, last: string];
  readonly timeZone: string;
  /** ms since the epoch. */
  readonly now: number;
}

/** Ids shared by several rows, or without a counted row. */
export async function contestedIds(
  connection: Connection,
  { table, id }: RecordTable,
  days: Counting['days'],
): Promise<readonly string[]> {
  const { rows } = await connection.query(
    `SELECT DISTINCT ${id} AS id FROM (
       SELECT ${id} FROM ${table} WHERE day BETWEEN $1 AND $2
           AND ${id} IN (SELECT ${id} FROM ${table}_before UNION ALL SELECT ${id} FROM ${table}_after)
         GROUP BY environment, ${id} HAVING count(*) > 1 OR NOT bool_or(counted)) AS contested`,
    [...days],
  );
  return rows.map((row) => row.id);
}

/**
 * A row of the till that charged wins; among several such tills the first counted, until a decision; among several
 * journals of a till the newest. Raises an alert for each pair of tills with conflicting rows of a payment.
 */
export async function countOnce(connection: Connection, of: RecordTable, counting: Counting): Promise<void> {
  const { table, key, id } = of;
  const { ids, days, timeZone, now } = counting;
  const isRow = (one: string) => `${one}.till = r.till AND ${one}.journal = r.journal AND ${one}.${key} = r.${key}`;
  const { rows } = await connection.query(
    `WITH rival AS (
         SELECT r.*, r.${id} AS id, array_position('{here,recovered,found}', r.origin) AS claim,
             r.counted AND (a.till IS NULL OR b.till IS NOT NULL) AS stood,
             coalesce(r.till = (SELECT winner FROM claims c WHERE record = '${table}' AND c.environment = r.environment
               AND c.id = r.${id} ORDER BY decided_at DESC NULLS LAST LIMIT 1), false) AS wins
           FROM ${table} r LEFT JOIN ${table}_after a ON ${isRow('a')}
             LEFT JOIN (SELECT DISTINCT till, journal, ${key}, ${id} FROM ${table}_before) b
               ON ${isRow('b')} AND b.${id} = r.${id}
           WHERE r.${id} = ANY ($4) AND r.day BETWEEN $2 AND $3),
       of_till AS (
         SELECT *, min(claim) OVER own AS best, bool_or(stood) OVER own AS till_stood FROM rival
           WINDOW own AS (PARTITION BY environment, id, till)),
       ranked AS (
         SELECT *, row_number() OVER (PARTITION BY environment, id
             ORDER BY wins DESC, best, till_stood DESC, till, origin = 'found', journal DESC, ${key}) = 1 AS counts
           FROM of_till),
       changed AS (
         UPDATE ${table} r SET counted = counts FROM ranked WHERE ranked.counted <> counts AND ${isRow('ranked')}
             AND r.day = ranked.day AND r.day BETWEEN $2 AND $3
           RETURNING r.*),
       touching AS (${touch(table, 'changed', 'CASE WHEN counted THEN 1 ELSE -1 END')}),
       claimed AS (
         INSERT INTO claims (record, environment, id, low_till, high_till, winner)
           SELECT DISTINCT '${table}', r.environment, r.id, least(r.till, w.till), greatest(r.till, w.till), w.till
             FROM ranked w JOIN ranked r USING (environment, id)
             WHERE w.counts AND r.till <> w.till AND (r.origin = 'here' OR w.origin = 'here' AND (
               r.amount <> w.amount OR r.stage <> w.stage AND chain_is_end(r.stage) AND chain_is_end(w.stage)
               OR r.origin = 'recovered' AND r.stood))
           ON CONFLICT DO NOTHING RETURNING *)
     SELECT winner, low_till + high_till - winner AS other, array_agg(DISTINCT payment_id) AS ids
       FROM claimed JOIN ranked USING (environment, id) WHERE counts GROUP BY 1, 2 ORDER BY 1, 2`,
    [timeZone, ...days, ids],
  );
  for (const { winner: till, other, ids: payments } of rows) {
    const detail = { other, ids: payments.slice(0, MOST_NAMED) };
    await raise(connection, { kind: 'payment.claimed', till, about: `till ${other}`, detail }, now);
  }
}

const MOST_NAMED = 10;

/** Ids decided since the last run, by table. */
export async function decidedIds(connection: Connection): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await connection.query('UPDATE claims SET due = false WHERE due RETURNING record, id');
  const ids = new Map<string, string[]>();
  for (const { record, id } of rows) ids.set(record, [...(ids.get(record) ?? []), id]);
  return ids;
}
