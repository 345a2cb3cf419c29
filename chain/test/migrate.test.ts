import { expect, test } from 'vitest';
import { migrate } from '../database/migrate.ts';
import { inTransaction, openDatabase } from '../database/open.ts';
import { emptyDatabase } from './database.ts';

test('Two collectors that start at once make the tables once, and a later start finds them', async () => {
  const url = await emptyDatabase();
  await Promise.all([migrate(url), migrate(url)]);
  await migrate(url);
  const database = openDatabase(url);
  try {
    const { rows } = await database.query('SELECT name FROM migrations ORDER BY id');
    expect(rows).toEqual([{ name: '0001_tables' }, { name: '0002_folds' }, { name: '0004_calls' }]);
  } finally {
    await database.end();
  }
});

test('The page sees the shops that it may see, and nothing else of tills, payouts and settings', async () => {
  const url = await emptyDatabase();
  await migrate(url);
  const database = openDatabase(url);
  try {
    await database.query(`
      INSERT INTO shops VALUES ('a', 'A'), ('b', 'B');
      INSERT INTO tills (till, shop, terminal, pos, public_key, environment, enrolled_at, last_seen)
        SELECT n, chr(96 + n), 't', 'p', 'k', 'PROD', now(), now() FROM generate_series(1, 2) n;
      SELECT chain_partition('sales', '2026-11-27', 'month'), chain_partition('sales', '2026-11-01', 'month');
      INSERT INTO sales (till, day, sale_id, shop, environment, terminal, at, reference, amount, stage, payment_id, settled,
          origin, seq)
        SELECT n, '2026-11-27', n, chr(96 + n), 'PROD', 't', now(), 'R', 100, 'paid', 'p' || n, true, 'here', 1
          FROM generate_series(1, 2) n;
      INSERT INTO payouts SELECT 'm', n, 'PROD', '2026-11-27', 'PAID', 1, 100, 0, 0, 100, NULL, n, now()
        FROM generate_series(1, 2) n;
      INSERT INTO payout_transactions SELECT 'm', n, 'payment', n, 'p' || n, 100, now() FROM generate_series(1, 2) n;
      INSERT INTO branches (till, branch, environment, merchant, profile, from_seq, next_seq, last_hash, received,
          projected_seq, opened_at)
        SELECT n, 1, 'PROD', 'm', 'p', 0, 1, '', now(), 0, now()
        FROM generate_series(1, 2) n;`);
    const seen = (shops: string) =>
      inTransaction(database, async (connection) => {
        await connection.query('SET LOCAL ROLE chain_page');
        await connection.query("SELECT set_config('chain.shops', $1, true)", [shops]);
        const { rows } = await connection.query(`SELECT
          (SELECT count(*) FROM shops) AS shops, (SELECT count(*) FROM tills) AS tills,
          (SELECT count(*) FROM branches) AS branches, (SELECT count(*) FROM sales) AS sales,
          (SELECT count(*) FROM payouts) AS payouts, (SELECT count(*) FROM payout_transactions) AS transactions`);
        return Object.values(rows[0]);
      });
    expect(await seen('*')).toEqual([2, 2, 2, 2, 2, 2]);
    expect(await seen('["b"]')).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await seen('[]')).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await seen('')).toEqual([0, 0, 0, 0, 0, 0]);

    const set = (scope: string, owner: string) =>
      inTransaction(database, async (connection) => {
        await connection.query('SET LOCAL ROLE chain_page');
        await connection.query("SELECT set_config('chain.shops', $1, true)", ['["b"]']);
        await connection.query("INSERT INTO settings VALUES ($1, $2, 'counter.maximum', '1', 'x')", [scope, owner]);
      });
    await set('shop', 'b');
    await set('till', '2');
    await expect(set('chain', '')).rejects.toThrow(/row-level security/);
    await expect(set('shop', 'a')).rejects.toThrow(/row-level security/);
    await expect(set('till', '1')).rejects.toThrow(/row-level security/);
  } finally {
    await database.end();
  }
});
