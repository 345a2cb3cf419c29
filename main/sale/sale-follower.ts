import type { ErrorView } from '../../preload/views.ts';
import { TillError } from '../base/till-error.ts';
import { isEnd, type SaleRecord } from '../journal/sale-record.ts';
import { CancelAndAcknowledge } from './cancel-and-acknowledge.ts';
import type { Countdown } from './countdown.ts';
import { Creation } from './creation.ts';
import type { Doing } from './current-activity.ts';
import type { Verdict } from './customer-says-paid.ts';
import { ASKED_TO_WAIT } from './error-classification.ts';
import type { FollowedSale, FollowerContext } from './follower-context.ts';
import { nextTask, type Task } from './next-task.ts';
import { PaymentPolling } from './payment-polling.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { SaleEvent } from './state-machine.ts';

/** A sale about which the service has said nothing for this long may be left; it is followed on all the same. */
const LEAVABLE_AFTER_MS = 30_000;

/**
 * Follows one sale to its end. It is created with nothing else under way; from then on the till asks what is true, and
 * beside that tells the service what is due: at most one question and one write at a time, neither waiting for the other.
 * It holds no truth of its own: what to do next comes from the journal's record, so that one started after a crash goes
 * on where it was.
 */
export class SaleFollower implements FollowedSale {
  readonly saleId: string;
  readonly context: FollowerContext;
  readonly limiter: RateLimiter;
  readonly #creation: Creation;
  readonly #polling: PaymentPolling;
  readonly #writes: CancelAndAcknowledge;
  readonly #closing = new AbortController();
  /** What is under way, in the form of promises that do not reject. */
  readonly #underWay = new Set<Promise<void>>();
  #fault: { readonly thrown: unknown } | undefined;
  #isFresh: boolean;
  #wasLeavable = false;
  #wake: (() => void) | undefined;
  #woken = false;

  /** `isFresh`: the sale began in this very process and nothing of it has been sent. */
  constructor(saleId: string, isFresh: boolean, limiter: RateLimiter, context: FollowerContext) {
    this.saleId = saleId;
    this.context = context;
    this.limiter = limiter;
    this.#isFresh = isFresh;
    this.#creation = new Creation(context);
    this.#polling = new PaymentPolling(this, this.#creation);
    this.#writes = new CancelAndAcknowledge(this, () => this.readNow());
  }

  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  get countdown(): Countdown {
    return this.#polling.countdown;
  }

  get trouble(): ErrorView | undefined {
    return this.#writes.activity.trouble ?? this.#polling.activity.trouble;
  }

  get doing(): Doing | undefined {
    const doing = this.#writes.activity.doing ?? this.#polling.activity.doing;
    const { heldForMs: readsHeldForMs, writesHeldForMs } = this.limiter;
    const heldForMs = this.#writes.activity.doing?.code === ASKED_TO_WAIT ? writesHeldForMs : readsHeldForMs;
    if (heldForMs === 0) return doing;
    const sinceMs = doing?.sinceMs ?? this.context.clock.now();
    return { code: ASKED_TO_WAIT, sinceMs, untilMs: Math.round(this.context.clock.now() + heldForMs) };
  }

  get verdict(): Verdict | undefined {
    return this.#polling.customerSaysPaid.verdict;
  }

  /** The service has said nothing for so long that nobody should have to wait for it. */
  get isLeavable(): boolean {
    return this.#polling.silentFor >= LEAVABLE_AFTER_MS;
  }

  readonly sale = (): SaleRecord => {
    const sale = this.context.journal.sale(this.saleId);
    if (sale === undefined) throw new TillError('sale.unknown', `There is no sale ${this.saleId}.`);
    return sale;
  };

  readonly apply = (event: SaleEvent): SaleRecord => this.context.apply(this.saleId, event);

  readonly through = async (task: () => Promise<void>): Promise<void> => {
    if (this.context.attention(this.saleId) === 'screen') return await task();
    await this.context.gate.through(async () => {
      if (!this.closing.aborted) await task();
    });
  };

