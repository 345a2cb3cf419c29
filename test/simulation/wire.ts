import { serviceError } from '../../main/service/service-error.ts';
import type { HttpRequest, HttpResponse, Transport } from '../../main/service/transport.ts';
import { type Question, questionOf } from './asked.ts';
import { Exchange, type ExchangeParts } from './exchange.ts';
import type { FaultKind } from './wire-faults.ts';

export type WireFault = FaultKind | 'none' | 'outage';

/** The process at this end of the wire. */
export interface WireUser {
  readonly alive: boolean;
  readonly name: string;
  /** No byte gets through. */
  readonly offline: boolean;
  /** A moment at which the process may die; says whether it has. */
  died(moment: 'before a request' | 'before an answer'): boolean;
  /** Runs `task` once the machine is awake, if the process still lives. */
  whenAwake(task: () => void): void;
}

/** What watches over everything that goes over the wire. `fault`: what is drawn for it. */
export interface WireWatch {
  sent(user: WireUser, request: HttpRequest, question: Question, fault: WireFault): void;
  /** `answer` undefined: there was none. */
  ended(
    user: WireUser,
    request: HttpRequest,
    question: Question,
    answer: HttpResponse | undefined,
    fault: WireFault,
  ): void;
}

/** The network of one process: the real service's answers, late, broken, lost or false. */
export class SimWire implements Transport {
  readonly #parts: Pick<ExchangeParts, 'world' | 'service' | 'user' | 'watch'>;

  constructor(parts: Pick<ExchangeParts, 'world' | 'service' | 'user' | 'watch'>) {
    this.#parts = parts;
  }

  send(request: HttpRequest): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      const { user } = this.#parts;
      if (!user.alive || user.died('before a request')) return;
      if (request.signal?.aborted) return reject(serviceError('aborted', 'before it was sent', { acted: 'no' }));
      const question = questionOf(request);
      new Exchange({ ...this.#parts, request, question, resolve, reject }).begin();
    });
  }

  async close(): Promise<void> {
    // Nothing is held open.
  }
}
