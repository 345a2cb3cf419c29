import type { ErrorView, Notice, RefundDoubt, RefundView } from '../../preload/views.ts';
import type { Clock, Random } from '../base/clock.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import type { Journal } from '../journal/journal.ts';
import { isInDoubt, isRefundEnd, type RefundRecord } from '../journal/refund-record.ts';
import type { SaleLog } from '../sale/log.ts';
import type { PaymentService, Refund } from '../service/payment-service.ts';
import { eventOfAnswer, eventOfFailure, isAboutAnotherRefund } from './answer-events.ts';
import { nextRequest, type RefundRequest } from './next-request.ts';
import { lookUp } from './refund-look-up.ts';
import { madeAfterAllNotice } from './refund-notices.ts';
import { shownRefundError } from './shown-error.ts';

export interface RefundFollowerContext {
  readonly service: PaymentService;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: SaleLog;
  /** How long the service is trusted to remember the key of a refund, ms. */
  readonly keyLastsMs: number;
  /** The service's clock minus ours, ms; undefined while no answer has told it. */
  skewMs(): number | undefined;
  changed(): void;
  /** Something to tell once, until somebody has read it. */
  tell(notice: Notice): void;
  /** The first answer or failure since it was taken up. */
  tried(refundKey: string): void;
}

/** What no record keeps: the state of the moment. */
export type RefundLive = Pick<RefundView, 'trouble' | 'waitsUntil'>;

/** Between two looks at a refund that the service processes, ms. */
const FIRST_MS = 1_000;
const LAST_MS = 30_000;
/** Between two look-ups in the list, ms: it may lag behind what the service has done. */
const LOOK_FIRST_MS = 60_000;
const LOOK_LAST_MS = 30 * 60_000;
/** How many look-ups, so far apart, have to leave it open before a manager is asked. */
const LOOKS = 2;
/** For how long one that a manager has closed as not made is looked for: the list may lag by a day and a night. */
const WATCH_MS = 48 * 60 * 60_000;
/** A sending that was under way when it was closed may be acted on for so long. */
const ARRIVES_WITHIN_MS = 10 * 60_000;
const JITTER = 0.1;
/** After so many sendings without an answer the list may know more. */
const PATIENCE = 4;

/**
 * Sends one refund until the service has answered, and follows it to its end. The key and the bytes are the journal's,
 * at the first attempt and at any later one: the service then acts once however often it hears of it. Where sending does
 * not help, or no more may be sent, it is looked up instead; where that does not settle it, a manager has to.
 */
export class RefundFollower {
  readonly refundKey: string;
  readonly #context: RefundFollowerContext;
  /** An earlier process may have sent it. */
  readonly #sentBefore: boolean;
  readonly #closing = new AbortController();
  #round = 0;
  #dueAt: number;
  /** The service asked to be sent, or to be asked, nothing before this. */
  #noSendBefore = 0;
  #notBefore = 0;
  /** What the service has answered shows its time, or it does not tell it. */
  #timeAsked = false;
  /** The refund's id has proven wrong: it is asked for by its key. */
  #byKey = false;
  /** The last sending was refused, after one that may have acted. */
  #refused = false;
  #looks = 0;
  #nextLookAt = 0;
  /** When it was first seen closed as not made: monotonic, and by the service's clock. */
  #closed: { readonly at: number; readonly serviceAt: number } | undefined;
  #hurried = false;
  #trouble: ErrorView | undefined;
  #wake: (() => void) | undefined;

  constructor(refundKey: string, sentBefore: boolean, context: RefundFollowerContext) {
    this.refundKey = refundKey;
    this.#sentBefore = sentBefore;
    this.#context = context;
    this.#dueAt = context.clock.monotonic();
  }

