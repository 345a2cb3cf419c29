import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';

/**
 * Who asks for something over a network: a page, the main process, or the browser by itself, which no page and no line of
 * the app has asked for anything.
 */
export type Asker = 'page' | 'main' | 'browser';

const file = process.env['TILLMATE_HOST_TRAFFIC'];

/** One line of the file in `TILLMATE_HOST_TRAFFIC`: `[asker, address]`. Without that variable nothing is kept. */
export function recordTraffic(asker: Asker, address: string): void {
  if (file !== undefined) appendFileSync(file, `${JSON.stringify([asker, address])}\n`);
}

/** Records each connection that the main process begins, TLS included, before it is made: one that fails was tried too. */
export function recordConnections(): void {
  if (file === undefined) return;
  const connect = Socket.prototype.connect as (this: Socket, ...args: unknown[]) => Socket;
  const recorded = function (this: Socket, ...args: unknown[]): Socket {
    const address = addressOf(args);
    if (address !== undefined) recordTraffic('main', address);
    return connect.apply(this, args);
  };
  Object.assign(Socket.prototype, { connect: recorded });
}

/** `host:port`; undefined for a socket of this machine's own file system. Node calls itself with its arguments in a list. */
function addressOf([first, second]: readonly unknown[]): string | undefined {
  if (Array.isArray(first)) return addressOf(first as unknown[]);
  if (typeof first === 'number') return `${typeof second === 'string' ? second : 'localhost'}:${first}`;
  if (typeof first !== 'object' || first === null) return undefined;
  const { host = 'localhost', port } = first as { host?: string; port?: number | string };
  return port === undefined ? undefined : `${host}:${port}`;
}
