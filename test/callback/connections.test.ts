import { createServer } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createConnections } from '../../main/callback/connections.ts';

/** Two connections may wait. */
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

test('a connection that has been answered has waited least, and another one gives way', () => {
  const { connections, opened } = guarded();
  const [answered, other] = [opened(), opened()];
  connections.answered(answered);
  const last = opened();
  expect([answered, other, last].map(({ destroyed }) => destroyed)).toEqual([false, true, false]);
});

test('a connection that has gone before its answer takes the place of none', async () => {
  const { connections, opened } = guarded();
  const gone = opened('192.0.2.2');
  await new Promise((resolve) => gone.once('close', resolve).destroy());
  connections.answered(gone);
  expect([opened(), opened()].map(({ destroyed }) => destroyed)).toEqual([false, false]);
});
