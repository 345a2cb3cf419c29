import { createServer } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createConnections } from '../../main/callback/connections.ts';

/** Allows two waiting connections. */
function guarded() {
  const connections = createConnections(2);
  const server = createServer();
  server.removeAllListeners('connection');
  connections.guard(server);
  const opened = (remoteAddress = '192.0.2.1'): Socket => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
    server.emit('connection', socket);
    return socket;
  };
  return { connections, opened };
}

test('evicts the longest-waiting connection', () => {
  const { connections, opened } = guarded();
  const [answered, other] = [opened(), opened()];
  connections.answered(answered);
  const last = opened();
  expect([answered, other, last].map(({ destroyed }) => destroyed)).toEqual([false, true, false]);
});

test('frees the slot of a connection closed unanswered', async () => {
  const { connections, opened } = guarded();
  const gone = opened('192.0.2.2');
  await new Promise((resolve) => gone.once('close', resolve).destroy());
  connections.answered(gone);
  expect([opened(), opened()].map(({ destroyed }) => destroyed)).toEqual([false, false]);
});
