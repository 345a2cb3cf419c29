import { POLL_PAUSES } from '../../preload/contract/settings-table.ts';
import type { Clock, Random } from '../base/clock.ts';
import { hasEnded, isEnd, type SaleRecord } from '../domain/sale-record.ts';
import { Backoff, jitter, type Steps, stepAfter } from '../following/backoff.ts';
import { type RequestKind, requestsOfRead, type SaleBudget } from './sale-budget.ts';

/** Pace of reads: often on the screen, rarely for others, so that a thousand open sales do not flood the service. */
export type Attention = 'screen' | 'background';

/** Delays between reads on the screen, ms. The sale's budget limits the average to less than a read a second. */
const WAITING_MS = 1_050;
const SCANNED_MS = 450;
const AUTHORISED_MS = 400;
const QUIET_AFTER_MS = 180_000;
const UNKNOWN_MS = 2_300;
const AFTER_EXPIRY_MS = 1_500;
const EXPIRY_MARGIN_MS = 150;
/** The first repeat of a read is quick, so that a lost response costs little time. */
const FAILED_STEPS: Steps = [350, 1_000, 2_000, 4_000, 8_000, 15_000];
/** Delays after failures of a sale in the background, ms. */
export const BACKGROUND_STEPS: Steps = [5_000, 10_000, 15_000];
/** Delays between reads in the background, longer after each read without a change. */
const UNCHANGED_STEPS: Steps = [5_000, 10_000, 20_000, 30_000];
const WATCH_APART_MS = 30_000;
/** Longest delay of a read after writes and clicks have used up the sale's budget, ms. */
const AT_LATEST_MS = 2_000;
/** Least time between reads brought forward by `readSooner`, ms: forged callbacks must not use up the sale's budget. */
const SOONER_APART_MS = 5_000;

/** Times of reads after the end of a sale: a payment authorised at the last moment succeeds later. */
const WATCH_MS: readonly number[] = [2_000, 10_000, 30_000, 60_000];
/** Shortest and longest watch after the end of a sale, and its watch beyond the payment's expiry, ms. */
const SHORTEST_WATCH_MS = 60_000;
const LONGEST_WATCH_MS = 24 * 60 * 60 * 1000;
const WATCH_AFTER_EXPIRY_MS = 60_000;

/** Shortest and longest delay between reads of the sale on the screen, ms; the longest applies when nothing changes. */
export interface PollPauses {
  readonly shortestMs: number;
  readonly longestMs: number;
}

export type Said = 'news' | 'nothing-new';

/** Time since the end of the sale, and length of its watch, ms. */
export interface Watch {
  readonly endedFor: number;
  readonly until: number;
}

/** Times of a sale's reads, on the monotonic clock: a jump of the wall clock must not change the pace. */
export class PollSchedule {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #budget: SaleBudget;
  readonly #backoff: Backoff;
  readonly #pauses: PollPauses;
  #lastAt: number;
  #changedAt: number;
  #due: 'paced' | 'urgent' | 'asked' = 'paced';
  #soonerAt = Number.NEGATIVE_INFINITY;
  #unchangedReads = 0;
  #jitter: number;

  constructor(clock: Clock, random: Random, budget: SaleBudget, pauses: PollPauses = POLL_PAUSES) {
    this.#clock = clock;
    this.#random = random;
    this.#budget = budget;
    this.#pauses = pauses;
    this.#backoff = new Backoff(clock, random);
    this.#lastAt = clock.monotonic();
    this.#changedAt = this.#lastAt;
    this.#jitter = jitter(this.#random);
  }

