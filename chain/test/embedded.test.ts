import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startEmbedded } from '../postgres/embedded.ts';
import { emptyDatabase } from './database.ts';

test('PostgreSQL listens on loopback and requires its password', async () => {
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

test('the first start leaves no password in the temporary folder', async () => {
  const [folder, temporary] = [temporaryFolder(), temporaryFolder()];
  const seen: unknown[] = [];
  const watcher = watch(temporary, (_event, name) => seen.push(name));
  onTestFinished(() => watcher.close());
  vi.stubEnv('TMPDIR', temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  const postgres = await startEmbedded({ folder });
  onTestFinished(() => postgres.stop());
  const client = new pg.Client(await postgres.database('sales'));
  await client.connect();
  await client.end();
  expect(seen).toEqual([]);
  expect(readdirSync(folder).sort()).toEqual(['data', 'password']);
  expect(process.env['TMPDIR']).toBe(temporary);
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tillmate-chain-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a process with an embedded PostgreSQL, which then runs `then`. */
async function processThat(then: string) {
  const folder = temporaryFolder();
  const module = join(import.meta.dirname, '../postgres/embedded.ts');
  const code = `
    const { startEmbedded } = await import(${JSON.stringify(module)});
    const postgres = await startEmbedded({ folder: ${JSON.stringify(folder)} });
    console.log(await postgres.database('sales'));
    ${then}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [url, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(url).toContain('/sales');
  return { status, connect: () => new pg.Client(url.trim()).connect() };
}

test.each([
  ['has closed it', 'process.exitCode = 3; await postgres.stop();', 3],
  ['ends at once', 'process.exit(4);', 4],
  ['crashes', "throw new Error('a fault');", 1],
])('stops PostgreSQL with a process that %s', async (_what, then, code) => {
  const { status, connect } = await processThat(then);
  expect(status).toBe(code);
  await expect.poll(() => connect().then(String, (fault: Error) => fault.message)).toContain('ECONNREFUSED');
});
