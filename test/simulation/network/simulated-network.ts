import { serviceError } from '../../../main/service/service-error.ts';
import type { HttpRequest, HttpResponse, Transport } from '../../../main/service/transport.ts';
import type { FaultKind } from './request-faults.ts';
import { operationOf, type RequestedOperation } from './requested-operation.ts';
import { SimulatedExchange, type SimulatedExchangeParts } from './simulated-exchange.ts';

export type NetworkFault = FaultKind | 'none' | 'outage';

/** Where a till asks what time it is. Nothing goes wrong there while the machine has a network. */
export const TIME_URL = 'https://pay.example/keys';

/** The process at this end of the wire. */
export interface NetworkUser {
  readonly alive: boolean;
  readonly name: string;
  /** No byte gets through. */
  readonly offline: boolean;
  /** A moment at which the process may die; says whether it has. */
  died(moment: 'before a request' | 'before an answer'): boolean;
  /** Runs `task` once the machine is awake, if the process still lives. */
  whenAwake(task: () => void): void;
}

/** Hears of everything that goes over the network. `fault`: what is drawn for it. */
export interface NetworkWatch {
  sent(user: NetworkUser, request: HttpRequest, requested: RequestedOperation, fault: NetworkFault): void;
  /** `answer` undefined: there was none. */
  ended(
    user: NetworkUser,
    request: HttpRequest,
    requested: RequestedOperation,
    answer: HttpResponse | undefined,
    fault: NetworkFault,
  ): void;
}

/** The network of one process: the real service's answers, late, broken, lost or false. */
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
    // Nothing is held open.
  }
}
