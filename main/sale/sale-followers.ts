import { toTillError } from '../base/till-error.ts';
import type { Verdict } from './customer-says-paid.ts';
import type { FollowerContext } from './follower-context.ts';
import type { SaleLog } from './log.ts';
import { RateLimiters } from './rate-limiter.ts';
import type { Recovery } from './recovery.ts';
import { SaleFollower } from './sale-follower.ts';

const VERDICTS_KEPT = 32;
const FOLLOW_AGAIN_MS = 5_000;

/** `fresh`: nothing of the sale has been sent; `asked`: a person wants a verdict; `owed`: one answer is needed. */
type Why = 'fresh' | 'asked' | 'answer-required' | 'open';

/** Those who follow the sales of this terminal: one for each sale of which something is expected, never two. */
export class SaleFollowers {
  readonly #context: FollowerContext;
  readonly #recovery: Recovery;
  readonly #log: SaleLog;
  readonly #limiters: RateLimiters;
  readonly #following = new Map<string, SaleFollower>();
  /** Verdicts about sales that nobody follows any more. */
  readonly #verdicts = new Map<string, Verdict>();
  /** Everything under way, so that `close` can wait for it. */
  readonly #runs = new Set<Promise<void>>();
  #closed = false;

  constructor(context: FollowerContext, recovery: Recovery, log: SaleLog) {
    this.#context = context;
    this.#recovery = recovery;
    this.#log = log;
    this.#limiters = new RateLimiters(context.clock);
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Who follows the sale now. */
  of(saleId: string): SaleFollower | undefined {
    return this.#following.get(saleId);
  }

  /** What a person was last told who asked about the sale, also when nobody follows it any more. */
  verdictOf(saleId: string): Verdict | undefined {
    return this.of(saleId)?.verdict ?? this.#verdicts.get(saleId);
  }

  /** Who follows the sale, from now on if nobody did. `why` is for one who begins. */
  follow(saleId: string, why: Why = 'open'): SaleFollower {
    const known = this.of(saleId);
    if (known !== undefined) return known;
    const follower = new SaleFollower(saleId, why === 'fresh', this.#limiters.of(saleId), this.#context);
    if (this.#closed) return follower;
    this.#following.set(saleId, follower);
    // Before it runs: it ends at once where nothing is expected of the sale.
    if (why === 'asked') follower.ask();
    if (why === 'answer-required') follower.requireAnswer();
    this.run(
      follower
        .run()
        .finally(() => this.#forget(follower))
        .catch((thrown: unknown) => this.#followAgain(saleId, thrown)),
    );
    return follower;
  }

  /** "Customer says they paid": one read, and a verdict. */
  ask(saleId: string): void {
    const known = this.of(saleId);
    if (known === undefined) this.follow(saleId, 'asked');
    else known.ask();
  }

  /** Reads until there is an answer, though nothing may be expected of the sale any more. */
  readOnce(saleId: string): void {
    const known = this.of(saleId);
    if (known === undefined) this.follow(saleId, 'answer-required');
    else known.requireAnswer();
  }

  networkReturned(): void {
    for (const follower of this.#following.values()) follower.networkReturned();
  }

  /** Something that `close` waits for; its failure is told to the log. */
  run(task: Promise<void>): void {
    const run = task
      .catch((thrown: unknown) => {
        const error = toTillError(thrown);
        this.#log.error('sale.follower-failed', { code: error.code, reason: error.message });
      })
      .finally(() => this.#runs.delete(run));
    this.#runs.add(run);
  }

  /** Stops asking; resolves when nothing is under way any more. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const follower of this.#following.values()) follower.close();
    this.#recovery.close();
    while (this.#runs.size > 0) await Promise.all(this.#runs);
  }

  /** A fault of ours, or a journal that could not be read: no sale stays without somebody who follows it. */
  #followAgain(saleId: string, thrown: unknown): void {
    this.#context.clock.after(FOLLOW_AGAIN_MS, () => {
      if (!this.#closed) this.follow(saleId);
    });
    throw thrown;
  }

  #forget({ saleId, verdict }: SaleFollower): void {
    this.#following.delete(saleId);
    this.#recovery.resolved(saleId);
    if (verdict === undefined) return;
    this.#verdicts.set(saleId, verdict);
    const oldest = this.#verdicts.keys().next();
    if (this.#verdicts.size > VERDICTS_KEPT && !oldest.done) this.#verdicts.delete(oldest.value);
  }
}
