import type { Clock, Random } from '../clock.ts';
import { isEnd, type SaleRecord } from '../journal/sale-record.ts';
import type { TillError } from '../till-error.ts';

/** How a sale is followed: the one on the screen closely, the others so that a thousand of them harm nobody. */
export type Attention = 'screen' | 'background';

/** Between two reads of a sale on the screen, ms: quicker once the customer is busy, slower when nothing happens. */
const WAITING_MS = 1_050;
const SCANNED_MS = 600;
const AUTHORISED_MS = 500;
const DULL_MS = 2_500;
const DULL_AFTER_MS = 180_000;
const UNKNOWN_MS = 2_300;
/** Never more than one read a second on average since the sale was created. */
const AVERAGE_MS = 1_000;
const AFTER_EXPIRY_MS = 1_500;
const EXPIRY_MARGIN_MS = 150;
const BACKGROUND_MS = 5_000;
const BACKGROUND_MAX_MS = 30_000;
const JITTER = 0.1;

/** An ended sale is read this long after its end: what was authorised at the last moment succeeds after it. */
export const WATCH_MS: readonly number[] = [2_000, 10_000, 30_000, 60_000];

const BACKOFF_FIRST_MS = 1_000;
const BACKOFF_MAX_MS = 15_000;

/** A press of the button is answered at once or not at all: waiting longer than this for the service's leave is neither. */
const PATIENCE_MS = 3_000;

/**
 * When to ask the service about one sale. It paces on the monotonic clock, so that a wall clock that jumps neither
 * floods the service nor starves the sale.
 */
export class Poller {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #begun: number;
  #reads = 0;
  #lastAt: number;
  #changedAt: number;
  #failures = 0;
  #failedAt = 0;
  /** The service asked not to be asked before this. */
  #notBefore = 0;
  #urged = false;
  #quiet = 0;
  #jitter: number;

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
    this.#begun = clock.monotonic();
    this.#lastAt = this.#begun;
    this.#changedAt = this.#begun;
    this.#jitter = this.#draw();
  }

  /** ms until the next request about `sale` is due. `expiresIn` is the time left, where it is known. */
  dueIn(sale: SaleRecord, attention: Attention, expiresIn: number | undefined, endedFor: number): number {
    const now = this.#clock.monotonic();
    return Math.max(this.#wanted(sale, attention, expiresIn, endedFor, now), this.#notBefore - now, 0);
  }

  /** ms that the service's own wish (Retry-After) still holds everything up. */
  get heldFor(): number {
    return Math.max(0, this.#notBefore - this.#clock.monotonic());
  }

  get isPatient(): boolean {
    return this.heldFor > PATIENCE_MS;
  }

  get failures(): number {
    return this.#failures;
  }

  /** The next request is due at once, unless the service asked to wait. */
  urge(): void {
    this.#urged = true;
  }

  /** What failed before says nothing any more: the network is back. */
  forgive(): void {
    if (this.#failures > 0) this.#urged = true;
    this.#failures = 0;
  }

  /** A read goes out. One that a person or an event asked for does not count against the pace of the others. */
  asking(): void {
    if (!this.#urged) this.#reads += 1;
    this.#urged = false;
    this.#quiet += 1;
    this.#lastAt = this.#clock.monotonic();
    this.#jitter = this.#draw();
  }

  answered(changed: boolean): void {
    this.#failures = 0;
    if (!changed) return;
    this.#quiet = 0;
    this.#changedAt = this.#clock.monotonic();
  }

  failed(error: TillError): void {
    this.#failures += 1;
    this.#failedAt = this.#clock.monotonic();
    this.obey(error);
  }

  /** Nothing goes out before the time that the service asked to wait for. */
  obey(error: TillError): void {
    if (error.retryAfterMs !== undefined) this.#notBefore = this.#clock.monotonic() + error.retryAfterMs;
  }

  #wanted(
    sale: SaleRecord,
    attention: Attention,
    expiresIn: number | undefined,
    endedFor: number,
    now: number,
  ): number {
    if (this.#urged) return 0;
    if (this.#failures > 0) return this.#failedAt + this.#backoff(attention) - now;
    if (isEnd(sale.stage)) return watchIn(endedFor, this.#quiet, this.#lastAt - now);
    if (attention === 'background')
      return this.#lastAt + Math.min(BACKGROUND_MS * 2 ** Math.min(this.#quiet, 3), BACKGROUND_MAX_MS) - now;
    const interval = this.#interval(sale, expiresIn, now) * this.#jitter;
    const paced = Math.max(this.#lastAt + interval, this.#begun + (this.#reads + 1) * AVERAGE_MS) - now;
    // The first read after expiry does not wait for its turn.
    const isCovered = expiresIn === undefined || this.#lastAt >= now + expiresIn;
    return isCovered ? paced : Math.min(paced, expiresIn + EXPIRY_MARGIN_MS);
  }

  #interval(sale: SaleRecord, expiresIn: number | undefined, now: number): number {
    if (expiresIn !== undefined && expiresIn <= 0) return AFTER_EXPIRY_MS;
    if (now - this.#changedAt > DULL_AFTER_MS) return DULL_MS;
    if (sale.stage === 'scanned') return SCANNED_MS;
    if (sale.stage === 'authorised') return AUTHORISED_MS;
    return sale.stage === 'unknown' ? UNKNOWN_MS : WAITING_MS;
  }

  #backoff(attention: Attention): number {
    const first = attention === 'screen' ? BACKOFF_FIRST_MS : BACKGROUND_MS;
    return Math.min(first * 2 ** Math.min(this.#failures - 1, 6), Math.max(BACKOFF_MAX_MS, first)) * this.#jitter;
  }

  #draw(): number {
    return 1 - JITTER + 2 * JITTER * this.#random.next();
  }
}

/**
 * ms until an ended sale is looked at again: at the first of the times after its end that no read has covered yet, then
 * every half a minute. One that ended long before this till ever asked, as after a restart, is read at once.
 */
function watchIn(endedFor: number, quiet: number, sinceLast: number): number {
  const covered = endedFor + sinceLast;
  const upcoming = WATCH_MS.find((time) => time > covered);
  if (upcoming !== undefined) return upcoming - endedFor;
  return quiet === 0 ? 0 : sinceLast + BACKGROUND_MAX_MS;
}
