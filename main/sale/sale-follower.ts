import type { ErrorView } from '../../preload/contract/views.ts';
import type { Urgency } from '../domain/payment-service.ts';
import { hasEnded, type SaleRecord, type SendingSale } from '../domain/sale-record.ts';
import type { SaleEvent } from '../domain/state-machine.ts';
import { Follower } from '../following/follower.ts';
import { CancelAndAcknowledge } from './cancel-and-acknowledge.ts';
import type { Countdown } from './countdown.ts';
import { Creation } from './creation.ts';
import type { Doing } from './current-activity.ts';
import type { CustomerVerdict } from './customer-says-paid.ts';
import { ASKED_TO_WAIT } from './error-classification.ts';
import type { FollowedSale, FollowerContext } from './follower-context.ts';
import { LEAVABLE_AFTER_MS } from './parked-sales.ts';
import { PaymentPolling } from './payment-polling.ts';
import type { SaleBudget } from './sale-budget.ts';

/**
 * Follows a sale. Creates the payment with no other request under way; then reads the payment and sends due writes in
 * parallel, without waiting for each other. Derives every request from the sale alone: after a crash the next follower
 * continues.
 */
export class SaleFollower extends Follower implements FollowedSale {
  readonly saleId: string;
  readonly context: FollowerContext;
  readonly budget: SaleBudget;
  readonly recovery: FollowedSale['recovery'];
  readonly #creation: Creation;
  readonly #polling: PaymentPolling;
  readonly #writes: CancelAndAcknowledge;
  /** Requests under way, as promises that do not reject. */
  readonly #underWay = new Set<Promise<void>>();
  #failure: { readonly thrown: unknown } | undefined;
  #isFresh: boolean;
  #wasLeavable = false;

  constructor(saleId: string, how: 'fresh' | 'taken-up', parts: Pick<FollowedSale, 'context' | 'budget' | 'recovery'>) {
    const { context, budget, recovery } = parts;
    super(context.clock, 'sale.closed');
    this.saleId = saleId;
    this.context = context;
    this.budget = budget;
    this.recovery = recovery;
    this.#isFresh = how === 'fresh';
    this.#creation = new Creation(context);
    this.#polling = new PaymentPolling(this, this.#creation);
    this.#writes = new CancelAndAcknowledge(this, () => this.readNow());
  }

  get countdown(): Countdown {
    return this.#polling.countdown;
  }

  get trouble(): ErrorView | undefined {
    return this.#writes.activity.trouble ?? this.#polling.activity.trouble;
  }

  get doing(): Doing | undefined {
    const ofWrites = this.#writes.activity.doing;
    const doing = ofWrites ?? this.#polling.activity.doing;
    const heldMs = ofWrites?.code === ASKED_TO_WAIT ? this.budget.writesHeldForMs : this.budget.heldForMs;
    if (heldMs === 0) return doing;
    const now = this.context.clock.now();
    return { code: ASKED_TO_WAIT, sinceMs: doing?.sinceMs ?? now, untilMs: Math.round(now + heldMs) };
  }

  get verdict(): CustomerVerdict | undefined {
    return this.#polling.customerSaysPaid.verdict;
  }

  /** True if the service has been silent for so long that the cashier need not wait. */
  get isLeavable(): boolean {
    return this.#polling.silentFor >= LEAVABLE_AFTER_MS;
  }

  readonly sale = (): SaleRecord => this.context.ledger.sale(this.saleId);

  get urgency(): Urgency {
    if (this.context.attention.of(this.saleId) === 'screen') return 'screen';
    return this.sale().superseded ? 'superseded' : 'background';
  }

