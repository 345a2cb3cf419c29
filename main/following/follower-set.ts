import type { Clock } from '../base/clock.ts';
import { fieldsOf, type Log, type LogMessage } from '../base/log.ts';
import { toTillError } from '../base/till-error.ts';
import type { Follower } from './follower.ts';
import { Recovery } from './recovery.ts';

const FOLLOW_AGAIN_MS = 5_000;

/** Followers of a till's sales, or of its refunds: exactly one for each open sale or refund. */
export class FollowerSet<F extends Pick<Follower, 'run' | 'networkReturned' | 'close'>> {
  readonly recovery = new Recovery();
  readonly #clock: Clock;
  readonly #log: Pick<Log, 'error'>;
  readonly #failure: LogMessage;
  readonly #followers = new Map<string, F>();
  /** Tasks under way: `close` waits for all. */
  readonly #runs = new Set<Promise<void>>();
  #isClosed = false;

  /** `failure`: log message for a failed follower. */
  constructor(clock: Clock, log: Pick<Log, 'error'>, failure: LogMessage) {
    this.#clock = clock;
    this.#log = log;
    this.#failure = failure;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  of(id: string): F | undefined {
    return this.#followers.get(id);
  }

  /** Calls `ended` at the end, and after a failure `again` later: a bug must not leave a sale or refund unfollowed. */
  start(id: string, follower: F, ended: () => void, again: () => void): void {
    if (this.#isClosed) return;
    this.#followers.set(id, follower);
    const run = follower.run().finally(() => {
      this.#followers.delete(id);
      ended();
    });
    this.run(
      run.catch((thrown: unknown) => {
        this.#clock.after(FOLLOW_AGAIN_MS, again);
        throw thrown;
      }),
    );
  }

  /** Runs a task that `close` waits for; logs its failure. */
  run(task: Promise<void>): void {
    const run = task
      .catch((thrown: unknown) => {
        this.#log.error(this.#failure, fieldsOf(toTillError(thrown)));
      })
      .finally(() => this.#runs.delete(run));
    this.#runs.add(run);
  }

  networkReturned(): void {
    for (const follower of this.#followers.values()) follower.networkReturned();
  }

  /** Stops all requests; resolves when no task is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const follower of this.#followers.values()) follower.close();
    this.recovery.close();
    while (this.#runs.size > 0) await Promise.all(this.#runs);
  }
}
