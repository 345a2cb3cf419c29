import pg from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabase } from './database.ts';

test('PostgreSQL answers on this machine alone, and asks for its password', async () => {
  const url = await emptyDatabase();
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query('SHOW listen_addresses');
  await client.end();
  expect(rows).toEqual([{ listen_addresses: '127.0.0.1' }]);

  const wrong = new URL(url);
  wrong.password = 'another';
  await expect(new pg.Client(wrong.href).connect()).rejects.toThrow(/password authentication failed/);
});