  /** What keeps it from the service right now, and until when the service asked to wait. */
  get live(): RefundLive {
    const { clock } = this.#context;
    const wait = Math.max(this.#notBefore, this.#noSendBefore) - clock.monotonic();
    return {
      ...(this.#trouble === undefined ? {} : { trouble: this.#trouble }),
      ...(wait <= 0 ? {} : { waitsUntil: Math.round(clock.now() + wait) }),
    };
  }

  async run(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const refund = this.#context.journal.refund(this.refundKey);
      if (refund === undefined || this.#isDone(refund)) return;
      const step = this.#step(refund);
      const wait = this.#dueAtOf(step, refund) - this.#context.clock.monotonic();
      if (wait > 0) await this.#pause(wait);
      else await this.#take(step, refund);
    }
  }

  /** The network is back. A link that comes and goes hurries a refund once, not each time. */
  networkReturned(): void {
    if (this.#hurried) return;
    this.#hurried = true;
    this.#begin();
  }

  /** A manager has decided: the record says what. */
  decided(): void {
    this.#refused = false;
    this.#looks = 0;
    this.#nextLookAt = 0;
    this.#begin();
  }

  close(): void {
    this.#closing.abort(new TillError('refund.closed', 'The till is closing.', { acted: 'maybe', retryable: true }));
    this.#wake?.();
  }

  #begin(): void {
    this.#round = 0;
    this.#dueAt = this.#context.clock.monotonic();
    this.#wake?.();
  }

  #isDone({ stage }: RefundRecord): boolean {
    if (stage !== 'not-made') return isRefundEnd(stage);
    const { clock } = this.#context;
    this.#closed ??= { at: clock.monotonic(), serviceAt: this.#serviceNow() };
    return clock.monotonic() - this.#closed.at > WATCH_MS;
  }

  #serviceNow(): number {
    const { clock, skewMs } = this.#context;
    return clock.now() + (skewMs() ?? 0);
  }

  #step(refund: RefundRecord): RefundRequest {
    const { clock, keyLastsMs, skewMs } = this.#context;
    const sendingHelps = !this.#refused && this.#round < PATIENCE && !this.#isPutOff(refund);
    // Between two look-ups the key is sent on: what refused it may be gone, and the answer would be the proof.
    const doubtful = !sendingHelps && clock.monotonic() >= this.#nextLookAt;
    const timeUnknown = this.#sentBefore && !this.#timeAsked && skewMs() === undefined;
    return nextRequest(refund, { now: this.#serviceNow(), timeUnknown, keyLastsMs, byKey: this.#byKey, doubtful });
  }

  /** It may have been made, and the service wants to be left alone for long with the repeat that would show it. */
  #isPutOff({ maybeActed }: RefundRecord): boolean {
    return maybeActed && this.#noSendBefore - this.#context.clock.monotonic() > LAST_MS;
  }

  /** When to take the step (monotonic): a wish to send nothing holds up no look-up. */
  #dueAtOf(step: RefundRequest, refund: RefundRecord): number {
    if (step === 'look-up') return Math.max(this.#dueAt, this.#nextLookAt);
    const due = Math.max(this.#dueAt, this.#notBefore);
    if (step !== 'send') return due;
    const sendAt = Math.max(due, this.#noSendBefore);
    return this.#isPutOff(refund) ? Math.min(sendAt, Math.max(due, this.#nextLookAt)) : sendAt;
  }

  async #take(step: RefundRequest, refund: RefundRecord): Promise<void> {
    const { changed, tried } = this.#context;
    try {
      // What it was asked for follows at once.
      if (step === 'ask-time') return await this.#askTime();
      if (step === 'look-up') await this.#lookUp(refund);
      else this.#answered(step, refund, await this.#ask(step, refund));
    } catch (thrown) {
      this.#failed(step, refund, toTillError(thrown));
    }
    this.#later();
    tried(this.refundKey);
    changed();
  }

  #ask(step: 'send' | 'read', refund: RefundRecord): Promise<Refund> {
    const { service } = this.#context;
    const { signal } = this.#closing;
    return step === 'read' && refund.refundId !== undefined
      ? service.readRefund(refund.paymentId, refund.refundId, { signal })
      : service.createRefund(refund.paymentId, refund.body, refund.refundKey, { signal });
  }

