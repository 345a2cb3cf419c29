import type { Clock, Random } from '../base/clock.ts';
import type { TillError } from '../base/till-error.ts';
import { begunAt, type RefundRecord } from '../domain/refund-record.ts';
import { Backoff, type Steps, stepAfter } from '../following/backoff.ts';

/** A question about a refund. `ask-time`: anything whose answer shows the service's time. */
export type RefundRequest = 'send' | 'read' | 'look-up' | 'ask-time';

export interface Circumstances {
  /** Now by the service's clock, as far as it is known, ms since the epoch. */
  readonly now: number;
  /** An earlier process sent it, the clock may have been set since, and no answer has told the service's time yet. */
  readonly isTimeUnknown: boolean;
  /** The service is trusted to remember a key for so long, ms. */
  readonly keyLastsMs: number;
  /** The refund's id has proven wrong: it is asked for by its key. */
  readonly byKey: boolean;
  /** Sending alone does not help, and the next look-up is due. */
  readonly isLookUpDue: boolean;
}

/**
 * A refund is read by its id, or sent under its key as long as the service remembers that: an older key could make it
 * twice. While a manager has to decide, or the key's age is not known, nothing is sent. Pure.
 */
export function nextRequest(refund: RefundRecord, circumstances: Circumstances): RefundRequest {
  const { now, isTimeUnknown, keyLastsMs, byKey, isLookUpDue } = circumstances;
  if (refund.stage === 'not-made') return 'look-up';
  if (refund.refundId !== undefined && !byKey) return 'read';
  if (isTimeUnknown) return 'ask-time';
  if (refund.unsettled !== undefined || isLookUpDue) return 'look-up';
  const keyAgeMs = Math.abs(now - (refund.sentAgainAt ?? begunAt(refund)));
  return keyAgeMs > keyLastsMs ? 'look-up' : 'send';
}

/** The service is trusted to remember the key of a refund for so long. */
export const KEY_LASTS_MS = 24 * 60 * 60 * 1000;
/** A manager is asked to decide after so many look-ups that left the refund open. */
const LOOK_UPS = 2;
/** After so many requests in a row without an answer the list may know more. */
const SENDS_BEFORE_LOOK_UP = 4;
/** Between two requests about a refund, ms. */
const STEPS: Steps = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
/** A refund that the service has may stay pending for days. */
const READ_STEPS: Steps = [...STEPS, 60_000, 120_000, 300_000];
/** A send that the service puts off for longer than this, ms, is not waited for where a look-up may tell more. */
const LONG_WAIT_MS = 30_000;
/** Between two look-ups in the service's list, ms: the list may lag behind what the service has done. */
const LOOK_UP_STEPS: Steps = [60_000, 120_000, 240_000, 480_000, 960_000, 1_800_000];
const LOOK_UP_JITTER = 0.1;
/** A refund that a manager has closed as not made is looked for so long: the list may lag by a day and a night. */
export const WATCH_MS = 48 * 60 * 60_000;

/** The times of the requests about one refund, on the monotonic clock. */
export class RefundSchedule {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #backoff: Backoff;
  /** The service asked for no request, or for no send, before this. */
  #notBefore = 0;
  #noSendBefore = 0;
  #nextLookUpAt = 0;
  #openLookUps = 0;

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
    this.#backoff = new Backoff(clock, random);
  }

  /** ms until the request may go out. */
  waitFor(request: RefundRequest, refund: Pick<RefundRecord, 'maybeActed'>): number {
    const wait = this.#backoff.waitFor(request === 'read' ? READ_STEPS : STEPS);
    if (request === 'look-up') return Math.max(wait, this.#until(this.#nextLookUpAt));
    const held = Math.max(wait, this.#until(this.#notBefore));
    if (request !== 'send') return held;
    const send = Math.max(held, this.#until(this.#noSendBefore));
    // A look-up may go out before a send that alone is put off.
    return this.#isSendPutOff(refund) ? Math.min(send, Math.max(held, this.#until(this.#nextLookUpAt))) : send;
  }

  /** The service put the send off for long, and the refund may have been made: a look-up may tell more. */
  #isSendPutOff({ maybeActed }: Pick<RefundRecord, 'maybeActed'>): boolean {
    return maybeActed && this.#until(this.#noSendBefore) > LONG_WAIT_MS;
  }

  /** ms for which the service's `Retry-After` still holds up requests. */
  get heldForMs(): number {
    return Math.max(0, this.#until(this.#notBefore), this.#until(this.#noSendBefore));
  }

  /** Sending it again may still tell: it was not sent in vain too often, and is not put off for long. */
  maySendHelp(refund: Pick<RefundRecord, 'maybeActed'>): boolean {
    return this.#backoff.failures < SENDS_BEFORE_LOOK_UP && !this.#isSendPutOff(refund);
  }

  get isLookUpDue(): boolean {
    return this.#until(this.#nextLookUpAt) <= 0;
  }

  tried(): void {
    this.#backoff.failed();
  }

  /** There is news: the next request is due at once, or a second after the one under way. */
  hurry(): void {
    this.#backoff.succeeded();
  }

  obeyRetryAfter(request: RefundRequest, { retryAfterMs = 0 }: TillError): void {
    const now = this.#clock.monotonic();
    const until = now + retryAfterMs;
    if (request === 'look-up') this.#nextLookUpAt = Math.max(until, now + LOOK_UP_STEPS[0]);
    else if (request === 'send') this.#noSendBefore = until;
    else this.#notBefore = until;
  }

  putOffLookUp(): void {
    const pause = stepAfter(this.#openLookUps + 1, LOOK_UP_STEPS) * (1 + LOOK_UP_JITTER * this.#random.next());
    this.#nextLookUpAt = this.#clock.monotonic() + pause;
  }

  /** A look-up left it open; true once so many did in a row that a manager has to decide. */
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
