import { isEnd, type SaleRecord } from '../journal/sale-record.ts';
import type { Payment } from '../service/payment-service.ts';
import { TillError, toTillError } from '../till-error.ts';
import type { Followed } from './context.ts';
import { Countdown } from './countdown.ts';
import type { Creation } from './creation.ts';
import { belongsTo } from './machine.ts';
import { Poller, WATCH_MS } from './poller.ts';
import { isFinal } from './status.ts';
import { Telling } from './telling.ts';
import { ASKED_TO_WAIT, doingAfter, saysNothing, troubleOf } from './trouble.ts';
import { CustomerSays, PATIENCE_MS } from './verdict.ts';

/** How many questions in a row must fail before it is told, and before nobody knows what became of the payment. */
const TOLD_FROM = 2;
const UNREADABLE_FROM = 3;

/**
 * Asks the service about one sale, by reading its payment or by searching for it, one question after the other. It goes
 * at its own pace whatever becomes of a write, so that the till learns the truth.
 */
export class Reading {
  readonly countdown: Countdown;
  readonly telling: Telling;
  readonly customer: CustomerSays;
  readonly #followed: Followed;
  readonly #creation: Creation;
  readonly #poller: Poller;
  #isBusy = false;
  #underWay: AbortController | undefined;
  #endedAt: number | undefined;
  #answeredAt: number;
  #isOwed = false;

  constructor(followed: Followed, creation: Creation) {
    const { context, saleId, allowance } = followed;
    const changed = () => context.changed(saleId);
    this.#followed = followed;
    this.#creation = creation;
    this.#poller = new Poller(context.clock, context.random, allowance);
    this.#answeredAt = context.clock.monotonic();
    this.countdown = new Countdown(context.clock, context.skewMs);
    this.telling = new Telling(context.clock, changed);
    this.customer = new CustomerSays(context.clock, changed);
  }

