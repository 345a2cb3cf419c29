import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';

/** Template of all test databases: contains the tables, and has no connections. */
export const MIGRATED = 'migrated';

/** Returns the address of a database with the tables, dropped after the test. */
export function migratedDatabase(): Promise<string> {
  return database(` TEMPLATE ${MIGRATED}`);
}

/** Returns the address of an empty database, dropped after the test. */
export function emptyDatabase(): Promise<string> {
  return database('');
}

async function database(template: string): Promise<string> {
  const url = new URL(inject('postgres'));
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await inServer(`CREATE DATABASE ${name}${template}`);
  onTestFinished(() => inServer(`DROP DATABASE ${name} WITH (FORCE)`));
  url.pathname = `/${name}`;
  return url.href;
}

async function inServer(sql: string): Promise<void> {
  const client = new pg.Client(inject('postgres'));
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
