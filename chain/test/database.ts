import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';

/** The database that the others are copied from: it has the tables, and nobody connects to it. */
export const MIGRATED = 'migrated';

/** The address of a database with the tables, which goes with the test. */
export function migratedDatabase(): Promise<string> {
  return database(` TEMPLATE ${MIGRATED}`);
}

/** The address of an empty database that goes with the test. */
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
