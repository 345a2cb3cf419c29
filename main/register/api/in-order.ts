import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import type { Connections } from '../../callback/connections.ts';
import { REQUEST_MS } from '../../callback/guarded-server.ts';

/** Requests of one connection that wait for earlier answers. */
const MOST_WAITING = 16;

/**
 * Handles the requests of a connection one after the other: a pipelined cancel finds the charge before. The limit for a
 * body begins with the turn of its request.
 */
export function answerInOrder(
  server: FastifyInstance,
  connections: Pick<Connections, 'answered'>,
  clock: Pick<Clock, 'after'>,
): void {
  const turns = new WeakMap<Socket, { waiting: number; last: Promise<void> }>();
  server.addHook('onRequest', async ({ raw }, reply) => {
    const { socket } = raw;
    const turn = turns.get(socket) ?? { waiting: 0, last: Promise.resolve() };
    turns.set(socket, turn);
    if (turn.waiting >= MOST_WAITING) {
      reply.hijack();
      socket.destroy();
      return;
    }
    const before = turn.last;
    turn.waiting += 1;
    turn.last = new Promise((resolve) => reply.raw.once('close', resolve));
    await before;
    turn.waiting -= 1;
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
