import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TestCollector } from './collector.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/chain-citus.md'), 'utf8');
const named = (statement: string) =>
  [...page.matchAll(new RegExp(`${statement}\\('(\\w+)'`, 'g'))].map(([, table]) => table);
const stays = page.match(/stay on the coordinator[^.]*\./s)?.[0] ?? '';

test('the Citus document places each table', async () => {
  const collector = await TestCollector.start();
  const tables = await collector.rows(`SELECT relname FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`);
  const local = [...stays.matchAll(/`(\w+)`/g)].map(([, table]) => table).filter((table) => table !== 'pgboss');
  const placed = [...named('create_reference_table'), ...named('create_distributed_table'), ...local];
  expect(tables.map(({ relname }) => relname)).toEqual(placed.toSorted());
});

test('keys of distributed tables contain the till and stay local', async () => {
  const collector = await TestCollector.start();
  const spread = named('create_distributed_table');
  const keys = await collector.rows(
    `SELECT c.relname, array_agg(a.attname::text) AS columns FROM pg_index i
       JOIN pg_class c ON c.oid = i.indrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
       WHERE i.indisunique AND c.relname = ANY ($1) GROUP BY i.indexrelid, c.relname`,
    [spread],
  );
  expect(new Set(keys.map(({ relname }) => relname))).toEqual(new Set(spread));
  for (const { relname, columns } of keys)
    expect([relname, columns]).toEqual([relname, expect.arrayContaining(['till'])]);
  const links = await collector.rows(
    `SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to FROM pg_constraint
       WHERE contype = 'f' AND conrelid::regclass::text = ANY ($1)`,
    [spread],
  );
  expect(links).toEqual([{ from: 'tills', to: 'shops' }]);
});
