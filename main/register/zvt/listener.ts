import { once } from 'node:events';
import { createServer } from 'node:net';
import { listenError } from '../../callback/guarded-server.ts';
import { LISTEN_CODES } from '../registers.ts';
import type { ZvtTerminal } from './terminal.ts';

const HOST = '127.0.0.1';

/** For programs of this machine. Errors: `register.port-taken`, `register.listen`. */
export async function listenForZvt(
  terminal: Pick<ZvtTerminal, 'connected' | 'close'>,
  port: number,
): Promise<{ close(): Promise<void> }> {
  const server = createServer((socket) => terminal.connected(socket));
  server.listen({ host: HOST, port });
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw listenError(cause, { host: HOST, port }, LISTEN_CODES);
  }
  return {
    async close() {
      terminal.close();
      server.close();
      await once(server, 'close');
    },
  };
}
