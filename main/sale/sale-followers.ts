import type { Log } from '../base/log.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import { FollowerSet } from '../following/follower-set.ts';
import type { CustomerVerdict } from './customer-says-paid.ts';
import type { FollowerContext } from './follower-context.ts';
import { SaleBudgets } from './sale-budget.ts';
import { SaleFollower } from './sale-follower.ts';
import type { LedgerNews } from './sale-ledger.ts';

const VERDICTS_KEPT = 32;

/** `fresh`: nothing was sent; `answer-required`: a response is needed, even for a settled sale. */
type Reason = 'fresh' | 'customer-says-paid' | 'answer-required' | 'open';

/** Followers of this terminal's sales, with the budget and the last verdict that outlive each follower. */
export class SaleFollowers extends FollowerSet<SaleFollower> {
  readonly #context: FollowerContext;
  readonly #budgets: SaleBudgets;
  /** Verdicts of sales without a follower. */
  readonly #verdicts = new Map<string, CustomerVerdict>();

  constructor(context: FollowerContext, log: Log) {
    super(context.clock, log, 'sale.follower-failed');
    this.#context = context;
    this.#budgets = new SaleBudgets(context.clock);
  }

  verdictOf(saleId: string): CustomerVerdict | undefined {
    return this.of(saleId)?.verdict ?? this.#verdicts.get(saleId);
  }

  follow(saleId: string, reason: Reason = 'open'): SaleFollower {
    const known = this.of(saleId);
    if (known !== undefined) return known;
    const follower = new SaleFollower(saleId, reason === 'fresh' ? 'fresh' : 'taken-up', {
      context: this.#context,
      budget: this.#budgets.of(saleId),
      recovery: this.recovery,
    });
    // Requested before the start: the follower of a settled sale would end at once.
    if (reason === 'customer-says-paid') follower.askForCustomer();
    if (reason === 'answer-required') follower.requireAnswer();
    this.start(
      saleId,
      follower,
      () => this.#ended(follower),
      () => this.follow(saleId),
    );
    return follower;
  }

  /** Follows the sales without a follower; resolves when each has had a response or a failure. */
  async takeUp(open: readonly Pick<SaleRecord, 'saleId'>[]): Promise<void> {
    // After closing no follower would run, and the promise would never resolve.
    if (this.isClosed) return;
    const left = open.filter(({ saleId }) => this.of(saleId) === undefined);
    await Promise.all(
      left.map(({ saleId }) => {
        this.follow(saleId).readNow();
        return this.recovery.take(saleId);
      }),
    );
  }

  askForCustomer(saleId: string): void {
    const known = this.of(saleId);
    if (known === undefined) this.follow(saleId, 'customer-says-paid');
    else known.askForCustomer();
  }

  note(news: LedgerNews): void {
    if (news.kind === 'read-due') this.requireAnswer(news.saleId);
    else if (news.kind !== 'viewed') this.of(news.after.saleId)?.note(news.before, news.after);
  }

  requireAnswer(saleId: string): void {
    const known = this.of(saleId);
    if (known === undefined) this.follow(saleId, 'answer-required');
    else known.requireAnswer();
  }

  #ended({ saleId, verdict }: SaleFollower): void {
    this.recovery.tried(saleId);
    if (verdict === undefined) return;
    this.#verdicts.set(saleId, verdict);
    const oldest = this.#verdicts.keys().next();
    if (this.#verdicts.size > VERDICTS_KEPT && !oldest.done) this.#verdicts.delete(oldest.value);
  }
}
