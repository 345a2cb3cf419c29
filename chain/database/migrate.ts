import { join } from 'node:path';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { ensureRole, grantPage } from './access.ts';

/**
 * Grants the privileges that database backups leave out. Safe for several collectors at once. Throws the errors of
 * `ensureRole` and of PostgreSQL.
 */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'tillmate-chain' });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock(hashtext('chain_access'))");
    await ensureRole(client);
    await runner({
      dbClient: client,
      dir: join(import.meta.dirname, 'migrations'),
      direction: 'up',
      migrationsTable: 'migrations',
      advisoryLockMode: 'wait',
      // A failed migration is thrown; the library would log all statements too.
      logger: { debug() {}, info() {}, warn() {}, error() {} },
    });
    await grantPage(client);
  } finally {
    await client.end();
  }
}
