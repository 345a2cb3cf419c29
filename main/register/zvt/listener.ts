import { once } from 'node:events';
import { createServer } from 'node:net';
import { TillError } from '../../base/till-error.ts';
import type { ZvtTerminal } from './terminal.ts';

const HOST = '127.0.0.1';

/** For programs of this machine. Errors: `register.port-taken`, `register.listen`. */
export async function listenForZvt(terminal: ZvtTerminal, port: number): Promise<{ close(): Promise<void> }> {
  const server = createServer((socket) => {
    const { receive, closed } = terminal.connected({
      send: (bytes) => void socket.write(bytes),
      drop: () => void socket.destroy(),
    });
    // What became of the line is told by its close.
    socket
      .on('data', receive)
      .on('error', () => undefined)
      .on('close', closed);
  });
  server.listen({ host: HOST, port });
  try {
    await once(server, 'listening');
  } catch (cause) {
    const taken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
    const code = taken ? 'register.port-taken' : 'register.listen';
    throw new TillError(code, `The ZVT port cannot be opened at ${HOST}:${port}`, {
      values: { host: HOST, port },
      cause,
    });
  }
  return {
    async close() {
      terminal.close();
      server.close();
      await once(server, 'close');
    },
  };
}
