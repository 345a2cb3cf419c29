import type { Clock } from '../base/clock.ts';
import { PERMISSION_LASTS_MS, UserAction } from '../base/permission-lasts.ts';
import { TillError } from '../base/till-error.ts';
import type { Actor, RequestEnd } from '../domain/events.ts';
import type { RefundRequest } from '../domain/refund-request.ts';

export interface RefundBegun {
  readonly refundKey: string;
  /** The refund exceeded the amount that is free without a manager. */
  readonly neededManager: boolean;
  /** Manager whose permission is in the journal. */
  readonly allowedBy?: Actor;
}

type Asked = Pick<RefundRequest, 'wish' | 'saleId' | 'amount'>;

/** End from outside: by a person, by the clock, or by the end of the till. */
type Broken = Exclude<RequestEnd, 'refused'>;

/** Refund between the user's click and its intent, while the till asks the service about the payment. */
export class Preparation {
  readonly asked: RefundRequest;
  readonly #action: UserAction;
  readonly #stop = new AbortController();
  #ended: Broken | undefined;

  constructor(asked: Asked, clock: Clock) {
    this.#action = new UserAction(clock);
    this.asked = { ...asked, at: this.#action.at };
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get why(): RequestEnd {
    return this.#ended ?? 'refused';
  }

  end(why: Broken): void {
    if (this.#ended !== undefined) return;
    this.#ended = why;
    this.#stop.abort(ENDS[why]());
  }

  /** Throws `refund.taken-back`, `refund.late` or `refund.closed`. Called after each wait. */
  requireGoing(): void {
    if (this.#action.isOver) this.end('late');
    this.signal.throwIfAborted();
  }
}

/** Refunds in preparation: at most one for each payment, from either window. */
export class Preparations {
  readonly #clock: Clock;
  readonly #changed: () => void;
  /** Key: id of the payment's sale. */
  readonly #running = new Map<string, { readonly preparation: Preparation; readonly outcome: Promise<RefundBegun> }>();

  constructor(clock: Clock, changed: () => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  of(saleId: string): RefundRequest | undefined {
    return this.#running.get(saleId)?.preparation.asked;
  }

  /** Starts a preparation, once per click. Another refund of the payment rejects with `refund.under-way` (amount). */
  run(asked: Asked, prepare: (preparation: Preparation) => Promise<RefundBegun>): Promise<RefundBegun> {
    const running = this.#running.get(asked.saleId);
    if (running?.preparation.asked.wish === asked.wish) return running.outcome;
    if (running !== undefined) return Promise.reject(underWay(running.preparation.asked));
    const preparation = new Preparation(asked, this.#clock);
    const stopWaiting = this.#clock.after(PERMISSION_LASTS_MS, () => preparation.end('late'));
    const outcome = prepare(preparation).finally(() => {
      stopWaiting();
      if (this.#running.get(asked.saleId)?.preparation === preparation) this.#running.delete(asked.saleId);
      this.#changed();
    });
    this.#running.set(asked.saleId, { preparation, outcome });
    this.#changed();
    return outcome;
  }

  /** Called before the end is journaled: a listener of the journal must no longer see the refund as requested. */
  drop({ asked }: Preparation): void {
    this.#running.delete(asked.saleId);
  }

  takeBack(requestId: string): void {
    const found = [...this.#running.values()].find(({ preparation }) => preparation.asked.wish === requestId);
    found?.preparation.end('taken-back');
  }

  /** Resolves once every preparation is journaled as interrupted. */
  async close(): Promise<void> {
    const running = [...this.#running.values()];
    for (const { preparation } of running) preparation.end('interrupted');
    await Promise.allSettled(running.map(({ outcome }) => outcome));
  }
}

const ENDS: Readonly<Record<Broken, () => TillError>> = {
  'taken-back': () => new TillError('refund.taken-back', 'Refund cancelled before sending.'),
  late: () =>
    new TillError('refund.late', 'Permission expired during the requests to the service.', { retryable: true }),
  interrupted: () => new TillError('refund.closed', 'Till closing, nothing more is sent', { retryable: true }),
};

function underWay({ amount }: RefundRequest): TillError {
  return new TillError('refund.under-way', 'Another refund of this payment is in preparation.', { values: { amount } });
}
