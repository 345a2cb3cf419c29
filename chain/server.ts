import Fastify, { type FastifyInstance, type FastifyPluginAsync, type FastifyServerOptions } from 'fastify';
import { BODY_LIMIT } from '../main/chain/wire.ts';
import { type TillCallsParts, tillCalls } from './ingest/till-calls.ts';

export interface ServerParts extends TillCallsParts {
  /** Another group of routes beside those of the tills, such as the page with its parts. */
  readonly page?: FastifyPluginAsync;
  /** PEM texts. Absent: HTTP, on this machine or behind a proxy on it. */
  /** Open at once; absent: 1,000. */
  readonly connections?: number;
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  readonly logger?: FastifyServerOptions['logger'];
}

/** The collector's HTTP server, not yet listening. Each group of routes has its own parsers, hooks and errors. */
export async function buildServer({
  page,
  tls,
  connections = 1_000,
  logger = false,
  ...tills
}: ServerParts): Promise<FastifyInstance> {
  const app = Fastify({
    logger,
    bodyLimit: BODY_LIMIT,
    // A slow sender must not hold a connection for ever.
    requestTimeout: 60_000,
    connectionTimeout: 90_000,
    keepAliveTimeout: 75_000,
    // A proxy on this machine tells the address that wrong tries are counted for.
    trustProxy: 'loopback',
    https: tls ?? null,
  });
  app.server.maxConnections = connections;
  await app.register(tillCalls, tills);
  if (page) await app.register(page);
  return app;
}
