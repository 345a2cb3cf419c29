import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from './web/open-page.ts';

/** Debian keeps the server's programs out of PATH. */
const DEBIAN = '/usr/lib/postgresql';
const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : [];

/** Folder of the system's PostgreSQL programs including `pg_dump`; undefined: not installed. */
export const programs = [...versions, ...(process.env['PATH'] ?? '').split(delimiter)].find(
  (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_dump')),
);

/** Starts a new server of the system's PostgreSQL, stopped after the test. Returns its superuser's address. */
export async function systemPostgres(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tillmate-postgres-'));
  const [data, port] = [join(folder, 'data'), await freePort()];
  mkdirSync(data);
  // PostgreSQL refuses root.
  const ids = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (ids.uid !== undefined) for (const one of [folder, data]) chownSync(one, ids.uid, ids.gid);
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(programs ?? '', program), ['-D', data, ...args], { ...ids, cwd: folder, stdio: 'ignore' });
  run('initdb', '-N', '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C');
  run(
    'pg_ctl',
    '-w',
    '-l',
    join(folder, 'log'),
    'start',
    '-o',
    `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`,
  );
  onTestFinished(() => {
    run('pg_ctl', '-m', 'immediate', 'stop');
    rmSync(folder, { recursive: true });
  });
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

const idOf = (which: '-u' | '-g') => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
