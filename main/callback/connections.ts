import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export type Connections = ReturnType<typeof createConnections>;

/** A proxy needs a handful. Each may hold a body and wait for the service's keys: the limit bounds memory and work. */
const CONNECTIONS = 200;
/** Room for proven connections, in addition to waiting connections. */
const PROVEN_AT_ONCE = 64;

/**
 * Limits the open connections of the guarded servers to `most` waiting connections in total. Any client can open a
 * connection and send nothing, so a new connection is never refused. Instead the unproven connection with the longest
 * wait is closed, first from the address with the most connections.
 */
export function createConnections(most = CONNECTIONS) {
  /** Connections that may be closed, longest wait first, with their remote addresses. */
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
      // Requests arrive on a TLS socket, which replaces the TCP socket below.
      server.on('secureConnection', (secure: Socket) => {
        const below = [...waiting.keys()].find((socket) => isSameRemote(socket, secure));
        if (below !== undefined) waiting.delete(below);
        opened(secure);
      });
    },
    /** Keeps the connection until its request is answered: the signature has verified. */
    proven: (socket: Socket): void => void waiting.delete(socket),
    answered(socket: Socket): void {
      // An answered connection has waited least.
      waiting.delete(socket);
      if (!socket.destroyed) waiting.set(socket, socket.remoteAddress ?? '');
      makeRoom();
    },
  };
}

function isSameRemote(one: Socket, other: Socket): boolean {
  return one.remotePort === other.remotePort && one.remoteAddress === other.remoteAddress;
}
