import type { ErrorView, RefundDoubt, RefundView } from '../../preload/contract/views.ts';
import { given } from '../base/given.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import { type Refund, wasNotDue } from '../domain/payment-service.ts';
import { isInDoubt, isRefundEnd, type RefundRecord } from '../domain/refund-record.ts';
import { Follower } from '../following/follower.ts';
import { eventOfAnswer, eventOfFailure, isAboutAnotherRefund, shownRefundError } from './refund-answer.ts';
import { ARRIVES_WITHIN_MS, lookUp, type RefundParts } from './refund-look-up.ts';
import { nextRequest, type RefundRequest, RefundSchedule, WATCH_MS } from './refund-schedule.ts';

export interface RefundFollowerContext extends RefundParts {
  /** The service is trusted to remember the key of a refund for so long, ms. */
  readonly keyLastsMs: number;
  changed(): void;
  /** A manager had closed this refund as not made, and the service has made it. */
  madeAfterAll(refund: RefundRecord): void;
  /** A request about this refund has come back, with whatever outcome. */
  tried(refundKey: string): void;
}

/** The state of the moment, which no record keeps. */
export type RefundLive = Pick<RefundView, 'trouble' | 'waitsUntil'>;

/**
 * Key and bytes are the journal's at every send: the service acts once, however often it is asked. Where sending does
 * not help, or is no longer safe, the refund is looked up in the service's list; where that leaves it open, a manager
 * decides.
 */
export class RefundFollower extends Follower {
  readonly refundKey: string;
  readonly #context: RefundFollowerContext;
  readonly #schedule: RefundSchedule;
  /** An earlier process may have sent it. */
  readonly #sentBefore: boolean;
  /** An answer has shown the service's time, or has shown that the service does not tell it. */
  #timeAsked = false;
  /** The id that an unverified answer gave has proven wrong: the refund is asked for by its key. */
  #byKey = false;
  #isRefused = false;
  /** A manager closed it as not made: the time by the service's clock, and the end of its watch, monotonic. */
  #closed: { readonly at: number; readonly watchedUntil: number } | undefined;
  #hurried = false;
  #trouble: ErrorView | undefined;

  /** `taken-up`: an earlier process, or a follower that failed, may have sent it without writing down the outcome. */
  constructor(refundKey: string, how: 'fresh' | 'taken-up', context: RefundFollowerContext) {
    super(context.clock, 'refund.closed');
    this.refundKey = refundKey;
    this.#sentBefore = how === 'taken-up';
    this.#context = context;
    this.#schedule = new RefundSchedule(context.clock, context.random);
  }

  get live(): RefundLive {
    const { heldForMs } = this.#schedule;
    const waitsUntil = heldForMs === 0 ? undefined : Math.round(this.#context.clock.now() + heldForMs);
    return given({ trouble: this.#trouble, waitsUntil });
  }

  /** The network is back. A network that comes and goes hurries a refund once until the next answer, not each time. */
  networkReturned(): void {
    if (this.#hurried) return;
    this.#hurried = true;
    this.#hurry();
  }

  /** A manager has decided, or the list has told of it; the record says what. */
  decided(): void {
    this.#isRefused = false;
    this.#schedule.forgetLookUps();
    this.#hurry();
  }

  protected async step(): Promise<number | 'settled'> {
    const refund = this.#context.journal.refund(this.refundKey);
    if (refund === undefined || this.#isDone(refund)) return 'settled';
    const request = this.#next(refund);
    const wait = this.#schedule.waitFor(request, refund);
    if (wait > 0) return wait;
    await this.#send(request, refund);
    return 0;
  }

  #hurry(): void {
    this.#schedule.hurry();
    this.wake();
  }

  #isDone({ stage }: RefundRecord): boolean {
    if (stage !== 'not-made') return isRefundEnd(stage);
    const { clock, journal } = this.#context;
    if (this.#closed === undefined) {
      const now = this.#serviceNow();
      const at = journal.closedAsNotMade().get(this.refundKey) ?? now;
      // Read once: were the wall clock read each time, one that jumps would end the watch, or begin it anew.
      this.#closed = { at, watchedUntil: clock.monotonic() + WATCH_MS - Math.max(0, now - at) };
    }
    return clock.monotonic() > this.#closed.watchedUntil;
  }

  #serviceNow(): number {
    const { clock, skewMs } = this.#context;
    return clock.now() + (skewMs() ?? 0);
  }

  #next(refund: RefundRecord): RefundRequest {
    const { keyLastsMs, skewMs } = this.#context;
    const mayHelp = !this.#isRefused && this.#schedule.maySendHelp(refund);
    return nextRequest(refund, {
      now: this.#serviceNow(),
      isTimeUnknown: this.#sentBefore && !this.#timeAsked && skewMs() === undefined,
      keyLastsMs,
      byKey: this.#byKey,
      // Between two look-ups the key is sent on: the cause of a refusal may be over, and an answer would be proof.
      isLookUpDue: !mayHelp && this.#schedule.isLookUpDue,
    });
  }

  /** While it waited for its turn, the refund may have come to an end, or its key may have become too old. */
  #isSendStillDue(): boolean {
    const refund = this.#context.journal.refund(this.refundKey);
    if (refund === undefined || this.#isDone(refund)) return false;
    return this.#next(refund) === 'send' && this.#schedule.waitFor('send', refund) <= 0;
  }

  async #send(request: RefundRequest, refund: RefundRecord): Promise<void> {
    try {
      // The request that needed the time follows at once.
      if (request === 'ask-time') return await this.#askTime();
      if (request === 'look-up') await this.#lookUp(refund);
      else this.#answered(request, refund, await this.#ask(request, refund));
    } catch (thrown) {
      const error = toTillError(thrown);
      // The next step decides again.
      if (wasNotDue(error)) return;
      this.#failed(request, refund, error);
    }
    this.#schedule.tried();
    this.#context.tried(this.refundKey);
    this.#context.changed();
  }