  /** ms until the next question is due; endless while one is under way. */
  dueIn(sale: SaleRecord): number {
    if (this.#isBusy) return Number.POSITIVE_INFINITY;
    const attention = this.#followed.context.attention(sale.saleId);
    return this.#poller.dueIn(sale, attention, this.countdown.left, this.#endedFor(sale));
  }

  /** One question and its answer. Rejects only when the journal does. */
  async go(): Promise<void> {
    this.#isBusy = true;
    try {
      await this.#followed.through(() => this.#ask());
    } finally {
      this.#isBusy = false;
    }
  }

  /** One question is due at once. One under way is broken off: its answer may be older than what it is asked for. */
  urge(): void {
    this.#poller.urge();
    this.#underWay?.abort(new TillError('sale.read-again', 'A newer question takes the place of this read.'));
  }

  /** Asks until there has been an answer, also about a sale of which nothing is expected any more. */
  owe(): void {
    this.#isOwed = true;
    this.urge();
  }

  get isOwed(): boolean {
    return this.#isOwed;
  }

  /** "Customer says they paid": one question, and a verdict. */
  askForCustomer(): void {
    if (this.customer.isAsking) return;
    const verdict = this.#verdictUnasked();
    this.customer.begin(verdict ?? 'asking');
    if (verdict === undefined) this.urge();
  }

  /** Where a question would tell nothing, or may not be asked. */
  #verdictUnasked(): 'not-paid' | 'unreachable' | undefined {
    if (this.#followed.sale().creation === 'refused') return 'not-paid';
    return this.#followed.allowance.heldFor > PATIENCE_MS ? 'unreachable' : undefined;
  }

  /** The network is back. Whether that is news to this sale. */
  networkReturned(): boolean {
    return this.#poller.forgive();
  }

  /** ms that the service has said nothing, though it was asked or wished to be left alone. */
  get silentFor(): number {
    if (this.#poller.failures === 0 && this.#followed.allowance.heldFor === 0) return 0;
    return this.#followed.context.clock.monotonic() - this.#answeredAt;
  }

  /** Notes what the state machine made of an event: the times that no record keeps. */
  note(before: SaleRecord, after: SaleRecord): void {
    const { clock } = this.#followed.context;
    if (before.creation === 'sending' && after.creation === 'known') this.countdown.begin(after);
    if (isEnd(after.stage) && before.stage !== after.stage) this.#endedAt = clock.monotonic();
    else if (!isEnd(after.stage)) this.#endedAt = undefined;
  }

  /** What a creation has told, as an answer to a question would; `error`: how it failed. */
  created(error: TillError | undefined): void {
    if (error !== undefined) this.#poller.failed();
    const sale = this.#followed.sale();
    if (sale.creation !== 'unknown') this.#heard(sale, true);
    else this.telling.does('searching');
    if (sale.creation === 'refused') this.customer.answered(sale);
    // The creation may have been acted on before a person asked: only a reading answers that. And the first search is due
    // at once, but for a service that asked to wait.
    else if (sale.creation === 'unknown' || this.customer.isAsking) this.#poller.urge();
  }

  close(): void {
    this.#underWay?.abort();
  }

  async #ask(): Promise<void> {
    const { allowance, sale } = this.#followed;
    const controller = new AbortController();
    this.#underWay = controller;
    allowance.spend();
    this.#poller.asking();
    try {
      await (sale().creation === 'known' ? this.#read(controller.signal) : this.#search(controller.signal));
    } catch (thrown) {
      const error = toTillError(thrown);
      allowance.obey(error);
      if (!controller.signal.aborted) this.#failed(error);
    } finally {
      this.#underWay = undefined;
    }
  }

  async #search(signal: AbortSignal): Promise<void> {
    const sale = this.#followed.sale();
    if (this.#poller.failures === 0) this.telling.does('searching');
    const event = await this.#creation.search(sale, signal);
    if (signal.aborted) return;
    const after = event === undefined ? sale : this.#followed.apply(event);
    this.#answered(event !== undefined);
    // A search result may come without links, and without its link there is no QR code.
    if (after.creation === 'known') this.#poller.urge();
    else this.#settleIfOver(after);
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { context, apply, sale } = this.#followed;
    const before = sale();
    if (before.paymentId === undefined) return;
    const isTimeUp = (this.countdown.left ?? 1) <= 0 && !isEnd(before.stage);
    if (isTimeUp && this.#poller.failures === 0) this.telling.does('checking-expiry');
    // The pace of repeats is kept here, where each of them counts.
    const payment = await context.service.readPayment(before.paymentId, { signal, retry: 'never' });
    if (signal.aborted) return;
    const after = apply({ type: 'seen', payment, via: 'read' });
    if (!belongsTo(before, payment)) throw aboutAnother();
    this.#answered(after.stage !== before.stage || after.cancelDue !== before.cancelDue);
    this.countdown.correct(after);
    this.#settleIfOver(after, payment);
  }

  #failed(error: TillError): void {
    const { context, saleId, apply } = this.#followed;
    this.#poller.failed();
    const { failures } = this.#poller;
    const trouble = troubleOf(error);
    // What may come right by itself is given the time of its first, quick repeats before anybody is troubled with it.
    if (saysNothing(error) && (!error.retryable || failures >= UNREADABLE_FROM))
      apply({ type: 'unreadable', problem: trouble });
    if (!error.retryable || failures >= TOLD_FROM || doingAfter(error) === ASKED_TO_WAIT)
      this.telling.failed(doingAfter(error), trouble);
    this.customer.failed(error, failures);
    context.tried(saleId);
  }

  #answered(changed: boolean): void {
    const sale = this.#followed.sale();
    this.#heard(sale, changed);
    this.customer.answered(sale);
  }

  #heard(sale: SaleRecord, changed: boolean): void {
    const { context, saleId } = this.#followed;
    this.#poller.answered(changed);
    this.#answeredAt = context.clock.monotonic();
    this.#isOwed = false;
    this.telling.done(this.#stillDoing(sale));
    // One search that finds nothing says nothing yet.
    if (sale.creation === 'unknown') context.tried(saleId);
    else context.answered(saleId);
  }

  /** What takes more than one question. */
  #stillDoing(sale: SaleRecord): string | undefined {
    if (sale.creation === 'unknown') return 'searching';
    return !isEnd(sale.stage) && (this.countdown.left ?? 1) <= 0 ? 'checking-expiry' : undefined;
  }

  /** Watched for a while after its end, and ended for the service too: nothing more is expected. */
  #settleIfOver(sale: SaleRecord, payment?: Payment): void {
    if (!isEnd(sale.stage) || sale.settled || sale.cancelDue !== 'no') return;
    const over = this.#endedFor(sale) >= (WATCH_MS.at(-1) ?? 0);
    if (over && (payment === undefined || isFinal(payment.status))) this.#followed.apply({ type: 'settled' });
  }

  /**
   * ms since the sale ended. Where another process saw the end, the wall clock is asked once: from then on a clock that
   * jumps back must not begin the watch anew.
   */
  #endedFor(sale: SaleRecord): number {
    const { clock } = this.#followed.context;
    if (sale.endedAt === undefined) return 0;
    this.#endedAt ??= clock.monotonic() - Math.max(0, clock.now() - sale.endedAt);
    return clock.monotonic() - this.#endedAt;
  }
}

/** Refused and told by the state machine; as an answer to the question it is none. */
function aboutAnother(): TillError {
  const message = 'The service answered with another payment; the answer was refused.';
  return new TillError('sale.other-payment', message, { retryable: true, status: 200 });
}
