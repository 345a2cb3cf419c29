import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';

/** A listening server that can stop listening and start again on the same port. */
export interface Listener {
  readonly app: FastifyInstance;
  readonly port: number;
  listen(): Promise<void>;
  /** Refuses connections and ends those that are open. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** Larger bodies than any operation takes are refused with 413. */
const BODY_LIMIT = 256 * 1024;

/**
 * A fastify server that leaves bodies as bytes, because signatures are over bytes. `now` gives the `Date` of its answers.
 * Addresses below `prefix` are served as if they had no prefix.
 */
export function createApp(now: () => number, prefix = ''): FastifyInstance {
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    exposeHeadRoutes: false,
    logger: false,
    rewriteUrl: ({ url = '/' }) => (url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : url),
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('date', new Date(now()).toUTCString());
    done();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  return app;
}

/** Listens on the wanted port, or on any free one when that is taken, and then calls `onTaken`. */
export async function listenOn(
  app: FastifyInstance,
  host: string,
  wanted: number,
  onTaken: (wanted: number, port: number) => void,
): Promise<Listener> {
  await app.ready();
  const { server } = app;
  let port = wanted;
  try {
    port = await start(server, host, wanted);
  } catch (error) {
    if (wanted === 0 || !isTaken(error)) throw error;
    port = await start(server, host, 0);
    onTaken(wanted, port);
  }
  return {
    app,
    port,
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

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES');
}
