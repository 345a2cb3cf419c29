import { randomUUID } from 'node:crypto';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { AccessFault } from '../database/access.ts';
import { migrate } from '../database/migrate.ts';
import { inTransaction, openDatabase } from '../database/open.ts';
import { emptyDatabase, migratedDatabase } from './database.ts';

test('Two collectors that start at once make the tables once, and a later start finds them', async () => {
  const url = await emptyDatabase();
  await Promise.all([migrate(url), migrate(url)]);
  await migrate(url);
  const database = openDatabase(url);
  try {
    const { rows } = await database.query('SELECT name FROM migrations ORDER BY id');
    expect(rows).toEqual([{ name: '0001_tables' }, { name: '0002_folds' }, { name: '0006_codes' }]);
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

/** A user without further rights, who owns the database. */
async function plainOwner(url: string) {
  const user = `plain_${randomUUID().slice(0, 8)}`;
  const own = new URL(url);
  const superuser = async (sql: string) => {
    const database = openDatabase(new URL(own.pathname, inject('postgres')).href);
    await database.query(sql).finally(() => database.end());
  };
  await superuser(`CREATE ROLE ${user} LOGIN PASSWORD 'x'; ALTER DATABASE ${own.pathname.slice(1)} OWNER TO ${user}`);
  onTestFinished(async () => {
    await superuser(`REASSIGN OWNED BY ${user} TO CURRENT_USER; DROP OWNED BY ${user}; DROP ROLE ${user}`);
  });
  [own.username, own.password] = [user, 'x'];
  return { url: own.href, user, superuser };
}

describe('the privileges of the database user', () => {
  test('a missing one is one line with the SQL that grants it', async () => {
    const { url, user, superuser } = await plainOwner(await emptyDatabase());
    const fault = await migrate(url).catch((thrown: unknown) => thrown);
    expect(fault).toBeInstanceOf(AccessFault);
    const { message } = fault as AccessFault;
    expect(message).toBe(
      `The database user ${user} lacks privileges. As a superuser in its database: GRANT chain_page TO ${user};`,
    );
    await superuser(message.slice(message.indexOf('GRANT')));
    await migrate(url);
  });

  test('tables of another user are named with that user', async () => {
    const { url, superuser } = await plainOwner(await migratedDatabase());
    await superuser(`GRANT chain_page TO ${new URL(url).username}`);
    await expect(migrate(url)).rejects.toThrow(/The tables belong to chain: restore with pg_restore --no-owner/);
  });

  test('those of the page are the same after a restore', async () => {
    const url = await migratedDatabase();
    const database = openDatabase(url);
    onTestFinished(() => database.end());
    const privileges = async () => {
      const { rows } = await database.query(
        `SELECT relname, relacl::text, (SELECT array_agg(attname || attacl::text ORDER BY attname) FROM pg_attribute
             WHERE attrelid = c.oid AND attacl IS NOT NULL) AS columns
           FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relacl IS NOT NULL ORDER BY relname`,
      );
      return rows;
    };
    const before = await privileges();
    await database.query('DROP OWNED BY chain_page');
    expect(await privileges()).not.toEqual(before);
    await migrate(url);
    expect(await privileges()).toEqual(before);
  });
});
