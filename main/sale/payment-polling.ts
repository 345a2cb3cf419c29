import { TillError, toTillError } from '../base/till-error.ts';
import type { CallOptions, Payment } from '../domain/payment-service.ts';
import { belongsTo, takesBack } from '../domain/payment-transitions.ts';
import { hasEnded, type KnownSale, progressOf, type SaleRecord } from '../domain/sale-record.ts';
import { isFinal } from '../domain/who-ended.ts';
import { Countdown } from './countdown.ts';
import type { Creation } from './creation.ts';
import { CurrentActivity } from './current-activity.ts';
import { CustomerSaysPaid } from './customer-says-paid.ts';
import { ASKED_TO_WAIT, activityAfter, shownError, tellsNothing } from './error-classification.ts';
import type { FollowedSale, Turn } from './follower-context.ts';
import { PollSchedule, type Said, type Watch, watchedFor } from './poll-schedule.ts';

/** Reads that fail in a row before the cashier is told, and before the sale counts as unknown. */
const TOLD_FROM = 2;
const UNREADABLE_FROM = 3;

/** Repeats are paced here, where the sale's budget counts each of them. */
type PacedCall = Required<Pick<CallOptions, 'signal' | 'retry'>> & CallOptions;

/** Reads one payment, one request at a time. Failed writes do not slow the reads. */
export class PaymentPolling {
  readonly countdown: Countdown;
  readonly activity: CurrentActivity;
  readonly customerSaysPaid: CustomerSaysPaid;
  readonly #followed: FollowedSale;
  readonly #creation: Creation;
  readonly #schedule: PollSchedule;
  #isBusy = false;
  #underWay: AbortController | undefined;
  #endedAt: number | undefined;
  #answeredAt: number;
  /** The last answer has said that a paid sale is not paid. */
  #isTakeBackTold = false;
  #isAnswerRequired = false;

  constructor(followed: FollowedSale, creation: Creation) {
    const { context, saleId, budget } = followed;
    const changed = () => context.changed(saleId);
    this.#followed = followed;
    this.#creation = creation;
    this.#schedule = new PollSchedule(context.clock, context.random, budget, context.pollPauses);
    this.#answeredAt = context.clock.monotonic();
    this.countdown = new Countdown(context.clock, context.skewMs);
    this.activity = new CurrentActivity(context.clock, changed);
    this.customerSaysPaid = new CustomerSaysPaid(context.clock, changed);
  }