  /** Resolves when the sale is settled, or after `close`. Rejects if the sale cannot be read. */
  override async run(): Promise<void> {
    try {
      await super.run();
    } finally {
      this.close();
      while (this.#underWay.size > 0) await Promise.all(this.#underWay);
    }
  }

  readNow(): void {
    this.#polling.readNow();
    this.wake();
  }

  /** For requests that anyone may cause: at most one read in a while is brought forward. */
  readSooner(): void {
    this.#polling.readSooner();
    this.wake();
  }

  /** Reads at once, and again until a response arrives, even for a settled sale. */
  requireAnswer(): void {
    this.#polling.requireAnswer();
    this.wake();
  }

  cancelNow(): void {
    this.#writes.sendNow();
  }

  askForCustomer(): void {
    this.#polling.askForCustomer();
    this.wake();
  }

  networkReturned(): void {
    // A service that answers reads was reachable: a refused write keeps its backoff.
    if (this.#polling.networkReturned()) this.#writes.networkReturned();
    this.wake();
  }

  note(before: SaleRecord, after: SaleRecord): void {
    this.#polling.note(before, after);
    this.#writes.note(before, after);
    if (before !== after) this.wake();
  }

  override close(): void {
    super.close();
    this.#polling.close(this.closing.reason);
  }

  protected async step(): Promise<number | 'settled'> {
    if (this.#failure !== undefined) throw this.#failure.thrown;
    const sale = this.sale();
    const isDone = sale.creation === 'refused' || (sale.settled && !this.#isAnswerWanted(sale));
    if (isDone) return this.#underWay.size === 0 ? 'settled' : Number.POSITIVE_INFINITY;
    if (sale.creation !== 'sending') return this.#startDue(sale);
    if (this.#isFresh) await this.#create(sale);
    else this.#resumeCreation();
    return 0;
  }

  #isAnswerWanted(sale: SaleRecord): boolean {
    return (
      this.#polling.customerSaysPaid.isAsking ||
      this.#polling.isAnswerRequired ||
      (!hasEnded(sale) && this.context.attention.isOpened(this.saleId))
    );
  }

  /** Starts the requests that are due, the write first; returns the ms until the next request is due. */
  #startDue(sale: SaleRecord): number {
    for (const part of [this.#writes, this.#polling]) if (part.dueIn(sale) <= 0) this.#start(part.send());
    return Math.min(this.#writes.dueIn(sale), this.#polling.dueIn(sale), this.#leavableIn());
  }

  #start(request: Promise<void>): void {
    const running = request
      .catch((thrown: unknown) => {
        this.#failure ??= { thrown };
      })
      .finally(() => {
        this.#underWay.delete(running);
        this.wake();
      });
    this.#underWay.add(running);
  }

  /** ms until the sale may be left. Notifies the windows when the sale becomes leavable, and when it no longer is. */
  #leavableIn(): number {
    const { isLeavable } = this;
    if (isLeavable !== this.#wasLeavable) {
      this.#wasLeavable = isLeavable;
      this.context.ledger.viewed();
    }
    const { silentFor } = this.#polling;
    return silentFor === 0 || isLeavable ? Number.POSITIVE_INFINITY : LEAVABLE_AFTER_MS - silentFor;
  }

  /** Only the end of the till cancels a creation, because a cancelled creation has an unknown outcome. */
  async #create(sale: SendingSale): Promise<void> {
    this.#isFresh = false;
    this.#polling.activity.does('creating');
    this.budget.spend();
    const { event, error } = await this.#creation.send(sale, this.closing);
    if (error !== undefined) this.budget.obeyRetryAfterOfWrite(error, 'screen');
    const after = this.#apply(event);
    // The response was about another payment and was refused: whether the sale's own payment exists is unknown.
    if (after.creation === 'sending') this.#apply(this.#creation.mismatched());
    this.#polling.created(error);
  }

  #apply(event: SaleEvent): SaleRecord {
    return this.context.ledger.apply(this.saleId, event);
  }

  /** The search begins in the next step: a caller that needs a read at once would cancel a search just sent. */
  #resumeCreation(): void {
    this.#apply(this.#creation.interrupted());
    this.#polling.created(undefined);
  }
}
