import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on loopback that records the requests, and responds with what the test gave it. */

export interface Recorded {
  readonly method: string;
  readonly path: string;
  /** The query's parameters, sorted by name. */
  readonly query: readonly (readonly [string, string])[];
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface CannedAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface RecordingServer extends AsyncDisposable {
  readonly baseUrl: string;
  /** The requests since the last call, oldest first. */
  take(): readonly Recorded[];
  /** The response to every request from now on. */
  answerWith(answer: CannedAnswer): void;
}

export async function recordingServer(): Promise<RecordingServer> {
  let recorded: Recorded[] = [];
  let answer: CannedAnswer = { status: 204 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const address = new URL(request.url ?? '', 'http://loopback');
      recorded.push({
        method: request.method ?? '',
        path: address.pathname,
        query: [...address.searchParams].sort(([a], [b]) => a.localeCompare(b)),
        headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
        body: Buffer.concat(chunks).toString(),
      });
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
      response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    take() {
      const taken = recorded;
      recorded = [];
      return taken;
    },
    answerWith(next) {
      answer = next;
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
