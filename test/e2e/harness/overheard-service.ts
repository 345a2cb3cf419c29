import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A payment service behind a relay that writes down what a listener on the wire would see. */
export interface OverheardService extends AsyncDisposable {
  readonly origin: string;
  /** The values of the headers with which requests and answers were authenticated, as they went by. */
  readonly tokens: ReadonlySet<string>;
}

const TOKENS = /^(authorization|signature.*)$/i;

export async function overhear(serviceUrl: string): Promise<OverheardService> {
  const tokens = new Set<string>();
  const note = (headers: NodeJS.Dict<string | string[]>) => {
    for (const [name, value] of Object.entries(headers)) {
      if (TOKENS.test(name)) for (const one of [value ?? []].flat()) tokens.add(one.replace(/^bearer\s+/i, ''));
    }
  };
  const relay = createServer((asked, answer) => {
    note(asked.headers);
    const onward = request(
      new URL(asked.url ?? '/', serviceUrl),
      { method: asked.method ?? 'GET', headers: asked.headers },
      (given) => {
        note(given.headers);
        answer.writeHead(given.statusCode ?? 502, given.headers);
        given.pipe(answer);
      },
    );
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  return {
    origin: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    tokens,
    async [Symbol.asyncDispose]() {
      relay.closeAllConnections();
      relay.close();
      await once(relay, 'close');
    },
  };
}
