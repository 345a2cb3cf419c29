import { createServer } from 'node:net';
import { listening } from './listening.ts';

/** Returns a port of this machine without a listener a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
