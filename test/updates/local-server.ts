import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface LocalServer extends AsyncDisposable {
  readonly address: string;
  readonly asked: string[];
  put(name: string, content: string | Buffer | Answer): void;
}

export async function localServer(): Promise<LocalServer> {
  const answers = new Map<string, string | Buffer | Answer>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '').replace('/tillmate/', ''));
    asked.push(name);
    const answer = answers.get(name);
    if (answer === undefined) response.writeHead(404).end();
    else if (typeof answer === 'function') answer(request, response);
    else response.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/tillmate`,
    asked,
    put: (name, content) => void answers.set(name, content),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
