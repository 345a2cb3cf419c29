import type { ErrorView, RefundDoubt, RefundView } from '../../preload/contract/views.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import { type Refund, wasNotDue } from '../domain/payment-service.ts';
import { isInDoubt, isRefundEnd, type RefundRecord } from '../domain/refund-record.ts';
import { Follower } from '../following/follower.ts';
import { eventOfAnswer, eventOfFailure, isAboutAnotherRefund, shownRefundError } from './refund-answer.ts';
import { ARRIVES_WITHIN_MS, lookUp, type RefundParts } from './refund-look-up.ts';
import { nextCall, type RefundCall, RefundSchedule, WATCH_MS } from './refund-schedule.ts';

export interface RefundFollowerContext extends RefundParts {
  /** Time for which the service is trusted to remember the key of a refund, ms. */
  readonly keyLastsMs: number;
  changed(): void;
  /** A manager had closed the refund as not made, and the service has made it. */
  madeAfterAll(refund: RefundRecord): void;
  /** A request about the refund has ended, whatever its outcome. */
  tried(refundKey: string): void;
}

/** Live state of a refund, which is not stored. */
export type RefundLive = Pick<RefundView, 'trouble' | 'waitsUntil'>;

/**
 * Follows a refund. Every send uses the key and bytes of the journal, so the service acts only once. If sending does
 * not help, or is no longer safe, the till looks the refund up in the service's list. If the look-up stays undecided, a
 * manager decides.
 */
export class RefundFollower extends Follower {
  readonly refundKey: string;
  readonly #context: RefundFollowerContext;
  readonly #schedule: RefundSchedule;
  /** An earlier process may have sent the refund. */
  readonly #sentBefore: boolean;
  /** A response has shown the service's time, or was without a time. */
  #timeAsked = false;
  /** The id from an unverified response is proven wrong: the refund is requested by its key. */
  #byKey = false;
  #isRefused = false;
  /** Set for a refund closed as not made by a manager: `at` by the service's clock, `watchedUntil` monotonic. */
  #closed: { readonly at: number; readonly watchedUntil: number } | undefined;
  #hurried = false;
  #trouble: ErrorView | undefined;

  /** `taken-up`: an earlier process, or a failed follower, may have sent the refund without journaling the outcome. */
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
    return omitUndefined({ trouble: this.#trouble, waitsUntil });
  }

  /** Hurries the refund, at most once before the next response: an unstable network must not undo the backoff. */
  networkReturned(): void {
    if (this.#hurried) return;
    this.#hurried = true;
    this.#hurry();
  }

  /** Handles a manager's decision, or an entry of the service's list, both already in the journal. */
  decided(): void {
    this.#isRefused = false;
    this.#schedule.forgetLookUps();
    this.#hurry();
  }

  protected async step(): Promise<number | 'settled'> {
    const refund = this.#context.journal.refund(this.refundKey);
    if (refund === undefined || this.#isDone(refund)) return 'settled';
    const call = this.#next(refund);
    const wait = this.#schedule.waitFor(call, refund);
    if (wait > 0) return wait;
    await this.#send(call, refund);
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
      // The wall clock is read only once: a jump would otherwise end or restart the watch.
      this.#closed = { at, watchedUntil: clock.monotonic() + WATCH_MS - Math.max(0, now - at) };
    }
    return clock.monotonic() > this.#closed.watchedUntil;
  }

  #serviceNow(): number {
    const { clock, skewMs } = this.#context;
    return clock.now() + (skewMs() ?? 0);
  }

  #next(refund: RefundRecord): RefundCall {
    const { keyLastsMs, skewMs } = this.#context;
    const mayHelp = !this.#isRefused && this.#schedule.maySendHelp(refund);
    return nextCall(refund, {
      now: this.#serviceNow(),
      isTimeUnknown: this.#sentBefore && !this.#timeAsked && skewMs() === undefined,
      keyLastsMs,
      byKey: this.#byKey,
      // Between look-ups the refund is still sent: the cause of a refusal may be over, and a response is proof.
      isLookUpDue: !mayHelp && this.#schedule.isLookUpDue,
    });
  }

  /** During the wait for its turn, the refund may have ended, or its key may have become too old. */
  #isSendStillDue(): boolean {
    const refund = this.#context.journal.refund(this.refundKey);
    if (refund === undefined || this.#isDone(refund)) return false;
    return this.#next(refund) === 'send' && this.#schedule.waitFor('send', refund) <= 0;
  }

