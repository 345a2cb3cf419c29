import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export type Connections = ReturnType<typeof createConnections>;

/** A reverse proxy needs a handful. Each may hold a body and wait for the service's keys, so these bound memory and work. */
const CONNECTIONS = 200;
/** Beside those that give way there are those that are proven. */
const PROVEN_AT_ONCE = 64;

/**
 * Keeps the connections of servers few. Anybody can open one and send nothing, so it is never the new one that is turned
 * away: of those on which nothing is proven, the one gives way that has waited longest, first from whoever holds most.
 * `most` connections may wait, of all servers that it guards.
 */
export function createConnections(most = CONNECTIONS) {
  /** The connections that may give way, longest wait first, with the address that they come from. */
  const waiting = new Map<Socket, string>();

  function makeRoom(): void {
    if (waiting.size <= most) return;
    const counts = new Map<string, number>();
    for (const address of waiting.values()) counts.set(address, (counts.get(address) ?? 0) + 1);
    const largest = Math.max(...counts.values());
    for (const [socket, address] of waiting)
      if (counts.get(address) === largest) {
        waiting.delete(socket);
        socket.destroy();
        return;
      }
  }

  return {
    guard(server: Server): void {
      server.maxConnections = most + PROVEN_AT_ONCE;
      const opened = (socket: Socket) => {
        waiting.set(socket, socket.remoteAddress ?? '');
        socket.once('close', () => waiting.delete(socket));
        makeRoom();
      };
      server.on('connection', opened);
      // Requests come on a socket of TLS, which takes the place of the one below it.
      server.on('secureConnection', (secure: Socket) => {
        const below = [...waiting.keys()].find((socket) => isSameRemote(socket, secure));
        if (below !== undefined) waiting.delete(below);
        opened(secure);
      });
    },
    /** Its signature verifies: the connection stays until it is answered. */
    proven: (socket: Socket): void => void waiting.delete(socket),
    answered(socket: Socket): void {
      // Now it has waited least.
      waiting.delete(socket);
      if (!socket.destroyed) waiting.set(socket, socket.remoteAddress ?? '');
      makeRoom();
    },
  };
}

function isSameRemote(one: Socket, other: Socket): boolean {
  return one.remotePort === other.remotePort && one.remoteAddress === other.remoteAddress;
}
