import { serviceError } from '../../../main/service/service-error.ts';
import type { HttpRequest, HttpResponse, Transport } from '../../../main/service/transport.ts';
import { type FaultKind, operationOf } from './request-faults.ts';
import { SimulatedExchange, type SimulatedExchangeParts } from './simulated-exchange.ts';

/** Drawn for each request. */
export type NetworkFault = FaultKind | 'none' | 'outage';

/** URL at which a till checks the time. Never fails while the machine has a network. */
export const TIME_URL = 'https://pay.example/keys';

/** Network of one process: the service's responses arrive late, broken, lost or false. */
export class SimulatedNetwork implements Transport {
  readonly #parts: Pick<SimulatedExchangeParts, 'world' | 'service' | 'user' | 'watch'>;

  constructor(parts: Pick<SimulatedExchangeParts, 'world' | 'service' | 'user' | 'watch'>) {
    this.#parts = parts;
  }

  send(request: HttpRequest): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      const { user } = this.#parts;
      if (!user.alive || user.died('before a request')) return;
      if (request.signal?.aborted) return reject(serviceError('aborted', 'before it was sent', { acted: 'no' }));
      if (`${request.origin}${request.path}` === TIME_URL) return this.#tellTime(request, resolve, reject);
      const requested = operationOf(request);
      new SimulatedExchange({ ...this.#parts, request, requested, resolve, reject }).begin();
    });
  }

  #tellTime(request: HttpRequest, resolve: (answer: HttpResponse) => void, reject: (error: Error) => void): void {
    const { world, service, user } = this.#parts;
    const refused = user.offline;
    world.count('times asked');
    world.say(user.name, refused ? 'asks for the time: nobody answers' : 'asks for the time');
    world.timeline.after(world.draw.between(10, 300), () =>
      user.whenAwake(() =>
        refused
          ? reject(serviceError('network.refused', 'simulated', { acted: 'no' }))
          : resolve(service.answer(request, 200, { keys: [] })),
      ),
    );
  }

  async close(): Promise<void> {
    // There is nothing to close.
  }
}
