import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A merchant's backend of a few lines: it keeps what the service posts, and answers as the test wants. */

export interface Received {
  readonly method: string;
  /** Path and query as they came. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: Buffer;
}

export interface Receiver extends AsyncDisposable {
  /** Address of a path at this receiver. */
  readonly at: (path: string) => string;
  readonly received: readonly Received[];
  /** Resolves with the first `count` posts that are wanted; rejects when they do not come within 15 s. */
  readonly wait: (wanted: (post: Received) => boolean, count: number) => Promise<readonly Received[]>;
  /** What to answer from now on; `silence` closes the connection without an answer. */
  answerWith(status: number | 'silence'): void;
}

/** Listens on loopback, on a free port. */
export async function callbackReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const watchers = new Set<() => void>();
  let answer: number | 'silence' = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push({ method, url, headers, raw: Buffer.concat(chunks) });
      if (answer === 'silence') request.socket.destroy();
      else response.writeHead(answer, { 'content-type': 'application/json' }).end('{}');
      for (const watcher of watchers) watcher();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const wait = (wanted: (post: Received) => boolean, count: number) =>
    new Promise<readonly Received[]>((resolve, reject) => {
      const here = () => received.filter(wanted);
      const look = () => {
        if (here().length < count) return;
        watchers.delete(look);
        clearTimeout(timer);
        resolve(here().slice(0, count));
      };
      const timer = setTimeout(() => {
        watchers.delete(look);
        reject(new Error(`${here().length} of ${count} callbacks came, among ${received.length} in all`));
      }, 15_000);
      watchers.add(look);
      look();
    });

  return {
    at: (path) => `http://127.0.0.1:${port}${path}`,
    received,
    wait,
    answerWith: (next) => {
      answer = next;
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