  /** Any answer shows what time it is at the service. Rejects where nothing answered. */
  async #askTime(): Promise<void> {
    try {
      await this.#context.service.searchPage({}, 0, 1, { signal: this.#closing.signal });
    } catch (thrown) {
      if (toTillError(thrown).status === undefined) throw thrown;
    }
    this.#timeAsked = true;
  }

  #answered(step: 'send' | 'read', refund: RefundRecord, answer: Refund): void {
    const { journal, log } = this.#context;
    this.#hurried = false;
    const others = journal.refundsOf(refund.saleId).filter(({ refundKey }) => refundKey !== this.refundKey);
    if (isAboutAnotherRefund(refund, answer, others)) {
      log.warn('refund.other-refund', { refundKey: refund.refundKey, refundId: answer.refundId });
      const error = new TillError('refund.other-refund', 'The service answered about another refund.', {
        acted: 'maybe',
      });
      this.#failed(step, refund, error);
      return;
    }
    this.#trouble = undefined;
    this.#refused = false;
    // The id is proven: only reading shows how far it has come, a creation is PENDING each time it is asked again.
    if (answer.verified) this.#byKey = false;
    const fact = eventOfAnswer(refund, answer);
    if (fact === undefined) return;
    this.#round = 0;
    journal.keep(fact);
  }

  async #lookUp(refund: RefundRecord): Promise<void> {
    const { journal, tell } = this.#context;
    const { refundKey, saleId } = refund;
    const until = this.#closed && this.#closed.serviceAt + ARRIVES_WITHIN_MS;
    const found = await lookUp(this.#context, refund, { signal: this.#closing.signal, until });
    this.#hurried = false;
    this.#trouble = undefined;
    // A manager may have closed it meanwhile: what the service tells is true all the same.
    const wasClosed = journal.refund(refundKey)?.stage === 'not-made';
    if ('doubt' in found) return this.#doubt(refund, found.doubt);
    // What the list has may be a newer refund's that has no answer yet.
    if (wasClosed && this.#isAnotherInDoubt(refund)) return this.#doubt(refund, 'several');
    this.#byKey = false;
    this.#round = 0;
    const { refundId } = found;
    journal.keep({ type: 'refund.answered', refundKey, refundId, status: 'LISTED', stage: 'pending', via: 'list' });
    if (wasClosed) tell(madeAfterAllNotice(refund, journal.sale(saleId)?.reference ?? ''));
  }

  #isAnotherInDoubt({ saleId }: RefundRecord): boolean {
    const refunds = this.#context.journal.refundsOf(saleId);
    return refunds.some((other) => other.refundKey !== this.refundKey && isInDoubt(other));
  }

  #failed(step: RefundRequest, refund: RefundRecord, error: TillError): void {
    const { clock, journal } = this.#context;
    this.#trouble = shownRefundError(error);
    const waitUntil = clock.monotonic() + (error.retryAfterMs ?? 0);
    if (step === 'look-up') {
      // Credentials that are wrong for now keep the list closed for now; whatever else refuses it does so again.
      if (!error.retryable && error.code !== 'auth.key') this.#doubt(refund, 'refused');
      else this.#nextLookAt = Math.max(waitUntil, clock.monotonic() + LOOK_FIRST_MS);
      return;
    }
    if (step === 'send') this.#noSendBefore = waitUntil;
    else this.#notBefore = waitUntil;
    if (step === 'ask-time') return;
    // A read that fails says nothing about the refund; but an id that came in an answer which did not verify, and that
    // the service does not know, is nobody's. The key finds the refund again.
    if (step === 'read') {
      this.#byKey = refund.stage === 'unconfirmed' && error.status === 404;
      return;
    }
    this.#refused = !error.retryable;
    const fact = eventOfFailure(refund, error, this.#sentBefore);
    if (fact !== undefined) journal.keep(fact);
  }

  /** One more look-up that did not settle it. The list may lag: only a second one, some time later, is for a manager. */
  #doubt(refund: RefundRecord, why: RefundDoubt): void {
    const { clock, journal, random } = this.#context;
    const now = clock.monotonic();
    const pause = Math.min(LOOK_FIRST_MS * 2 ** Math.min(this.#looks, 6), LOOK_LAST_MS);
    this.#nextLookAt = now + pause * (1 + JITTER * random.next());
    // As long as sending may still help, there is nothing to decide.
    if (!this.#refused && this.#step(refund) === 'send') return;
    this.#looks += 1;
    if (this.#looks < LOOKS || this.#isOver() || refund.unsettled === why) return;
    journal.keep({ type: 'refund.unsettled', refundKey: this.refundKey, why });
  }

  /** A manager may have closed it while the service was asked. */
  #isOver(): boolean {
    const refund = this.#context.journal.refund(this.refundKey);
    return refund === undefined || isRefundEnd(refund.stage);
  }

  #later(): void {
    const { clock, random } = this.#context;
    const pause = Math.min(FIRST_MS * 2 ** Math.min(this.#round, 6), LAST_MS);
    this.#round += 1;
    this.#dueAt = clock.monotonic() + pause * (1 - JITTER + 2 * JITTER * random.next());
  }

  async #pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const cancel = this.#context.clock.after(Math.ceil(ms), resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
    this.#wake = undefined;
  }
}
