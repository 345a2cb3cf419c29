import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';

/** The address of an empty database that goes with the test. */
export async function emptyDatabase(): Promise<string> {
  const url = new URL(inject('postgres'));
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await inServer(`CREATE DATABASE ${name}`);
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
