import Fastify, { type FastifyInstance, type FastifyPluginAsync, type FastifyServerOptions } from 'fastify';
import { BODY_LIMIT } from '../main/upload/wire.ts';
import { type TillCallsParts, tillCalls } from './ingest/till-routes.ts';

export interface ServerParts extends TillCallsParts {
  /** In addition to the tills' routes. */
  readonly page?: FastifyPluginAsync;
  /** Default 1,000. */
  readonly connections?: number;
  /** PEM texts. Absent: HTTP, on this machine or behind a proxy on this machine. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  readonly logger?: FastifyServerOptions['logger'];
  /** Proxies trusted to report a client's address, under which wrong attempts are counted. */
  readonly trustProxy?: string | false | undefined;
  /** For each response with status 400 or higher. */
  refused?(code: string): void;
}

/** Not yet listening. Each group of routes has its own parsers, hooks and errors. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const { page, tls, connections = 1_000, logger = false, trustProxy = 'loopback', refused, ...tills } = parts;
  const app = Fastify({
    logger,
    bodyLimit: BODY_LIMIT,
    // A slow sender must not hold a connection for ever.
    requestTimeout: 60_000,
    connectionTimeout: 90_000,
    keepAliveTimeout: 75_000,
    trustProxy,
    https: tls ?? null,
  });
  if (refused)
    app.addHook<string>('onSend', async (_request, { statusCode }, payload) => {
      if (statusCode >= 400) refused(codeOf(payload) ?? `http.${statusCode}`);
    });
  app.server.maxConnections = connections;
  await app.register(tillCalls, tills);
  if (page) await app.register(page);
  return app;
}

function codeOf(payload: unknown): string | undefined {
  const [, code] = (typeof payload === 'string' && /"code":"([\w.-]+)"/.exec(payload)) || [];
  return code;
}