  async #send(call: RefundCall, refund: RefundRecord): Promise<void> {
    try {
      // No backoff: the request that needed the time follows at once.
      if (call === 'ask-time') return await this.#askTime();
      if (call === 'look-up') await this.#lookUp(refund);
      else this.#answered(call, refund, await this.#ask(call, refund));
    } catch (thrown) {
      const error = toTillError(thrown);
      // The next step decides again.
      if (wasNotDue(error)) return;
      this.#failed(call, refund, error);
    }
    this.#schedule.tried();
    this.#context.tried(this.refundKey);
    this.#context.changed();
  }

  get #behind() {
    return { signal: this.closing, urgency: 'background' } as const;
  }

  #ask(call: 'send' | 'read', refund: RefundRecord): Promise<Refund> {
    const { service } = this.#context;
    if (call === 'read' && refund.refundId !== undefined)
      return service.readRefund(refund.paymentId, refund.refundId, this.#behind);
    // The age of the key is checked before every repeat: the machine may have slept for days during a request.
    const isStillDue = () => this.#isSendStillDue();
    const options = this.#sentBefore ? { ...this.#behind, isStillDue } : { signal: this.closing };
    return service.createRefund(refund.paymentId, refund.body, refund.refundKey, { ...options, retry: 'never' });
  }

  /** Gets the service's time: any response, even a refusal, shows it. Rejects without a response. */
  async #askTime(): Promise<void> {
    try {
      await this.#context.service.searchPage({}, 0, 1, this.#behind);
    } catch (thrown) {
      if (toTillError(thrown).status === undefined) throw thrown;
    }
    this.#timeAsked = true;
  }

  #answered(call: 'send' | 'read', refund: RefundRecord, answer: Refund): void {
    const { journal, log } = this.#context;
    this.#hurried = false;
    if (isAboutAnotherRefund(refund, answer, this.#others(refund))) {
      log.warn('refund.other-refund', { refundKey: refund.refundKey, refundId: answer.refundId });
      const message = 'Response about another refund.';
      this.#failed(call, refund, new TillError('refund.other-refund', message, { acted: 'maybe' }));
      return;
    }
    this.#trouble = undefined;
    this.#isRefused = false;
    // The id is proven, so the refund is read from now on: the response to a repeated send stays PENDING for ever.
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
    // A manager may have closed the refund during the look-up; the list of the service is believed nevertheless.
    const wasClosed = journal.refund(refundKey)?.stage === 'not-made';
    // Another refund of the payment has read the list in the meantime, and has journaled the entry.
    if (refund.stage === 'not-made' && !wasClosed) return;
    if ('doubt' in found) return this.#leftOpen(refund, found.doubt);
    // The listed refund may be another refund of the payment, still without a response.
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

  #failed(call: RefundCall, refund: RefundRecord, error: TillError): void {
    this.#trouble = shownRefundError(error);
    // Wrong credentials may be corrected; any other refusal of the list is final.
    if (call === 'look-up' && !error.retryable && error.code !== 'auth.key') {
      this.#leftOpen(refund, 'refused');
      return;
    }
    this.#schedule.obeyRetryAfter(call, error);
    // The service does not know the id from the unverified response, so the id is wrong: the key finds the refund. Any
    // other failed read says nothing about the refund.
    if (call === 'read') this.#byKey = refund.stage === 'unconfirmed' && error.status === 404;
    if (call !== 'send') return;
    this.#isRefused = !error.retryable;
    const event = eventOfFailure(refund, error, { sentBefore: this.#sentBefore });
    if (event !== undefined) this.#context.journal.keep(event);
  }

  /** Handles an undecided look-up. The list may lag: a manager is asked only after a second look-up, later. */
  #leftOpen(refund: RefundRecord, why: RefundDoubt): void {
    this.#schedule.putOffLookUp();
    // No decision is needed as long as sending may help.
    if (!this.#isRefused && this.#next(refund) === 'send') return;
    const isForManager = this.#schedule.leftOpen();
    if (!isForManager || this.#isOver() || refund.unsettled === why) return;
    this.#context.journal.keep({ type: 'refund.unsettled', refundKey: this.refundKey, why });
  }

  /** Returns true if the refund has ended: a manager may have closed it during the request. */
  #isOver(): boolean {
    const refund = this.#context.journal.refund(this.refundKey);
    return refund === undefined || isRefundEnd(refund.stage);
  }
}
