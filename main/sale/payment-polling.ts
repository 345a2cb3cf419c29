import { TillError, toTillError } from '../base/till-error.ts';
import { type CallOptions, type Payment, type Urgency, wasNotDue } from '../domain/payment-service.ts';
import { belongsTo, takesBack } from '../domain/payment-transitions.ts';
import { hasEnded, type KnownSale, progressOf, type SaleRecord } from '../domain/sale-record.ts';
import { isFinal } from '../domain/who-ended.ts';
import { Countdown } from './countdown.ts';
import type { Creation } from './creation.ts';
import { CurrentActivity } from './current-activity.ts';
import { CustomerSaysPaid } from './customer-says-paid.ts';
import { ASKED_TO_WAIT, activityAfter, isUninformative, shownError } from './error-classification.ts';
import type { FollowedSale } from './follower-context.ts';
import { PollSchedule, type Said, type Watch, watchedFor } from './poll-schedule.ts';
import { requestsOfRead } from './sale-budget.ts';

/** Failed reads in a row before the cashier is notified, and before the sale counts as unknown. */
const NOTIFIED_FROM = 2;
const UNREADABLE_FROM = 3;

/** Options of a request without automatic repeats: the polling paces them, and the sale's budget counts each. */
type PacedCall = Required<Pick<CallOptions, 'signal' | 'retry'>> & CallOptions;

