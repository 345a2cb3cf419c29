import { connect, type Socket } from 'node:net';
import type { HttpRequest, Transport } from '../../main/service/transport.ts';
import { serveBytes } from '../service/loopback-server.ts';
import type { Detour } from './wire-faults.ts';

/** Origins that lead astray, for as long as the test runs. */
export interface Astray extends AsyncDisposable {
  readonly origins: Readonly<Record<Detour, string>>;
}

/** `hangs-up` hands the request on to the service and, as soon as the answer begins, ends the connection in good order. */
export async function leadAstray(serviceOrigin: string): Promise<Astray> {
  const { hostname, port } = new URL(serviceOrigin);
  const proxy = await serveBytes((client) => {
    const service: Socket = connect(Number(port), hostname);
    service.on('error', () => client.end());
    client.pipe(service);
    service.once('data', () => {
      client.end();
      service.destroy();
    });
  });
  return {
    origins: {
      'unknown-host': 'http://no-such-service.invalid',
      // Nobody listens at the first port, and the system gives it to nobody: one that was just freed may be taken again.
      'closed-port': 'http://127.0.0.1:1',
      'hangs-up': proxy.origin,
    },
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
}

/** The transport, but for the requests that `way` leads elsewhere; the rest of them goes out as it was. */
export function detouring(
  transport: Transport,
  astray: Astray,
  way: (request: HttpRequest) => Detour | undefined,
): Transport {
  return {
    send(request) {
      const detour = way(request);
      return transport.send(detour === undefined ? request : { ...request, origin: astray.origins[detour] });
    },
    close: () => transport.close(),
  };
}