  get #behind() {
    return { signal: this.closing, urgency: 'background' } as const;
  }

  #ask(request: 'send' | 'read', refund: RefundRecord): Promise<Refund> {
    const { service } = this.#context;
    if (request === 'read' && refund.refundId !== undefined)
      return service.readRefund(refund.paymentId, refund.refundId, this.#behind);
    // A key is never repeated without a look at its age: the machine may have slept for days during a request.
    const isStillDue = () => this.#isSendStillDue();
    const options = this.#sentBefore ? { ...this.#behind, isStillDue } : { signal: this.closing };
    return service.createRefund(refund.paymentId, refund.body, refund.refundKey, { ...options, retry: 'never' });
  }

  /** Any answer, a refusal too, shows what time it is at the service. Rejects where nothing answered. */
  async #askTime(): Promise<void> {
    try {
      await this.#context.service.searchPage({}, 0, 1, this.#behind);
    } catch (thrown) {
      if (toTillError(thrown).status === undefined) throw thrown;
    }
    this.#timeAsked = true;
  }

  #answered(request: 'send' | 'read', refund: RefundRecord, answer: Refund): void {
    const { journal, log } = this.#context;
    this.#hurried = false;
    if (isAboutAnotherRefund(refund, answer, this.#others(refund))) {
      log.warn('refund.other-refund', { refundKey: refund.refundKey, refundId: answer.refundId });
      const message = 'The service answered about another refund.';
      this.#failed(request, refund, new TillError('refund.other-refund', message, { acted: 'maybe' }));
      return;
    }
    this.#trouble = undefined;
    this.#isRefused = false;
    // The id is proven, and from now on it is read: the answer to a repeated send stays PENDING for ever.
    if (answer.verified) this.#byKey = false;
    const event = eventOfAnswer(refund, answer);
    if (event === undefined) return;
    this.#schedule.hurry();
    journal.keep(event);
  }

  async #lookUp(refund: RefundRecord): Promise<void> {
    const { journal, madeAfterAll } = this.#context;
    const { refundKey } = refund;
    const until = this.#closed && this.#closed.at + ARRIVES_WITHIN_MS;
    const found = await lookUp(this.#context, refund, { ...this.#behind, until });
    this.#hurried = false;
    this.#trouble = undefined;
    // A manager may have closed it during the look-up; what the service tells is true all the same.
    const wasClosed = journal.refund(refundKey)?.stage === 'not-made';
    // Before another refund of the payment, the list was read as well, and has told it.
    if (refund.stage === 'not-made' && !wasClosed) return;
    if ('doubt' in found) return this.#leftOpen(refund, found.doubt);
    // The listed refund may be another one of this payment that has no answer yet.
    if (wasClosed && this.#others(refund).some(isInDoubt)) return this.#leftOpen(refund, 'several');
    this.#byKey = false;
    this.#schedule.hurry();
    const { refundId } = found;
    journal.keep({ type: 'refund.answered', refundKey, refundId, stage: 'pending', via: 'list' });
    if (wasClosed) madeAfterAll(refund);
  }

  #others({ saleId }: RefundRecord): readonly RefundRecord[] {
    return this.#context.journal.refundsOf(saleId).filter(({ refundKey }) => refundKey !== this.refundKey);
  }

  #failed(request: RefundRequest, refund: RefundRecord, error: TillError): void {
    this.#trouble = shownRefundError(error);
    // Wrong credentials may be put right; any other refusal of the list is final.
    if (request === 'look-up' && !error.retryable && error.code !== 'auth.key') {
      this.#leftOpen(refund, 'refused');
      return;
    }
    this.#schedule.obeyRetryAfter(request, error);
    // The service does not know the id that an unverified answer gave, so it is not this refund's: its key finds it. Any
    // other failed read tells nothing about the refund.
    if (request === 'read') this.#byKey = refund.stage === 'unconfirmed' && error.status === 404;
    if (request !== 'send') return;
    this.#isRefused = !error.retryable;
    const event = eventOfFailure(refund, error, { sentBefore: this.#sentBefore });
    if (event !== undefined) this.#context.journal.keep(event);
  }

  /**
   * A look-up did not settle it. The list may lag, so only a second look-up, some time later, asks a manager to decide.
   */
  #leftOpen(refund: RefundRecord, why: RefundDoubt): void {
    this.#schedule.putOffLookUp();
    // There is nothing to decide as long as sending may still help.
    if (!this.#isRefused && this.#next(refund) === 'send') return;
    const isForManager = this.#schedule.leftOpen();
    if (!isForManager || this.#isOver() || refund.unsettled === why) return;
    this.#context.journal.keep({ type: 'refund.unsettled', refundKey: this.refundKey, why });
  }

  /** A manager may have closed it while the service was asked. */
  #isOver(): boolean {
    const refund = this.#context.journal.refund(this.refundKey);
    return refund === undefined || isRefundEnd(refund.stage);
  }
}
