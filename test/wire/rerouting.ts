import { connect, type Socket } from 'node:net';
import type { HttpRequest, Transport } from '../../main/service/transport.ts';
import { serveBytes } from '../service/loopback-server.ts';
import type { Reroute } from './wire-faults.ts';

/** Origins without a service while the test runs. */
export interface WrongOrigins extends AsyncDisposable {
  readonly origins: Readonly<Record<Reroute, string>>;
}

/** `hangs-up` forwards the request to the service and closes the connection when the response begins. */
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
      // Longer than a valid host name: fails without a name server, which may take longer than the till waits.
      'unknown-host': `http://${'x'.repeat(64)}.invalid`,
      // The system never hands out port 1. A port that was just freed could be taken by another test.
      'closed-port': 'http://127.0.0.1:1',
      'hangs-up': proxy.origin,
    },
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
}

/** Wraps the transport: sends requests selected by `way` to a wrong origin, otherwise unchanged. */
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
