import { type Database, dayOf, inTransaction } from './open.ts';

const DAY_MS = 86_400_000;

/** `kept`: the `retention` field that limits the age of a table's partitions. */
const tables = [
  { table: 'events', step: 'day', kept: 'eventsDays' },
  { table: 'sales', step: 'month', kept: 'salesDays' },
  { table: 'refunds', step: 'month', kept: 'salesDays' },
  { table: 'shifts', step: 'month', kept: 'salesDays' },
  { table: 'day_hours', step: 'month', kept: 'salesDays' },
] as const;

export interface Retention {
  readonly eventsDays: number;
  readonly salesDays: number;
}

/** For today and the next two days. `now`: ms since the epoch. */
export async function makePartitions(database: Database, now: number): Promise<void> {
  for (const { table, step } of tables)
    for (const ahead of [0, 1, 2])
      await database.query('SELECT chain_partition($1, $2, $3)', [table, dayOf(now + ahead * DAY_MS), step]);
}

/** Returns the dropped partitions. Waits at most 5 s for a query that reads a partition; the next call retries. */
export async function dropOld(database: Database, retention: Retention, now: number): Promise<string[]> {
  const last = (days: number) => dayOf(now - days * DAY_MS);
  const dropped: string[] = [];
  for (const { table, step, kept } of tables) {
    const { rows } = await database.query(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass
         AND to_date(substring(inhrelid::regclass::text FROM '[0-9]+$'), 'YYYYMMDD') + ('1 ' || $2)::interval <= $3::date`,
      [table, step, last(retention[kept])],
    );
    for (const { name } of rows)
      await inTransaction(database, async (connection) => {
        await connection.query("SET LOCAL lock_timeout = '5s'");
        await connection.query(`DROP TABLE ${name}`);
      }).then(
        () => dropped.push(name),
        () => undefined,
      );
  }
  await database.query('DELETE FROM branch_days WHERE received < $1', [last(retention.eventsDays)]);
  await database.query(
    `DELETE FROM payout_transactions one USING payouts of
       WHERE one.merchant = of.merchant AND one.payout_id = of.payout_id AND one.told_by = of.told_by AND of.day < $1`,
    [last(retention.salesDays)],
  );
  await database.query('DELETE FROM payouts WHERE day < $1', [last(retention.salesDays)]);
  await database.query('DELETE FROM alerts WHERE ended_at < $1::date', [last(retention.eventsDays)]);
  await database.query('DELETE FROM audit WHERE at < $1::date', [last(retention.salesDays)]);
  await database.query('DELETE FROM sessions WHERE expires_at < $1', [new Date(now)]);
  return dropped;
}
