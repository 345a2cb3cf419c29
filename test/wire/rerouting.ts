import { connect, type Socket } from 'node:net';
import type { HttpRequest, Transport } from '../../main/service/transport.ts';
import { serveBytes } from '../service/loopback-server.ts';
import type { Reroute } from './wire-faults.ts';

/** Origins at which there is no service, for as long as the test runs. */
export interface WrongOrigins extends AsyncDisposable {
  readonly origins: Readonly<Record<Reroute, string>>;
}

/** `hangs-up` passes the request on to the service and closes the connection as soon as the response begins. */
export async function openWrongOrigins(serviceOrigin: string): Promise<WrongOrigins> {
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
      // Longer than a name may be: it is known as none without a name server, which may take longer than the till waits.
      'unknown-host': `http://${'x'.repeat(64)}.invalid`,
      // Port 1: the system never hands it out. A port that was just freed could be taken by another test.
      'closed-port': 'http://127.0.0.1:1',
      'hangs-up': proxy.origin,
    },
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
}

/** The transport, with the requests for which `way` says so sent to a wrong origin; nothing else about them changes. */
export function rerouted(
  transport: Transport,
  wrongOrigins: WrongOrigins,
  way: (request: HttpRequest) => Reroute | undefined,
): Transport {
  return {
    send(request) {
      const reroute = way(request);
      return transport.send(reroute === undefined ? request : { ...request, origin: wrongOrigins.origins[reroute] });
    },
    close: () => transport.close(),
  };
}