  /** Returns the ms until the next read of `sale` is due. `expiresIn`: ms until expiry, if known. */
  dueIn(sale: SaleRecord, attention: Attention, expiresIn: number | undefined, watch: Watch): number {
    const allowedIn = (kind: RequestKind) => this.#budget.waitFor(kind, requestsOfRead(sale));
    if (this.#due !== 'paced') return allowedIn(this.#due);
    const wanted = this.#wanted(sale, attention, expiresIn, watch);
    const paced = Math.min(
      Math.max(wanted, allowedIn('paced')),
      Math.max(wanted, this.#sinceLast() + AT_LATEST_MS, allowedIn('urgent')),
    );
    const isCovered = expiresIn === undefined || this.#lastAt >= this.#clock.monotonic() + expiresIn;
    if (isCovered || isEnd(sale.stage) || attention === 'background' || this.failures > 0) return paced;
    // The first read after expiry is not paced: it finds out how the sale ended.
    return Math.min(paced, Math.max(expiresIn + EXPIRY_MARGIN_MS, allowedIn('urgent')));
  }

  get failures(): number {
    return this.#backoff.failures;
  }

  /** Makes a read due at once. `asked`: by a click, which no `Retry-After` delays. */
  readNow(kind: 'urgent' | 'asked' = 'urgent'): void {
    if (this.#due !== 'asked') this.#due = kind;
  }

  /** True if the next read belongs to a click. */
  get isAsked(): boolean {
    return this.#due === 'asked';
  }

  readSooner(): void {
    const now = this.#clock.monotonic();
    if (now - this.#soonerAt < SOONER_APART_MS) return;
    this.#soonerAt = now;
    this.readNow();
  }

  /** Handles the return of the network. Returns false if no read had failed, or just after another return. */
  forgive(): boolean {
    if (!this.#backoff.forgive()) return false;
    this.readNow();
    return true;
  }

  sent(): void {
    this.#due = 'paced';
    this.#unchangedReads += 1;
    this.#lastAt = this.#clock.monotonic();
    this.#jitter = jitter(this.#random);
  }

  answered(said: Said): void {
    this.#backoff.succeeded();
    if (said === 'nothing-new') return;
    this.#unchangedReads = 0;
    this.#changedAt = this.#clock.monotonic();
  }

  failed(): void {
    this.#backoff.failed();
  }

  #wanted(sale: SaleRecord, attention: Attention, expiresIn: number | undefined, watch: Watch): number {
    const sinceLast = this.#sinceLast();
    if (this.failures > 0) return this.#backoff.waitFor(attention === 'screen' ? FAILED_STEPS : BACKGROUND_STEPS);
    if (isEnd(sale.stage)) return watchIn(watch, this.#unchangedReads, sinceLast);
    if (attention === 'background') return sinceLast + stepAfter(this.#unchangedReads + 1, UNCHANGED_STEPS);
    return sinceLast + this.#interval(sale, expiresIn) * this.#jitter;
  }

  /** Time of the last read relative to now, ms (negative). */
  #sinceLast(): number {
    return this.#lastAt - this.#clock.monotonic();
  }

  #interval(sale: SaleRecord, expiresIn: number | undefined): number {
    const { shortestMs, longestMs } = this.#pauses;
    return Math.min(Math.max(this.#usualInterval(sale, expiresIn), shortestMs), longestMs);
  }

  #usualInterval(sale: SaleRecord, expiresIn: number | undefined): number {
    if (expiresIn !== undefined && expiresIn <= 0) return AFTER_EXPIRY_MS;
    if (this.#clock.monotonic() - this.#changedAt > QUIET_AFTER_MS) return this.#pauses.longestMs;
    if (sale.stage === 'scanned') return SCANNED_MS;
    if (sale.stage === 'authorised') return AUTHORISED_MS;
    return sale.stage === 'unknown' ? UNKNOWN_MS : WAITING_MS;
  }
}

/** Returns the watch's length, ms: until no payment is possible, or a day without a certain expiry (`expiresIn`). */
export function watchedFor(sale: SaleRecord, endedFor: number, expiresIn: number | undefined): number {
  if (!hasEnded(sale) || sale.stage === 'paid') return SHORTEST_WATCH_MS;
  // Another sale with the same typed reference must be distinguished from this sale.
  if (sale.creation !== 'known') return sale.ownReference ? LONGEST_WATCH_MS : SHORTEST_WATCH_MS;
  const left = (expiresIn ?? Number.POSITIVE_INFINITY) + WATCH_AFTER_EXPIRY_MS;
  if (left > LONGEST_WATCH_MS) return LONGEST_WATCH_MS;
  // Never capped: a wall clock that was a day ahead makes `endedFor` a day too long.
  return Math.max(SHORTEST_WATCH_MS, endedFor + left);
}

/**
 * Returns the ms until the next watch read: at the first of `WATCH_MS` without a read, then at doubled times, then
 * every half a minute after the watch. A sale that ended long before its first read is read at once.
 */
function watchIn({ endedFor, until }: Watch, unchangedReads: number, sinceLast: number): number {
  const covered = endedFor + sinceLast;
  const upcoming = WATCH_MS.find((time) => time > covered);
  if (upcoming !== undefined) return upcoming - endedFor;
  if (unchangedReads === 0) return 0;
  if (covered >= until) return sinceLast + WATCH_APART_MS;
  return Math.min(SHORTEST_WATCH_MS * 2 ** Math.ceil(Math.log2((covered + 1) / SHORTEST_WATCH_MS)), until) - endedFor;
}