  /** ms until the next request is due; endless while one is under way. */
  dueIn(sale: SaleRecord): number {
    if (this.#isBusy) return Number.POSITIVE_INFINITY;
    const attention = this.#followed.context.attention(sale.saleId);
    return this.#schedule.dueIn(sale, attention, this.countdown.left, this.#watch(sale));
  }

  /** One request and its answer. Rejects only when the journal does. */
  async send(): Promise<void> {
    this.#isBusy = true;
    try {
      await this.#followed.inTurn((turn) => this.#ask(turn));
    } finally {
      this.#isBusy = false;
    }
  }

  /** A request is due at once. One under way is broken off: its answer may be older than this call. */
  readNow(kind: 'urgent' | 'asked' = 'urgent'): void {
    this.#schedule.readNow(kind);
    this.#underWay?.abort(new TillError('sale.read-again', 'A newer read takes the place of this one.'));
  }

  /** A request under way is not broken off. */
  readSooner(): void {
    this.#schedule.readSooner();
  }

  /** Reads until there has been an answer, also about a sale of which nothing is expected any more. */
  requireAnswer(): void {
    this.#isAnswerRequired = true;
    this.readNow();
  }

  get isAnswerRequired(): boolean {
    return this.#isAnswerRequired;
  }

  askForCustomer(): void {
    if (this.customerSaysPaid.isAsking) return;
    const wasRefused = this.#followed.sale().creation === 'refused';
    this.customerSaysPaid.begin(wasRefused ? 'not-paid' : 'asking');
    if (!wasRefused) this.readNow('asked');
  }

  /** The network is back. True where requests about this sale had failed. */
  networkReturned(): boolean {
    return this.#schedule.forgive();
  }

  /** ms since the last answer; 0 where the last request was answered and the service did not ask to wait. */
  get silentFor(): number {
    if (this.#schedule.failures === 0 && this.#followed.budget.heldForMs === 0) return 0;
    return this.#followed.context.clock.monotonic() - this.#answeredAt;
  }

  note(before: SaleRecord, after: SaleRecord): void {
    const { clock } = this.#followed.context;
    if (before.creation === 'sending' && after.creation === 'known') this.countdown.begin(after);
    if (hasEnded(after) && before.stage !== after.stage) this.#endedAt = clock.monotonic();
  }

  /** The creation has been answered, or has failed with `error`. Its answer counts as that of a read. */
  created(error: TillError | undefined): void {
    if (error !== undefined) this.#schedule.failed();
    const sale = this.#followed.sale();
    if (sale.creation !== 'unknown') this.#heard(sale, 'news');
    else this.activity.does('searching');
    if (sale.creation === 'refused') this.customerSaysPaid.answered(sale);
    // The service may have acted on the creation before a person pressed the button: only a read after it can answer.
    // A creation of unknown outcome is searched for at once, unless the service asked to wait.
    else if (sale.creation === 'unknown' || this.customerSaysPaid.isAsking) this.#schedule.readNow();
  }

  close(reason: TillError): void {
    this.#underWay?.abort(reason);
  }

  async #ask(turn: Turn): Promise<void> {
    const { budget, sale } = this.#followed;
    const controller = new AbortController();
    this.#underWay = controller;
    const urgency = this.#schedule.isAsked ? 'asked' : turn.urgency;
    const options = { signal: controller.signal, retry: 'never', urgency } as const;
    budget.spend();
    this.#schedule.sent();
    try {
      const before = sale();
      if (before.creation === 'known') await this.#read(before, options);
      else await this.#search(before, options);
    } catch (thrown) {
      const error = toTillError(thrown);
      // A click about a sale in the background leaves that sale there.
      budget.obeyRetryAfter(error, turn.urgency);
      if (!controller.signal.aborted) this.#failed(error);
    } finally {
      this.#underWay = undefined;
    }
  }

  async #search(sale: Exclude<SaleRecord, KnownSale>, options: PacedCall): Promise<void> {
    if (this.#schedule.failures === 0) this.activity.does('searching');
    const event = await this.#creation.search(sale, options);
    if (options.signal.aborted) return;
    const after = event === undefined ? this.#followed.sale() : this.#followed.apply(event);
    const said = event === undefined ? 'nothing-new' : 'news';
    if (after.creation === 'known') {
      // A read answers the cashier: a search may be older than a callback, and may lack the link of the QR code.
      this.#heard(after, said);
      this.#schedule.readNow();
    } else {
      this.#answered(said);
      this.#settleIfOver(after);
    }
  }

  async #read(before: KnownSale, options: PacedCall): Promise<void> {
    const { context, apply } = this.#followed;
    const isTimeUp = (this.countdown.left ?? 1) <= 0 && !hasEnded(before);
    if (isTimeUp && this.#schedule.failures === 0) this.activity.does('checking-expiry');
    const payment = await context.service.readPayment(before.paymentId, options);
    if (options.signal.aborted) return;
    if (this.#takesBackAtFirstWord(payment)) {
      this.#heard(before, 'nothing-new');
      return this.requireAnswer();
    }
    const after = apply({ type: 'seen', payment, via: 'read' });
    if (!belongsTo(before, payment)) throw aboutAnother();
    const isOutdated = this.#isOutdated(payment);
    // A stale answer does not confirm the reversal: read again.
    if (isOutdated && this.#isTakeBackTold) {
      this.#heard(after, 'nothing-new');
      return this.requireAnswer();
    }
    // A stale answer does not settle what contradicts the record, such as a callback.
    const isStillRequired = isOutdated && this.#isAnswerRequired;
    const isNews = after.stage !== before.stage || after.cancelDue !== before.cancelDue;
    this.#answered(isNews ? 'news' : 'nothing-new', isOutdated ? 'outdated' : 'current');
    this.#isAnswerRequired = isStillRequired;
    this.countdown.correct(after);
    this.#settleIfOver(after, payment);
  }

  /**
   * The first answer that a paid sale is not paid may be old; believed at once, the customer would be asked to pay
   * twice.
   */
  #takesBackAtFirstWord(payment: Payment): boolean {
    const wasTold = this.#isTakeBackTold;
    if (!this.#isOutdated(payment)) this.#isTakeBackTold = takesBack(this.#followed.sale(), payment);
    return this.#isTakeBackTold && !wasTold;
  }

  #isOutdated({ status }: Payment): boolean {
    const { progress } = this.#followed.sale();
    return (progressOf(status) ?? progress) < progress;
  }

