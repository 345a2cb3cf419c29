import type { Clock } from '../base/clock.ts';
import type { ErrorCode } from '../base/error-codes.ts';
import { TillError } from '../base/till-error.ts';
import { InterruptibleWait } from './interruptible-wait.ts';

/** Follows a sale or a refund until settled: does what is due, then waits until the next step is due. */
export abstract class Follower {
  readonly #wait: InterruptibleWait;
  readonly #closing = new AbortController();
  readonly #closedCode: ErrorCode;

  /** `closedCode`: code of requests aborted by the end of the till. */
  constructor(clock: Clock, closedCode: ErrorCode) {
    this.#wait = new InterruptibleWait(clock);
    this.#closedCode = closedCode;
  }

  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Resolves when settled, or after `close`. Rejects on a fault of the till. */
  async run(): Promise<void> {
    while (!this.closing.aborted) {
      const wait = await this.step();
      if (wait === 'settled') return;
      if (wait > 0) await this.#wait.wait(wait);
    }
  }

  wake(): void {
    this.#wait.wake();
  }

  close(): void {
    if (this.closing.aborted) return;
    const facts = { acted: 'maybe', retryable: true } as const;
    this.#closing.abort(new TillError(this.#closedCode, 'Till closing.', facts));
    this.wake();
  }

  abstract networkReturned(): void;

  /** Does what is due; returns the ms until the next step at the latest. */
  protected abstract step(): Promise<number | 'settled'>;
}
