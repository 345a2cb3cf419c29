import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensurePageBuilt } from '../../tools/build/chain-page.mjs';
import { migrate } from '../database/migrate.ts';
import { startEmbedded } from '../postgres/embedded.ts';
import { MIGRATED } from './database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string;
  }
}

/** Starts PostgreSQL for all files, each with separate databases (`database.ts`). Builds the page once. */
export default async function setup(project: TestProject) {
  ensurePageBuilt(join(import.meta.dirname, '../..'));
  const folder = mkdtempSync(join(tmpdir(), 'tillmate-chain-'));
  // Tests need no durability, so PostgreSQL never waits for the disk.
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];
  const postgres = await startEmbedded({ folder, settings });
  await migrate(await postgres.database(MIGRATED));
  project.provide('postgres', await postgres.database('postgres'));
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