  #failed(error: TillError): void {
    const { context, saleId, apply } = this.#followed;
    this.#schedule.failed();
    const { failures } = this.#schedule;
    const trouble = shownError(error);
    const activity = activityAfter(error);
    // A failure that may pass is repeated quickly a few times before the cashier is told of it.
    if (tellsNothing(error) && (!error.retryable || failures >= UNREADABLE_FROM))
      apply({ type: 'unreadable', problem: trouble });
    if (!error.retryable || failures >= TOLD_FROM || activity === ASKED_TO_WAIT)
      this.activity.failed(activity, trouble);
    this.customerSaysPaid.failed(error, failures, this.#followed.budget.heldForMs);
    context.tried(saleId);
  }

  #answered(said: Said, age: 'current' | 'outdated' = 'current'): void {
    const sale = this.#followed.sale();
    this.#heard(sale, said);
    if (age === 'outdated' && this.customerSaysPaid.outdated()) this.#schedule.readNow();
    else this.customerSaysPaid.answered(sale);
  }

  #heard(sale: SaleRecord, said: Said): void {
    const { context, saleId } = this.#followed;
    this.#schedule.answered(said);
    this.#answeredAt = context.clock.monotonic();
    this.#isAnswerRequired = false;
    this.activity.done(this.#goesOn(sale));
    // An empty search leaves the outcome of the sale open.
    if (sale.creation === 'unknown') context.tried(saleId);
    else context.answered(saleId);
  }

  #goesOn(sale: SaleRecord): string | undefined {
    if (sale.creation === 'unknown') return 'searching';
    return !hasEnded(sale) && (this.countdown.left ?? 1) <= 0 ? 'checking-expiry' : undefined;
  }

  /** Settled: watched for a while after its end, and over for the service too. */
  #settleIfOver(sale: SaleRecord, payment?: Payment): void {
    if (!hasEnded(sale) || sale.settled) return;
    const { endedFor, until } = this.#watch(sale);
    if (endedFor >= until && (payment === undefined || isFinal(payment.status)))
      this.#followed.apply({ type: 'settled' });
  }

  #watch(sale: SaleRecord): Watch {
    const endedFor = this.#endedFor(sale);
    const expiresIn = this.#followed.context.timeKnown() ? this.countdown.left : undefined;
    return { endedFor, until: watchedFor(sale, endedFor, expiresIn) };
  }

  /** ms since the sale ended. The wall clock is read only once: one that jumps back would begin the watch anew. */
  #endedFor(sale: SaleRecord): number {
    const { clock } = this.#followed.context;
    if (!hasEnded(sale)) return 0;
    this.#endedAt ??= clock.monotonic() - Math.max(0, clock.now() - sale.endedAt);
    return clock.monotonic() - this.#endedAt;
  }
}

/** The state machine has refused the payment and told of it; as the answer to a read it counts as a failure. */
function aboutAnother(): TillError {
  const message = 'The service answered with another payment; the answer was refused.';
  return new TillError('sale.other-payment', message, { retryable: true, status: 200 });
}
