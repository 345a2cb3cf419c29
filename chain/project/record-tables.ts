import type { Connection } from '../database/open.ts';

/** A row is the state of a sale or refund in a journal, folded from events. */
export interface RecordTable {
  readonly table: 'sales' | 'refunds';
  readonly key: 'sale_id' | 'refund_key';
  readonly events: string;
  /** In `migrations/0002_folds.sql`. */
  readonly fold: string;
  /** Rows of several tills may share the service's id. */
  readonly id: 'payment_id' | 'refund_id';
}

export const sales: RecordTable = {
  table: 'sales',
  key: 'sale_id',
  events: 'sale.%',
  fold: 'chain_sale',
  id: 'payment_id',
};
export const refunds: RecordTable = {
  table: 'refunds',
  key: 'refund_key',
  events: 'refund.%',
  fold: 'chain_refund',
  id: 'refund_id',
};

/** Rows counted from now on (n = 1) or no longer (n = -1), with their hour in the chain's time zone. */
const TOUCHED = `CREATE TEMP TABLE IF NOT EXISTS touched (record text, till integer, day date, hour integer,
  environment text, shop text, stage text, amount bigint, n integer) ON COMMIT DELETE ROWS`;

/** $1 is the time zone. */
export const touch = (table: RecordTable['table'], rows: string, n: string) =>
  `INSERT INTO touched SELECT '${table}', till, day, extract(hour FROM at AT TIME ZONE $1), environment, shop, stage, amount, ${n}
     FROM ${rows}`;

/** Temporary, and empty at the beginning of a run. */
export async function makeTables(connection: Connection): Promise<void> {
  await connection.query(TOUCHED);
  for (const { table } of [sales, refunds])
    for (const name of ['before', 'after'])
      await connection.query(`CREATE TEMP TABLE IF NOT EXISTS ${table}_${name} (LIKE ${table}) ON COMMIT DELETE ROWS`);
}
