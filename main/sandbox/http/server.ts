import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';

/** Larger bodies than any operation accepts are refused with 413. */
const BODY_LIMIT = 256 * 1024;

/** Leaves bodies as bytes, because signatures cover bytes. `now` sets `Date`. Addresses may begin with `prefix`. */
export function createApp(now: () => number, prefix: string): FastifyInstance {
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    exposeHeadRoutes: false,
    logger: false,
    rewriteUrl: ({ url = '/' }) => (url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : url),
  });
  app.addHook('onRequest', async (_request, reply) => void reply.header('date', new Date(now()).toUTCString()));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  return app;
}

export type Listener = Awaited<ReturnType<typeof listenOn>>;

/** Listens on the wanted port. Falls back to any free port if the wanted port is taken, with a warning in the log. */
export async function listenOn(
  app: FastifyInstance,
  host: string,
  wanted: number,
  log: { warn(fields: object, message: string): void },
) {
  await app.ready();
  const { server } = app;
  let port = wanted;
  try {
    port = await start(server, host, wanted);
  } catch (error) {
    const code = error instanceof Error && 'code' in error && error.code;
    if (wanted === 0 || (code !== 'EADDRINUSE' && code !== 'EACCES')) throw error;
    port = await start(server, host, 0);
    log.warn({ taken: wanted, port }, 'the port is taken; another is used');
  }
  return {
    port,
    isListening: () => server.listening,
    async listen() {
      if (!server.listening) await start(server, host, port);
    },
    stop: () => stop(server),
    async close() {
      await stop(server);
      await app.close();
    },
  };
}

function start(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) return resolve();
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
