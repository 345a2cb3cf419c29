import type { Clock } from '../base/clock.ts';
import type { TillError } from '../base/till-error.ts';
import { type CallOptions, isBackground, type Urgency } from '../domain/payment-service.ts';
import { type Asked, held, RequestBudget } from './request-budget.ts';
import { serviceError } from './service-error.ts';

/** Background requests in parallel: far fewer than the transport has connections. */
const MOST_BEHIND = 8;
/** Longest time, ms, for which a foreground request keeps the background from starting a request. */
const GIVES_WAY_MS = 1_000;

interface Waiting {
  readonly asked: Asked;
  readonly urgency: Urgency | undefined;
  go(): void;
  refuse(why: unknown): void;
}

/**
 * Orders all requests to the service. A foreground request is sent at once, or refused when the foreground's budget is
 * used up. Background requests wait in a queue, most urgent first. Reads of the same payment run in sequence, so that
 * an older response never arrives last. p-queue 9 is not used: it supports neither a budget per payment nor
 * `Retry-After`.
 */
export class RequestScheduler {
  readonly #clock: Clock;
  readonly #budget: RequestBudget;
  #queue: readonly Waiting[] = [];
  #behind = 0;
  #ahead = 0;
  /** End of the background's wait for the foreground (monotonic). */
  #givesWayUntil = 0;
  #wakesAt = Number.POSITIVE_INFINITY;
  #cancelWake: (() => void) | undefined;
  readonly #reads = new Map<string, Promise<unknown>>();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#budget = new RequestBudget(clock);
  }

  /** Throws TillError before sending: `service.busy`, `service.unavailable` (wait given), `aborted` (no longer due). */
  async run<T>(asked: Asked, options: CallOptions, send: () => Promise<T>): Promise<T> {
    const { urgency, signal } = options;
    const inOrder = () => this.#inOrder(asked, signal, send);
    if (!isBackground(urgency)) return this.#runAhead(asked, urgency, inOrder);
    await this.#turn(asked, options);
    try {
      if (options.isStillDue?.() === false) throw serviceError('aborted', 'no longer due', { acted: 'no' });
      return await inOrder();
    } finally {
      this.#behind -= 1;
      this.#letGo();
    }
  }

  obey(asked: Asked, error: TillError, { urgency }: CallOptions): void {
    this.#budget.obey(asked, error, urgency);
    this.#letGo();
  }

  async #runAhead<T>(asked: Asked, urgency: Urgency | undefined, send: () => Promise<T>): Promise<T> {
    const wait = this.#budget.waitFor(asked, urgency);
    if (wait > 0) throw held('service.busy', wait);
    this.#budget.take(asked, urgency);
    this.#ahead += 1;
    this.#givesWayUntil = this.#clock.monotonic() + GIVES_WAY_MS;
    try {
      return await send();
    } finally {
      this.#ahead -= 1;
      this.#letGo();
    }
  }

  /** Resolves when the request leaves the queue and counts as sent. */
  #turn(asked: Asked, { urgency, signal }: CallOptions): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const leave = () => {
        this.#queue = this.#queue.filter((other) => other !== waiting);
        signal?.removeEventListener('abort', onAbort);
      };
      const waiting: Waiting = {
        asked,
        urgency,
        go: () => {
          leave();
          this.#budget.take(asked, urgency);
          this.#behind += 1;
          resolve();
        },
        refuse: (why) => {
          leave();
          reject(why);
        },
      };
      const onAbort = () => waiting.refuse(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      const at = urgency === 'superseded' ? this.#queue.findIndex((other) => other.urgency !== urgency) : -1;
      this.#queue = this.#queue.toSpliced(at < 0 ? this.#queue.length : at, 0, waiting);
      this.#wakeIn(this.#dueIn(waiting));
    });
  }

  #letGo(): void {
    this.#cancelWake?.();
    this.#cancelWake = undefined;
    this.#wakesAt = Number.POSITIVE_INFINITY;
    for (const waiting of this.#queue) this.#wakeIn(this.#dueIn(waiting));
  }

  /** Releases the request if due, else returns the ms left; infinite while the end of another request decides. */
  #dueIn({ asked, urgency, go, refuse }: Waiting): number {
    if (this.#behind >= MOST_BEHIND) return Number.POSITIVE_INFINITY;
    try {
      const givesWay = urgency === 'background' && this.#ahead > 0 ? this.#givesWayUntil - this.#clock.monotonic() : 0;
      const wait = Math.max(givesWay, this.#budget.waitFor(asked, urgency));
      if (wait > 0) return wait;
      go();
    } catch (thrown) {
      refuse(thrown);
    }
    return Number.POSITIVE_INFINITY;
  }

  #wakeIn(ms: number): void {
    const at = this.#clock.monotonic() + ms;
    if (at >= this.#wakesAt) return;
    this.#cancelWake?.();
    this.#wakesAt = at;
    this.#cancelWake = this.#clock.after(Math.ceil(ms), () => this.#letGo());
  }

  async #inOrder<T>({ operation, about }: Asked, signal: AbortSignal | undefined, send: () => Promise<T>): Promise<T> {
    if (operation !== 'readPayment' || about?.paymentId === undefined) return send();
    const { paymentId } = about;
    const before = this.#reads.get(paymentId);
    let end = () => {};
    const own = new Promise<void>((resolve) => {
      end = resolve;
    });
    const last = Promise.all([before, own]).then(() => {
      if (this.#reads.get(paymentId) === last) this.#reads.delete(paymentId);
    });
    this.#reads.set(paymentId, last);
    try {
      if (before !== undefined) await unlessAborted(before, signal);
      return await send();
    } finally {
      end();
    }
  }
}

async function unlessAborted(promise: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return void (await promise);
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
