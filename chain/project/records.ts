import type { Connection } from '../database/open.ts';
import { contestedIds, countOnce } from './claims.ts';
import { type RecordTable, touch } from './record-tables.ts';

interface Moment {
  readonly timeZone: string;
  /** ms since the epoch. */
  readonly now: number;
}

/** `days`: range with nearly all of the changed rows; other rows are searched in all partitions. */
export async function projectRecords(
  connection: Connection,
  of: RecordTable,
  days: readonly [first: string, last: string],
  moment: Moment,
): Promise<void> {
  const { table, key, events } = of;
  const mine = `(SELECT DISTINCT till, journal, key FROM fresh WHERE type LIKE '${events}') AS mine`;
  const ofMine = `r.till = mine.till AND r.journal = mine.journal AND r.${key} = mine.key`;
  await connection.query(
    `INSERT INTO ${table}_before SELECT r.* FROM ${mine} JOIN ${table} r ON ${ofMine} AND r.day BETWEEN $1 AND $2`,
    [...days],
  );
  const { rows: missed } = await connection.query(
    `SELECT till, journal, key FROM fresh WHERE type LIKE '${events}' AND key IS NOT NULL GROUP BY till, journal, key
         HAVING count(place) = 0
       EXCEPT SELECT till, journal, ${key} FROM ${table}_before`,
  );
  if (missed.length > 0)
    await connection.query(
      `INSERT INTO ${table}_before SELECT r.* FROM unnest($1::integer[], $2::integer[], $3::text[]) AS mine (till, journal, key)
         JOIN ${table} r ON ${ofMine}`,
      ['till', 'journal', 'key'].map((column) => missed.map((one) => one[column])),
    );
  await fold(connection, of, moment.timeZone);
  await write(connection, of, moment);
}

async function fold(connection: Connection, { table, key, events, fold: folded }: RecordTable, timeZone: string) {
  await connection.query(
    `INSERT INTO ${table}_after SELECT (record).* FROM (
       SELECT ${folded}(seq, type, told, at, received, place, kept ORDER BY branch, seq) AS record FROM (
         SELECT till, journal, ${key} AS key, 0 AS branch, 0 AS seq, 'row' AS type, NULL::jsonb AS told, 0 AS at,
             NULL::date AS received, NULL::jsonb AS place, ROW(b.*)::${table} AS kept FROM ${table}_before b
         UNION ALL SELECT till, journal, key, branch, seq, type, told, at, received, place, NULL FROM fresh
           WHERE type LIKE '${events}' AND key IS NOT NULL) AS event
         GROUP BY till, journal, key) AS one
       WHERE (record).stage IS NOT NULL`,
  );
  await connection.query(`UPDATE ${table}_after SET day = (at AT TIME ZONE $1)::date`, [timeZone]);
}

async function write(connection: Connection, of: RecordTable, { timeZone, now }: Moment) {
  const { table, key } = of;
  const { rows } = await connection.query(
    `SELECT min(day) AS first, max(day) AS last, min(day) - 1 AS from, max(day) + 1 AS to
       FROM (SELECT day FROM ${table}_before UNION ALL SELECT day FROM ${table}_after) AS rows`,
  );
  const { first, last, from, to } = rows[0];
  if (first === null) return;
  await connection.query(
    `SELECT chain_partition(name, day::date, 'month')
       FROM (SELECT DISTINCT date_trunc('month', day) AS day FROM ${table}_after) AS month,
         unnest(ARRAY['${table}', 'day_hours']) AS name`,
  );
  await connection.query(
    `WITH went AS (
         DELETE FROM ${table} r USING ${table}_before b
           WHERE r.till = b.till AND r.journal = b.journal AND r.${key} = b.${key} AND r.day = b.day AND r.day BETWEEN $2 AND $3
           RETURNING r.*)
       ${touch(table, 'went', '-1')} WHERE counted`,
    [timeZone, first, last],
  );
  await connection.query(
    `WITH came AS (INSERT INTO ${table} SELECT * FROM ${table}_after ON CONFLICT DO NOTHING RETURNING *)
       ${touch(table, 'came', '1')} WHERE counted`,
    [timeZone],
  );
  // The service dates each payment, so rows of the same payment are close together.
  const days = [from, to] as const;
  const ids = await contestedIds(connection, of, days);
  if (ids.length > 0) await countOnce(connection, of, { ids, days, timeZone, now });
}