  /** Resolves when nothing more is expected of the sale, or after `close`. Rejects when its record cannot be read. */
  async run(): Promise<void> {
    try {
      await this.#follow();
    } finally {
      this.close();
      while (this.#underWay.size > 0) await Promise.all(this.#underWay);
    }
  }

  /** What was journalled changed, or a person asks: think again now. */
  wake(): void {
    this.#woken = true;
    this.#wake?.();
  }

  /** Asks at once, breaking off a question that is under way: its answer may be older than this one. */
  readNow(): void {
    this.#polling.readNow();
    this.wake();
  }

  /** Asks at once, and until there is an answer, though nothing may be expected of the sale any more. */
  requireAnswer(): void {
    this.#polling.requireAnswer();
    this.wake();
  }

  /** A cancel was asked for: one request goes out at once. */
  cancelNow(): void {
    this.#writes.sendNow();
    this.wake();
  }

  /** "Customer says they paid": one read, and a verdict. */
  ask(): void {
    this.#polling.askForCustomer();
    this.wake();
  }

  networkReturned(): void {
    // A service that answers reads was not away: what it makes of a write is another matter.
    if (this.#polling.networkReturned()) this.#writes.networkReturned();
    this.wake();
  }

  /** Notes what the state machine made of an event. */
  note(before: SaleRecord, after: SaleRecord): void {
    this.#polling.note(before, after);
    this.#writes.note(before, after);
    if (before !== after) this.wake();
  }

  close(): void {
    if (this.closing.aborted) return;
    const reason = new TillError('sale.closed', 'The till is closing.', { acted: 'maybe', retryable: true });
    this.#closing.abort(reason);
    this.#polling.close(reason);
    this.wake();
  }

  async #follow(): Promise<void> {
    while (!this.closing.aborted) {
      if (this.#fault !== undefined) throw this.#fault.thrown;
      const sale = this.sale();
      const task = nextTask(sale, this.#isFresh, this.#isAsked(sale));
      if (task === 'done' && this.#underWay.size === 0) return;
      if (task === 'create' || task === 'interrupted') await this.#begin(sale, task);
      else await this.#pause(task === 'done' ? Number.POSITIVE_INFINITY : this.#startDue(sale));
    }
  }

  #isAsked(sale: SaleRecord): boolean {
    return (
      this.#polling.customerSaysPaid.isAsking ||
      this.#polling.isAnswerRequired ||
      (!isEnd(sale.stage) && this.context.isOpened(this.saleId))
    );
  }

  /** Starts what is due, the write first; gives the ms until something else is. */
  #startDue(sale: SaleRecord): number {
    for (const part of [this.#writes, this.#polling]) if (part.dueIn(sale) <= 0) this.#start(part.go());
    const next = Math.min(this.#writes.dueIn(sale), this.#polling.dueIn(sale));
    return Math.min(next, this.#leavableIn());
  }

  #start(task: Promise<void>): void {
    const running = task
      .catch((thrown: unknown) => {
        this.#fault ??= { thrown };
      })
      .finally(() => {
        this.#underWay.delete(running);
        this.wake();
      });
    this.#underWay.add(running);
  }

  /** ms until the sale may be left; the windows are told when it may, and when it need not be any more. */
  #leavableIn(): number {
    const { isLeavable } = this;
    if (isLeavable !== this.#wasLeavable) {
      this.#wasLeavable = isLeavable;
      this.context.changed(this.saleId);
    }
    const { silentFor } = this.#polling;
    return silentFor === 0 || isLeavable ? Number.POSITIVE_INFINITY : LEAVABLE_AFTER_MS - silentFor;
  }

  async #pause(ms: number): Promise<void> {
    if (!this.#woken)
      await new Promise<void>((resolve) => {
        const cancel = Number.isFinite(ms) ? this.context.clock.after(Math.ceil(ms), resolve) : () => undefined;
        this.#wake = () => {
          cancel();
          resolve();
        };
      });
    this.#wake = undefined;
    this.#woken = false;
  }

  /** Never broken off by a newer question: only the end of the till does that, and then the outcome is unknown. */
  async #begin(sale: SaleRecord, task: Extract<Task, 'create' | 'interrupted'>): Promise<void> {
    // The process ended between intent and outcome: the request may have arrived, and may still be on its way.
    if (task === 'interrupted') {
      this.apply(this.#creation.interrupted(sale));
      this.#polling.created(undefined);
      return;
    }
    this.#isFresh = false;
    this.#polling.activity.does('creating');
    this.limiter.spend();
    const { event, error } = await this.#creation.send(sale, this.closing);
    if (error !== undefined) this.limiter.obeyRetryAfterOfWrite(error);
    const after = this.apply(event);
    // Answered with another payment, which was refused: whether ours exists is unknown.
    if (after.creation === 'sending') this.apply(this.#creation.mismatched());
    this.#polling.created(error);
  }
}
