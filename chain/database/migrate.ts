import { join } from 'node:path';
import { runner } from 'node-pg-migrate';

/** Brings the tables to what this version needs; several collectors may ask at once. Errors: those of PostgreSQL. */
export async function migrate(url: string): Promise<void> {
  await runner({
    databaseUrl: url,
    dir: join(import.meta.dirname, 'migrations'),
    direction: 'up',
    migrationsTable: 'migrations',
    advisoryLockMode: 'wait',
    logger: { debug() {}, info() {}, warn: console.warn, error: console.error },
  });
}
