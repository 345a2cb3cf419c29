import type { Clock, Random } from '../base/clock.ts';
import { isEnd, type SaleRecord } from '../journal/sale-record.ts';
import { BACKGROUND_STEPS, Backoff, READ_STEPS } from './backoff.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** How a sale is followed: the one on the screen closely, the others so that a thousand of them harm nobody. */
export type Attention = 'screen' | 'background';

/**
 * Between two reads of a sale on the screen, ms: quicker once the customer is busy, slower when nothing happens. The
 * limiter keeps them below one a second on average.
 */
const WAITING_MS = 1_050;
const SCANNED_MS = 450;
const AUTHORISED_MS = 400;
const DULL_MS = 2_500;
const DULL_AFTER_MS = 180_000;
const UNKNOWN_MS = 2_300;
const AFTER_EXPIRY_MS = 1_500;
const EXPIRY_MARGIN_MS = 150;
const BACKGROUND_MS = 5_000;
const BACKGROUND_MAX_MS = 30_000;
/** Writes and presses may have used up what the paced reads have; the truth is not to wait longer than this for them. */
const NEVER_LATER_MS = 2_000;
const JITTER = 0.1;

/** An ended sale is read this long after its end: what was authorised at the last moment succeeds after it. */
export const WATCH_MS: readonly number[] = [2_000, 10_000, 30_000, 60_000];

/**
 * When to ask the service about one sale. It paces on the monotonic clock, so that a wall clock that jumps neither
 * floods the service nor starves the sale.
 */
export class PollSchedule {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #limiter: RateLimiter;
  readonly #backoff: Backoff;
  #lastAt: number;
  #changedAt: number;
  #isUrgent = false;
  #quiet = 0;
  #jitter: number;

  constructor(clock: Clock, random: Random, limiter: RateLimiter) {
    this.#clock = clock;
    this.#random = random;
    this.#limiter = limiter;
    this.#backoff = new Backoff(clock, random);
    this.#lastAt = clock.monotonic();
    this.#changedAt = this.#lastAt;
    this.#jitter = this.#draw();
  }

  /** ms until the next read about `sale` is due. `expiresIn` is the time left, where it is known. */
  dueIn(sale: SaleRecord, attention: Attention, expiresIn: number | undefined, endedFor: number): number {
    if (this.#isUrgent) return this.#limiter.waitFor('urgent');
    const wanted = this.#wanted(sale, attention, expiresIn, endedFor);
    const paced = Math.min(
      Math.max(wanted, this.#limiter.waitFor('paced')),
      Math.max(wanted, this.#sinceLast() + NEVER_LATER_MS, this.#limiter.waitFor('urgent')),
    );
    const isCovered = expiresIn === undefined || this.#lastAt >= this.#clock.monotonic() + expiresIn;
    if (isCovered || isEnd(sale.stage) || attention === 'background' || this.failures > 0) return paced;
    // The first read after expiry does not wait for its turn.
    return Math.min(paced, Math.max(expiresIn + EXPIRY_MARGIN_MS, this.#limiter.waitFor('urgent')));
  }

  get failures(): number {
    return this.#backoff.failures;
  }

  /** One read is due at once, unless the service asked to wait or has been asked too often. */
  readNow(): void {
    this.#isUrgent = true;
  }

  /** The network is back. Whether that is news to this sale. */
  forgive(): boolean {
    if (!this.#backoff.forgive()) return false;
    this.#isUrgent = true;
    return true;
  }

  /** A read goes out. */
  asking(): void {
    this.#isUrgent = false;
    this.#quiet += 1;
    this.#lastAt = this.#clock.monotonic();
    this.#jitter = this.#draw();
  }

  answered(changed: boolean): void {
    this.#backoff.succeeded();
    if (!changed) return;
    this.#quiet = 0;
    this.#changedAt = this.#clock.monotonic();
  }

  failed(): void {
    this.#backoff.failed();
  }

  #wanted(sale: SaleRecord, attention: Attention, expiresIn: number | undefined, endedFor: number): number {
    const sinceLast = this.#sinceLast();
    if (this.failures > 0) return this.#backoff.waitFor(attention === 'screen' ? READ_STEPS : BACKGROUND_STEPS);
    if (isEnd(sale.stage)) return watchIn(endedFor, this.#quiet, sinceLast);
    if (attention === 'background')
      return sinceLast + Math.min(BACKGROUND_MS * 2 ** Math.min(this.#quiet, 3), BACKGROUND_MAX_MS);
    return sinceLast + this.#interval(sale, expiresIn) * this.#jitter;
  }

  /** ms, below zero: how long ago the last read went out. */
  #sinceLast(): number {
    return this.#lastAt - this.#clock.monotonic();
  }

  #interval(sale: SaleRecord, expiresIn: number | undefined): number {
    if (expiresIn !== undefined && expiresIn <= 0) return AFTER_EXPIRY_MS;
    if (this.#clock.monotonic() - this.#changedAt > DULL_AFTER_MS) return DULL_MS;
    if (sale.stage === 'scanned') return SCANNED_MS;
    if (sale.stage === 'authorised') return AUTHORISED_MS;
    return sale.stage === 'unknown' ? UNKNOWN_MS : WAITING_MS;
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
