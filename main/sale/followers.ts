import { toTillError } from '../till-error.ts';
import { Allowances } from './allowance.ts';
import type { FollowerContext } from './context.ts';
import { Follower } from './follower.ts';
import type { SaleLog } from './log.ts';
import type { Recovery } from './recovery.ts';
import type { Verdict } from './verdict.ts';

const VERDICTS_KEPT = 32;
const FOLLOW_AGAIN_MS = 5_000;

/** `fresh`: nothing of the sale has been sent; `asked`: a person wants a verdict; `owed`: one answer is needed. */
type Why = 'fresh' | 'asked' | 'owed' | 'open';

/** Those who follow the sales of this terminal: one for each sale of which something is expected, never two. */
export class Followers {
  readonly #context: FollowerContext;
  readonly #recovery: Recovery;
  readonly #log: SaleLog;
  readonly #allowances: Allowances;
  readonly #following = new Map<string, Follower>();
  /** Verdicts about sales that nobody follows any more. */
  readonly #verdicts = new Map<string, Verdict>();
  /** Everything under way, so that `close` can wait for it. */
  readonly #runs = new Set<Promise<void>>();
  #closed = false;

  constructor(context: FollowerContext, recovery: Recovery, log: SaleLog) {
    this.#context = context;
    this.#recovery = recovery;
    this.#log = log;
    this.#allowances = new Allowances(context.clock);
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Who follows the sale now. */
  of(saleId: string): Follower | undefined {
    return this.#following.get(saleId);
  }

  /** What a person was last told who asked about the sale, also when nobody follows it any more. */
  verdictOf(saleId: string): Verdict | undefined {
    return this.of(saleId)?.verdict ?? this.#verdicts.get(saleId);
  }

  /** Who follows the sale, from now on if nobody did. `why` is for one who begins. */
  follow(saleId: string, why: Why = 'open'): Follower {
    const known = this.of(saleId);
    if (known !== undefined) return known;
    const follower = new Follower(saleId, why === 'fresh', this.#allowances.of(saleId), this.#context);
    if (this.#closed) return follower;
    this.#following.set(saleId, follower);
    // Before it runs: it ends at once where nothing is expected of the sale.
    if (why === 'asked') follower.ask();
    if (why === 'owed') follower.owe();
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
    if (known === undefined) this.follow(saleId, 'owed');
    else known.owe();
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
      this.follow(saleId);
    });
    throw thrown;
  }

  #forget({ saleId, verdict }: Follower): void {
    this.#following.delete(saleId);
    this.#recovery.tried(saleId);
    if (verdict === undefined) return;
    this.#verdicts.set(saleId, verdict);
    const oldest = this.#verdicts.keys().next();
    if (this.#verdicts.size > VERDICTS_KEPT && !oldest.done) this.#verdicts.delete(oldest.value);
  }
}
