import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Server as TlsServer } from 'node:tls';
import type { Logger } from 'pino';
import { startWork } from './alerts/work.ts';
import { migrate } from './database/migrate.ts';
import { type Database, type DatabaseOptions, openDatabase } from './database/open.ts';
import { followCertificates, readCertificates } from './operate/certificates.ts';
import { buildHealth } from './operate/health.ts';
import { faultsIn, logOptions, openLog } from './operate/log.ts';
import { openMetrics } from './operate/metrics.ts';
import type { ChainOptions } from './options.ts';
import { startEmbedded } from './postgres/embedded.ts';
import { keepUp } from './project/project-loop.ts';
import { buildServer } from './server.ts';
import { chainPage } from './web/page.ts';

export interface RunningChain {
  /** Address for tills. */
  readonly address: string;
  /** Address for people; without a sign-in service, valid once, for an administrator. */
  readonly link: string;
  readonly database: Database;
  /** Running work first, the database last. */
  close(): Promise<void>;
}

const HEALTH = { connections: 1, timeoutMs: 5_000 };
const PAGE = join(import.meta.dirname, '../out/chain/page');

/** Errors: as for PostgreSQL, and for a port in use. */
export async function startChain(options: ChainOptions, log: Pick<Logger, 'error'> = openLog()): Promise<RunningChain> {
  const closing: (() => Promise<unknown>)[] = [];
  let isClosing = false;
  const close = async () => {
    isClosing = true;
    // Ctrl+C also reaches an embedded PostgreSQL, which may end before its users.
    for (const end of closing.splice(0).toReversed()) await end().catch(() => undefined);
  };
  const logFault = faultsIn(log, Date.now);
  const onFault = (fault: Error) => {
    if (!isClosing) logFault(fault);
  };
  try {
    return { ...(await open(options, onFault, (end) => closing.push(end))), close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

async function open(
  options: ChainOptions,
  onFault: (fault: Error) => void,
  onClose: (end: () => Promise<unknown>) => void,
) {
  const { name: chain, timeZone, address, tls, debtors, oldTillsUntil, retention, mail, webhook } = options;
  const { trustProxy, healthPort } = options;
  const url = options.database ?? (await ownPostgres(options.data, onClose));
  await migrate(url);
  const opened = (at: string, more: DatabaseOptions = {}) => {
    const database = openDatabase(at, { onLost: onFault, ...more });
    onClose(() => database.end());
    return database;
  };
  const database = opened(url);
  const replica = options.replica === undefined ? undefined : opened(options.replica);
  const now = () => Date.now();
  const projector = keepUp({ database, timeZone, now, onFault });
  onClose(projector.stop);
  const work = await startWork({ database, chain, timeZone, retention, mail, webhook, now, onFault });
  onClose(work.stop);
  const token = randomBytes(24).toString('base64url');
  const signIn = options.oidc ?? { token };
  const { admin } = options;
  const page = { database, replica, admin, chain, timeZone, address, signIn, now, files: PAGE };
  // A separate connection, so that an exhausted pool can still be measured.
  const metrics = openMetrics(opened(url, HEALTH), { main: database, ...(replica && { replica }) });
  const server = await buildServer({
    ...{ database, chain, timeZone, debtors, oldTillsUntil, now, trustProxy, refused: metrics.refused },
    tls: tls && readCertificates(tls),
    page: (app) => chainPage(app, page),
    logger: { ...logOptions, level: 'warn', stream: process.stderr },
  });
  onClose(() => server.close());
  await server.listen({ host: options.host, port: options.port });
  if (tls && server.server instanceof TlsServer) onClose(followCertificates(server.server, tls, { onFault }).stop);
  if (healthPort !== undefined) {
    const health = buildHealth(metrics);
    onClose(() => health.close());
    await health.listen({ host: '127.0.0.1', port: healthPort });
  }
  const link = options.oidc ? address : `${address}/sign-in/link?token=${token}`;
  return { address, link, database };
}

async function ownPostgres(folder: string, onClose: (end: () => Promise<unknown>) => void): Promise<string> {
  const postgres = await startEmbedded({ folder });
  onClose(postgres.stop);
  return postgres.database('chain');
}