/** Reads a payment, one request at a time. Failed writes do not slow the reads. */
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
  /** The last response said that a paid sale is not paid. */
  #isTakeBackReported = false;
  #isAnswerRequired = false;

  constructor(followed: FollowedSale, creation: Creation) {
    const { context, budget } = followed;
    const { timing, ledger } = context;
    this.#followed = followed;
    this.#creation = creation;
    this.#schedule = new PollSchedule(context.clock, context.random, budget, timing.pollPauses);
    this.#answeredAt = context.clock.monotonic();
    this.countdown = new Countdown(context.clock, timing.skewMs);
    this.activity = new CurrentActivity(context.clock, ledger.viewed);
    this.customerSaysPaid = new CustomerSaysPaid(context.clock, ledger.viewed);
  }

  /** Returns the ms until the next request is due; infinite during a request. */
  dueIn(sale: SaleRecord): number {
    if (this.#isBusy) return Number.POSITIVE_INFINITY;
    const attention = this.#followed.context.attention.of(sale.saleId);
    return this.#schedule.dueIn(sale, attention, this.countdown.left, this.#watch(sale));
  }

  /** Sends a request and handles its response. Rejects only if the journal does. */
  async send(): Promise<void> {
    this.#isBusy = true;
    try {
      await this.#ask(this.#followed.urgency);
    } finally {
      this.#isBusy = false;
    }
  }

  /** Makes a request due at once. Cancels a request under way: its response may be older than this call. */
  readNow(kind: 'urgent' | 'asked' = 'urgent'): void {
    this.#schedule.readNow(kind);
    this.#underWay?.abort(new TillError('sale.read-again', 'Superseded by a newer read.'));
  }

  /** Brings the next read forward. A request under way is not cancelled. */
  readSooner(): void {
    this.#schedule.readSooner();
  }

  /** Reads until a response arrives, also for a settled sale. */
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

  /** Handles the return of the network. Returns true if requests about the sale had failed. */
  networkReturned(): boolean {
    return this.#schedule.forgive();
  }

  /** ms since the last response; 0 if the last request was answered and no `Retry-After` is active. */
  get silentFor(): number {
    if (this.#schedule.failures === 0 && this.#followed.budget.heldForMs === 0) return 0;
    return this.#followed.context.clock.monotonic() - this.#answeredAt;
  }

  note(before: SaleRecord, after: SaleRecord): void {
    const { clock } = this.#followed.context;
    if (before.creation === 'sending' && after.creation === 'known') this.countdown.begin(after);
    if (hasEnded(after) && before.stage !== after.stage) this.#endedAt = clock.monotonic();
  }

  /** Handles the end of the creation: a response, or a failure with `error`. A response counts as a read. */
  created(error: TillError | undefined): void {
    if (error !== undefined) this.#schedule.failed();
    const sale = this.#followed.sale();
    if (sale.creation !== 'unknown') this.#heard(sale, 'news');
    else this.activity.does('searching');
    if (sale.creation === 'refused') this.customerSaysPaid.answered(sale);
    // The service may have acted on the creation before the user's click: only a later read gives the verdict. A
    // creation of unknown outcome is searched for at once, unless the service requested a wait.
    else if (sale.creation === 'unknown' || this.customerSaysPaid.isAsking) this.#schedule.readNow();
  }

  close(reason: TillError): void {
    this.#underWay?.abort(reason);
  }

  async #ask(ofSale: Urgency): Promise<void> {
    const { budget, sale } = this.#followed;
    const controller = new AbortController();
    this.#underWay = controller;
    const urgency = this.#schedule.isAsked ? 'asked' : ofSale;
    budget.spend(requestsOfRead(sale()));
    this.#schedule.sent();
    try {
      const before = sale();
      // A search waiting for its turn is obsolete once a callback names the payment.
      const isStillDue = () => sale().creation === before.creation;
      const options = { signal: controller.signal, retry: 'never', urgency, isStillDue } as const;
      if (before.creation === 'known') await this.#read(before, options);
      else await this.#search(before, options);
    } catch (thrown) {
      const error = toTillError(thrown);
      // A click does not move a background sale to the foreground.
      budget.obeyRetryAfter(error, ofSale);
      if (wasNotDue(error)) this.#schedule.readNow();
      else if (!controller.signal.aborted) this.#failed(error);
    } finally {
      this.#underWay = undefined;
    }
  }

  async #search(sale: Exclude<SaleRecord, KnownSale>, options: PacedCall): Promise<void> {
    if (this.#schedule.failures === 0) this.activity.does('searching');
    const event = await this.#creation.search(sale, options);
    if (options.signal.aborted) return;
    const { saleId, context } = this.#followed;
    const after = event === undefined ? this.#followed.sale() : context.ledger.apply(saleId, event);
    const said = event === undefined ? 'nothing-new' : 'news';
    if (after.creation === 'known') {
      // A read gives the verdict: a search may be older than a callback, and may lack the link of the QR code.
      this.#heard(after, said);
      this.#schedule.readNow();
    } else {
      this.#answered(said);
      this.#settleIfOver(after);
    }
  }

  async #read(before: KnownSale, options: PacedCall): Promise<void> {
    const { context, saleId } = this.#followed;
    const isTimeUp = (this.countdown.left ?? 1) <= 0 && !hasEnded(before);
    if (isTimeUp && this.#schedule.failures === 0) this.activity.does('checking-expiry');
    const payment = await context.service.readPayment(before.paymentId, options);
    if (options.signal.aborted) return;
    if (this.#takesBackAtFirstWord(payment)) {
      this.#heard(before, 'nothing-new');
      context.ledger.apply(saleId, { type: 'contradicted' });
      return this.requireAnswer();
    }
    const after = context.ledger.apply(saleId, { type: 'seen', payment, via: 'read' });
    if (!belongsTo(before, payment)) throw aboutAnother();
    const isOutdated = this.#isOutdated(payment);
    // A stale response does not confirm the reversal: read again.
    if (isOutdated && this.#isTakeBackReported) {
      this.#heard(after, 'nothing-new');
      return this.requireAnswer();
    }
    // A stale response does not settle a contradiction of the sale, such as a callback.
    const isStillRequired = isOutdated && this.#isAnswerRequired;
    const isNews = after.stage !== before.stage || after.cancelDue !== before.cancelDue;
    this.#answered(isNews ? 'news' : 'nothing-new', isOutdated ? 'outdated' : 'current');
    this.#isAnswerRequired = isStillRequired;
    this.countdown.correct(after);
    this.#settleIfOver(after, payment);
  }

  /** Returns true for the first reversal of a paid sale: an outdated response would make the customer pay twice. */
  #takesBackAtFirstWord(payment: Payment): boolean {
    const wasReported = this.#isTakeBackReported;
    if (!this.#isOutdated(payment)) this.#isTakeBackReported = takesBack(this.#followed.sale(), payment);
    return this.#isTakeBackReported && !wasReported;
  }

  #isOutdated({ status }: Payment): boolean {
    const { progress } = this.#followed.sale();
    return (progressOf(status) ?? progress) < progress;
  }

  #failed(error: TillError): void {
    const { context, recovery, saleId } = this.#followed;
    this.#schedule.failed();
    const { failures } = this.#schedule;
    const trouble = shownError(error);
    const activity = activityAfter(error);
    // A temporary error is retried quickly a few times before the cashier is notified.
    if (isUninformative(error) && (!error.retryable || failures >= UNREADABLE_FROM))
      context.ledger.apply(saleId, { type: 'unreadable', problem: trouble });
    if (!error.retryable || failures >= NOTIFIED_FROM || activity === ASKED_TO_WAIT)
      this.activity.failed(activity, trouble);
    this.customerSaysPaid.failed(error, failures, this.#followed.budget.heldForMs);
    recovery.tried(saleId);
  }

  #answered(said: Said, age: 'current' | 'outdated' = 'current'): void {
    const sale = this.#followed.sale();
    this.#heard(sale, said);
    if (age === 'outdated' && this.customerSaysPaid.outdated()) this.#schedule.readNow();
    else this.customerSaysPaid.answered(sale);
  }

  #heard(sale: SaleRecord, said: Said): void {
    const { context, recovery, saleId } = this.#followed;
    this.#schedule.answered(said);
    this.#answeredAt = context.clock.monotonic();
    this.#isAnswerRequired = false;
    this.activity.done(this.#goesOn(sale));
    // An empty search leaves the outcome of the sale open.
    if (sale.creation === 'unknown') recovery.tried(saleId);
    else if (recovery.resolved(saleId)) context.ledger.viewed();
  }

  #goesOn(sale: SaleRecord): string | undefined {
    if (sale.creation === 'unknown') return 'searching';
    return !hasEnded(sale) && (this.countdown.left ?? 1) <= 0 ? 'checking-expiry' : undefined;
  }

  /** Settles an ended sale after its watch time, once the payment is final at the service too. */
  #settleIfOver(sale: SaleRecord, payment?: Payment): void {
    const { undecided, ledger } = this.#followed.context;
    if (!hasEnded(sale) || sale.settled || undecided.of(sale.saleId) !== undefined) return;
    const { endedFor, until } = this.#watch(sale);
    if (endedFor >= until && (payment === undefined || isFinal(payment.status)))
      ledger.apply(sale.saleId, { type: 'settled' });
  }

  #watch(sale: SaleRecord): Watch {
    const endedFor = this.#endedFor(sale);
    const expiresIn = this.#followed.context.timing.timeKnown() ? this.countdown.left : undefined;
    return { endedFor, until: watchedFor(sale, endedFor, expiresIn) };
  }

  /** ms since the end of the sale. The wall clock is read once: a jump back would restart the watch. */
  #endedFor(sale: SaleRecord): number {
    const { clock } = this.#followed.context;
    if (!hasEnded(sale)) return 0;
    this.#endedAt ??= clock.monotonic() - Math.max(0, clock.now() - sale.endedAt);
    return clock.monotonic() - this.#endedAt;
  }
}

/** The state machine has refused and reported the payment; for the polling, the response counts as a failed read. */
function aboutAnother(): TillError {
  const message = 'The service answered with another payment; the answer was refused.';
  return new TillError('sale.other-payment', message, { retryable: true, status: 200 });
}
