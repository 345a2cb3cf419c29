import { SKEW_CORRECTED_UP_TO_MS } from '../../preload/contract/limits.ts';
import type { Clock } from '../base/clock.ts';
import { Listeners } from '../base/listeners.ts';
import { corrected, httpDate, skewAfter } from './clock-skew.ts';

/** This machine's two clocks at the same moment, ms. The monotonic clock stops while the machine sleeps. */
interface Clocks {
  readonly wall: number;
  readonly monotonic: number;
}

/** Largest difference between the two clocks, ms. Beyond this, one clock must have jumped. */
const EVEN_WITHIN_MS = 5_000;

/** Errors of responses that came from a proxy before the service, or from a service that is down. */
export const AWAY: ReadonlySet<string> = new Set([
  'answer.unreadable',
  'answer.redirect',
  'answer.status',
  'service.unavailable',
]);

/** Shared by the client and the callback listener. Skew: the service's clock minus this machine's, ms. */
export class Reachability {
  readonly host: string;
  readonly #clock: Clock;
  readonly #listeners = new Listeners();
  #state: 'unknown' | 'online' | 'offline' = 'unknown';
  #since: number;
  #heardAt: number | undefined;
  #skewMs = 0;
  #measuredAt: Clocks | undefined;
  readonly onChange = this.#listeners.add;

  constructor(baseUrl: string, clock: Clock) {
    this.host = new URL(baseUrl).host;
    this.#clock = clock;
    this.#since = clock.now();
  }

  get state(): 'unknown' | 'online' | 'offline' {
    return this.#state;
  }

  /** Beginning of the current state, ms since the epoch. */
  get since(): number {
    return this.#since;
  }

  /** Time of the last request that showed the service's state, monotonic ms; undefined before the first. */
  get heardAt(): number | undefined {
    return this.#heardAt;
  }

  /** 0 while no response shows a skew above its own uncertainty. */
  get skewMs(): number {
    return this.#skewMs;
  }

  get timeReceived(): boolean {
    return this.#measuredAt !== undefined;
  }

  /** `skewMs`, or 0 beyond 15 minutes: then either clock may be wrong. */
  readonly believedSkewMs = (): number => (this.#isTooFar ? 0 : this.#skewMs);

  /** Undefined before the first response, and beyond 15 minutes. Still defined after the machine slept. */
  readonly measuredSkewMs = (): number | undefined =>
    this.#measuredAt === undefined || this.#isTooFar ? undefined : this.#skewMs;

  /** At most 15 minutes, and this machine's clock was not set or asleep since the last response. */
  readonly timeKnown = (): boolean =>
    this.#measuredAt !== undefined && this.#isEvenSince(this.#measuredAt) && !this.#isTooFar;

  /** Beyond 15 minutes, if this machine's clock ran evenly since the last response. The till then signs nothing. */
  readonly clockWrong = (): boolean =>
    this.#measuredAt !== undefined && this.#isEvenSince(this.#measuredAt) && this.#isTooFar;

  /** Now in the service's clock, ms since the epoch: corrected for a skew from 2 s to 15 minutes. */
  readonly serviceNow = (): number => corrected(this.#clock.now(), this.#skewMs);

  /** Called after a response from the service itself, not from a proxy. */
  online(): void {
    this.#enter('online');
  }

  offline(): void {
    this.#enter('offline');
  }

  /** Called before a request is sent. The returned function takes the `Date` header of its response. */
  sending(): (date: string | undefined) => void {
    const sent = this.#readClocks();
    return (date) => {
      // After a sleep between request and response, the response's time is long past.
      if (httpDate(date) === undefined || !this.#isEvenSince(sent)) return;
      this.#measuredAt = this.#readClocks();
      const next = skewAfter(this.#skewMs, date, this.#measuredAt.wall, this.#measuredAt.monotonic - sent.monotonic);
      if (next === this.#skewMs) return;
      this.#skewMs = next;
      this.#listeners.notify();
    };
  }

  #enter(next: 'online' | 'offline'): void {
    this.#heardAt = this.#clock.monotonic();
    if (this.#state === next) return;
    this.#state = next;
    this.#since = this.#clock.now();
    this.#listeners.notify();
  }

  #readClocks(): Clocks {
    return { wall: this.#clock.now(), monotonic: this.#clock.monotonic() };
  }

  #isEvenSince({ wall, monotonic }: Clocks): boolean {
    const now = this.#readClocks();
    return Math.abs(now.wall - wall - (now.monotonic - monotonic)) <= EVEN_WITHIN_MS;
  }

  get #isTooFar(): boolean {
    return Math.abs(this.#skewMs) > SKEW_CORRECTED_UP_TO_MS;
  }
}
