import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';

/** Source of a network request: a page, the main process, or the browser by itself without a request of page or app. */
export type Asker = 'page' | 'main' | 'browser';

const file = process.env['TILLMATE_HOST_TRAFFIC'];

/** Appends a line `[asker, address]` to the file in `TILLMATE_HOST_TRAFFIC`, if set. */
export function recordTraffic(asker: Asker, address: string): void {
  if (file !== undefined) appendFileSync(file, `${JSON.stringify([asker, address])}\n`);
}

/** Records each connection of the main process, including TLS, before connecting: failed attempts count. */
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

/** Returns `host:port`; undefined for a Unix socket. Node calls `connect` internally with its arguments in an array. */
function addressOf([first, second]: readonly unknown[]): string | undefined {
  if (Array.isArray(first)) return addressOf(first as unknown[]);
  if (typeof first === 'number') return `${typeof second === 'string' ? second : 'localhost'}:${first}`;
  if (typeof first !== 'object' || first === null) return undefined;
  const { host = 'localhost', port } = first as { host?: string; port?: number | string };
  return port === undefined ? undefined : `${host}:${port}`;
}
