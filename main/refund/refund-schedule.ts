import type { Clock, Random } from '../base/clock.ts';
import type { TillError } from '../base/till-error.ts';
import { begunAt, type RefundRecord } from '../domain/refund-record.ts';
import { Backoff, type Steps, stepAfter } from '../following/backoff.ts';

/** Request about a refund. `ask-time`: any request whose response shows the service's time. */
export type RefundCall = 'send' | 'read' | 'look-up' | 'ask-time';

export interface Circumstances {
  /** Now by the service's clock, as far as known, ms since the epoch. */
  readonly now: number;
  /** An earlier process sent the refund, and no response has shown the service's time: the clock may have been set. */
  readonly isTimeUnknown: boolean;
  /** Time for which the service is trusted to remember a key, ms. */
  readonly keyLastsMs: number;
  /** The refund's id is proven wrong: the refund is requested by its key. */
  readonly byKey: boolean;
  /** Sending alone does not help, and the next look-up is due. */
  readonly isLookUpDue: boolean;
}

/**
 * Returns the next request. A refund is read by its id, or sent under its key for as long as the service remembers the
 * key: an older key could make the refund twice. Nothing is sent while a manager has to decide, or while the age of the
 * key is unknown. Pure.
 */
export function nextCall(refund: RefundRecord, circumstances: Circumstances): RefundCall {
  const { now, isTimeUnknown, keyLastsMs, byKey, isLookUpDue } = circumstances;
  if (refund.stage === 'not-made') return 'look-up';
  if (refund.refundId !== undefined && !byKey) return 'read';
  if (isTimeUnknown) return 'ask-time';
  if (refund.unsettled !== undefined || isLookUpDue) return 'look-up';
  const keyAgeMs = Math.abs(now - (refund.sentAgainAt ?? begunAt(refund)));
  return keyAgeMs > keyLastsMs ? 'look-up' : 'send';
}

/** Time for which the service is trusted to remember the key of a refund, ms. */
export const KEY_LASTS_MS = 24 * 60 * 60 * 1000;
/** Undecided look-ups before a manager is asked to decide. */
const LOOK_UPS = 2;
/** Requests in a row without a response before the list may know more. */
const SENDS_BEFORE_LOOK_UP = 4;
/** Delays between requests about a refund, ms. */
const STEPS: Steps = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
/** A refund known to the service may stay pending for days. */
const READ_STEPS: Steps = [...STEPS, 60_000, 120_000, 300_000];
/** Longest `Retry-After` of a send that the till waits for, if a look-up may find out more, ms. */
const LONG_WAIT_MS = 30_000;
/** Delays between look-ups in the service's list, ms: the list may lag. */
const LOOK_UP_STEPS: Steps = [60_000, 120_000, 240_000, 480_000, 960_000, 1_800_000];
const LOOK_UP_JITTER = 0.1;
/** Watch of a refund that a manager closed as not made, ms: the list may lag by a day and a night. */
export const WATCH_MS = 48 * 60 * 60_000;

/** Times of the requests about a refund, on the monotonic clock. */
export class RefundSchedule {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #backoff: Backoff;
  /** Ends of the waits requested by the service: for all requests, and for sends. */
  #notBefore = 0;
  #noSendBefore = 0;
  #nextLookUpAt = 0;
  #openLookUps = 0;

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
    this.#backoff = new Backoff(clock, random);
  }

  /** Returns the ms until the request may be sent. */
  waitFor(call: RefundCall, refund: Pick<RefundRecord, 'maybeActed'>): number {
    const wait = this.#backoff.waitFor(call === 'read' ? READ_STEPS : STEPS);
    if (call === 'look-up') return Math.max(wait, this.#until(this.#nextLookUpAt));
    const held = Math.max(wait, this.#until(this.#notBefore));
    if (call !== 'send') return held;
    const send = Math.max(held, this.#until(this.#noSendBefore));
    // A look-up may be sent before a delayed send.
    return this.#isSendPutOff(refund) ? Math.min(send, Math.max(held, this.#until(this.#nextLookUpAt))) : send;
  }

  /** Returns true if a send that may have acted was delayed for long: a look-up may find out more. */
  #isSendPutOff({ maybeActed }: Pick<RefundRecord, 'maybeActed'>): boolean {
    return maybeActed && this.#until(this.#noSendBefore) > LONG_WAIT_MS;
  }

  /** ms for which a `Retry-After` still delays requests. */
  get heldForMs(): number {
    return Math.max(0, this.#until(this.#notBefore), this.#until(this.#noSendBefore));
  }

  /** Returns true if another send may help: few failures, and no long delay. */
  maySendHelp(refund: Pick<RefundRecord, 'maybeActed'>): boolean {
    return this.#backoff.failures < SENDS_BEFORE_LOOK_UP && !this.#isSendPutOff(refund);
  }

  get isLookUpDue(): boolean {
    return this.#until(this.#nextLookUpAt) <= 0;
  }

  tried(): void {
    this.#backoff.failed();
  }

  /** Makes the next request due at once, or a second after the request under way. */
  hurry(): void {
    this.#backoff.succeeded();
  }

  obeyRetryAfter(call: RefundCall, { retryAfterMs = 0 }: TillError): void {
    const now = this.#clock.monotonic();
    const until = now + retryAfterMs;
    if (call === 'look-up') this.#nextLookUpAt = Math.max(until, now + LOOK_UP_STEPS[0]);
    else if (call === 'send') this.#noSendBefore = until;
    else this.#notBefore = until;
  }

  putOffLookUp(): void {
    const pause = stepAfter(this.#openLookUps + 1, LOOK_UP_STEPS) * (1 + LOOK_UP_JITTER * this.#random.next());
    this.#nextLookUpAt = this.#clock.monotonic() + pause;
  }

  /** Counts an undecided look-up. Returns true once a manager has to decide. */
  leftOpen(): boolean {
    this.#openLookUps += 1;
    return this.#openLookUps >= LOOK_UPS;
  }

  forgetLookUps(): void {
    this.#openLookUps = 0;
    this.#nextLookUpAt = 0;
  }

  #until(at: number): number {
    return at - this.#clock.monotonic();
  }
}
