import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyServerFactoryHandler } from 'fastify';
import type { Clock } from '../base/clock.ts';
import type { ErrorCode } from '../base/error-codes.ts';
import { TillError } from '../base/till-error.ts';
import type { Connections } from './connections.ts';

const HEADERS_MS = 5_000;
/** Time limit for the body of a request. */
export const REQUEST_MS = 10_000;
/** The only limit for a slow body of a request that fails before routing, such as a malformed path. */
const WHOLE_REQUEST_MS = 60_000;
const CHECK_MS = 1_000;

interface Address {
  readonly host: string;
  readonly port: number;
}

interface ListenCodes {
  readonly what: string;
  readonly taken: ErrorCode;
  readonly failed: ErrorCode;
}

interface Guard {
  readonly connections: Connections;
  readonly headersMs?: number | undefined;
  readonly idleMs: number;
  readonly tls?: { readonly key: string; readonly cert: string } | undefined;
}

/** Returns a server factory with a limit on connections and timeouts against slow clients. */
export function guardedServer({ connections, headersMs = HEADERS_MS, idleMs, tls }: Guard) {
  const times = {
    headersTimeout: headersMs,
    requestTimeout: WHOLE_REQUEST_MS,
    connectionsCheckingInterval: Math.min(headersMs, CHECK_MS),
  };
  return (handler: FastifyServerFactoryHandler): Server => {
    const server =
      tls === undefined
        ? createServer(times, handler)
        : createTlsServer({ ...times, ...tls, handshakeTimeout: REQUEST_MS, minVersion: 'TLSv1.2' }, handler);
    connections.guard(server);
    return server.setTimeout(idleMs);
  };
}

/** The time limit for a body begins with its turn. A connection with more than `most` waiting requests is closed. */
export function answerInOrder(
  server: FastifyInstance,
  connections: Pick<Connections, 'answered'>,
  clock: Pick<Clock, 'after'>,
  most: number,
): void {
  const turns = new WeakMap<Socket, { open: number; last: Promise<void> }>();
  server.addHook('onRequest', async ({ raw }, reply) => {
    const { socket } = raw;
    const turn = turns.get(socket) ?? { open: 0, last: Promise.resolve() };
    turns.set(socket, turn);
    if (turn.open > most) {
      reply.hijack();
      socket.destroy();
      return;
    }
    const before = turn.last;
    turn.open += 1;
    turn.last = new Promise((resolve) =>
      reply.raw.once('close', () => {
        turn.open -= 1;
        resolve();
      }),
    );
    await before;
    const stop = clock.after(REQUEST_MS, () => {
      if (!raw.complete) socket.destroy();
    });
    reply.raw.once('close', stop);
  });
  server.addHook('onResponse', (request, _reply, done) => {
    connections.answered(request.raw.socket);
    done();
  });
}

/** Throws TillError `codes.taken` (port in use) or `codes.failed`, and closes. `codes.what` begins the message. */
export async function listening(
  server: FastifyInstance,
  { host, port: wanted }: Address,
  codes: ListenCodes,
): Promise<Address> {
  try {
    await server.listen({ host, port: wanted });
  } catch (cause) {
    await server.close();
    throw listenError(cause, { host, port: wanted }, codes);
  }
  const address = server.server.address();
  return { host, port: typeof address === 'object' && address !== null ? address.port : wanted };
}

export function listenError(cause: unknown, { host, port }: Address, { what, taken, failed }: ListenCodes): TillError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new TillError(isPortTaken(cause) ? taken : failed, `${what}: ${why}`, { values: { host, port }, cause });
}

export function isPortTaken(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
}
