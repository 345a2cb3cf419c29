import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { runner } from 'node-pg-migrate';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { migrate } from '../database/migrate.ts';
import { inTransaction, openDatabase } from '../database/open.ts';
import { emptyDatabase, migratedDatabase } from './database.ts';

test('two concurrent starts create the tables once', async () => {
  const url = await emptyDatabase();
  await Promise.all([migrate(url), migrate(url)]);
  await migrate(url);
  const database = openDatabase(url);
  try {
    const { rows } = await database.query('SELECT name FROM migrations ORDER BY id');
    expect(rows.map(({ name }) => name)).toEqual([
      ...['0001_tables', '0002_folds', '0003_isolation', '0004_calls', '0006_codes'],
    ]);
  } finally {
    await database.end();
  }
});

test('existing rows get their journal and merchants', async () => {
  const url = await emptyDatabase();
  const dir = join(import.meta.dirname, '../database/migrations');
  const log = { debug() {}, info() {}, warn: console.warn, error: console.error };
  await runner({ databaseUrl: url, dir, direction: 'up', migrationsTable: 'migrations', count: 2, logger: log });
  const database = openDatabase(url);
  try {
    // A journal of PREPROD; the first of PROD, later restored; a replacement after a loss.
    await database.query(`
      INSERT INTO shops VALUES ('a', 'A');
      INSERT INTO tills (till, shop, terminal, pos, public_key, environment, enrolled_at, last_seen)
        SELECT n, 'a', 't', 'p', 'k', 'PROD', now(), now() FROM generate_series(1, 2) n;
      INSERT INTO branches (till, branch, environment, merchant, profile, parent, from_seq, next_seq, last_hash, received,
          projected_seq, opened_at)
        VALUES (1, 1, 'PREPROD', 'm', 'p', NULL, 0, 9, '', now(), 8, '2026-11-01'), (1, 2, 'PROD', 'm', 'p', NULL, 0, 9, '', now(), 8, '2026-11-02'),
          (1, 3, 'PROD', 'm', 'p', 2, 4, 9, '', now(), 8, '2026-11-03'), (1, 4, 'PROD', 'm', 'p', NULL, 0, 9, '', now(), 8, '2026-11-20'),
          (2, 1, 'PROD', 'm', 'p', NULL, 0, 9, '', now(), 8, '2026-11-02');
      SELECT chain_partition(name, '2026-11-01', 'month') FROM unnest(ARRAY['sales', 'day_hours']) name;
      INSERT INTO sales (till, day, sale_id, shop, environment, terminal, at, reference, amount, stage, settled, origin, seq)
        SELECT till, at::date, id, 'a', environment, 't', at, 'R', 100, 'paid', true, 'here', 1
          FROM (VALUES (1, 'test', 'PREPROD', timestamptz '2026-11-25 10:00Z'), (1, 'old', 'PROD', '2026-11-10 10:00Z'),
            (1, 'new', 'PROD', '2026-11-25 10:00Z'), (2, 'other', 'PROD', '2026-11-25 10:00Z')) AS sold (till, id, environment, at);
      INSERT INTO day_hours VALUES (1, '2026-11-10', 10, 'PROD', 'a', 1, 100, 0, 0, 0, 0, 0, 0);
      INSERT INTO payouts VALUES ('m', 'p', 'PROD', '2026-11-27', 'PAID', 1, 100, 0, 0, 100, NULL, 1, now());
      INSERT INTO payout_transactions VALUES ('m', 'p', 'payment', 'x', 'x', 100, now())`);
    await migrate(url);
    const rows = async (sql: string) => (await database.query(sql)).rows;
    expect(await rows('SELECT till, sale_id, journal FROM sales ORDER BY till, journal')).toEqual([
      { till: 1, sale_id: 'test', journal: 1 },
      { till: 1, sale_id: 'old', journal: 2 },
      { till: 1, sale_id: 'new', journal: 4 },
      { till: 2, sale_id: 'other', journal: 1 },
    ]);
    expect((await rows('SELECT journal FROM branches ORDER BY till, branch')).map(({ journal }) => journal)).toEqual([
      ...[1, 2, 2, 4, 1],
    ]);
    expect(await rows('SELECT till, about FROM alerts ORDER BY till, about')).toEqual([
      { till: 1, about: 'PREPROD m' },
      { till: 1, about: 'PROD m' },
      { till: 2, about: 'PROD m' },
    ]);
    expect(
      await rows('SELECT told_by, shown FROM payouts JOIN payout_transactions USING (merchant, payout_id, told_by)'),
    ).toEqual([{ told_by: 1, shown: true }]);
    // A later partition has the parent's keys.
    await database.query("SELECT chain_partition('sales', '2026-12-01', 'month')");
    const keys = await rows(`SELECT DISTINCT pg_get_constraintdef(oid) AS key FROM pg_constraint
      WHERE contype = 'p' AND conrelid::regclass::text LIKE 'sales%'`);
    expect(keys).toEqual([{ key: 'PRIMARY KEY (till, journal, sale_id, day)' }]);
  } finally {
    await database.end();
  }
});

test("the page role only sees the allowed shops' data", async () => {
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
      INSERT INTO payout_transactions SELECT 'm', n, 'payment', n, 'p' || n, 100, now(), NULL, n FROM generate_series(1, 2) n;
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

/** Creates a database owner without further privileges. */
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
  test('are requested with the granting SQL', async () => {
    const { url, user, superuser } = await plainOwner(await emptyDatabase());
    const message = await migrate(url).then(
      () => '',
      ({ message }: Error) => message,
    );
    expect(message).toBe(
      `The database user ${user} lacks privileges. As a superuser in its database: GRANT chain_page TO ${user};`,
    );
    await superuser(message.slice(message.indexOf('GRANT')));
    await migrate(url);
  });

  test("name the owner of another user's tables", async () => {
    const { url, superuser } = await plainOwner(await migratedDatabase());
    await superuser(`GRANT chain_page TO ${new URL(url).username}`);
    await expect(migrate(url)).rejects.toThrow(/The tables belong to chain: restore with pg_restore --no-owner/);
  });

  test('are the same after a restore for the page', async () => {
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
