import { SKEW_CORRECTED_UP_TO_MS } from '../../preload/contract/limits.ts';
import type { Clock } from '../base/clock.ts';
import { Listeners } from '../base/listeners.ts';
import { corrected, httpDate, skewAfter } from './clock-skew.ts';

/** This machine's two clocks at one moment, ms. The monotonic one stands still while the machine sleeps. */
interface Clocks {
  readonly wall: number;
  readonly monotonic: number;
}

/** The two clocks of a machine may come apart so far, ms, before one of them must have jumped. */
const EVEN_WITHIN_MS = 5_000;

/** Errors of responses that came from something before the service, or from a service that is down. */
export const AWAY: ReadonlySet<string> = new Set([
  'answer.unreadable',
  'answer.redirect',
  'answer.status',
  'service.unavailable',
]);

/** The service at `baseUrl`, as the client and the callback listener meet it. Skews: its clock minus this machine's, ms. */
export class Reachability {
  readonly host: string;
  readonly #clock: Clock;
  readonly #listeners = new Listeners();
  #state: 'unknown' | 'online' | 'offline' = 'unknown';
  #since: number;
  #heardAt: number | undefined;
  #skewMs = 0;
  #told: Clocks | undefined;
  /** Calls `listener` after each change of state or skew; returns how to stop. */
  readonly onChange = this.#listeners.add;

  constructor(baseUrl: string, clock: Clock) {
    this.host = new URL(baseUrl).host;
    this.#clock = clock;
    this.#since = clock.now();
  }

  get state(): 'unknown' | 'online' | 'offline' {
    return this.#state;
  }

  /** ms since the epoch: when this state began. */
  get since(): number {
    return this.#since;
  }

  /** The last time at which a request showed whether the service is there, monotonic ms; undefined before. */
  get heardAt(): number | undefined {
    return this.#heardAt;
  }

  /** 0 while no response shows more than its own uncertainty. */
  get skewMs(): number {
    return this.#skewMs;
  }

  /** A response has told what time it is at the service. */
  get timeTold(): boolean {
    return this.#told !== undefined;
  }

  /** `skewMs` where the till goes by it, otherwise 0: by 15 minutes or more, either clock may be the wrong one. */
  readonly believedSkewMs = (): number => (this.#isTooFar ? 0 : this.#skewMs);

  /**
   * `skewMs` where a response has told it and the till goes by it, otherwise undefined: also after this machine slept.
   */
  readonly toldSkewMs = (): number | undefined =>
    this.#told === undefined || this.#isTooFar ? undefined : this.#skewMs;

  /** Told, less than 15 minutes apart, and this clock was neither set nor asleep since: `skewMs` holds now. */
  readonly timeKnown = (): boolean => this.#told !== undefined && this.#isEvenSince(this.#told) && !this.#isTooFar;

  /** Told, and more than 15 minutes apart, by a clock that went on evenly since. Nothing may be signed then. */
  readonly clockWrong = (): boolean => this.#told !== undefined && this.#isEvenSince(this.#told) && this.#isTooFar;

  /** Now, in the service's clock: corrected for a skew from 2 s up to 15 minutes. ms since the epoch. */
  readonly serviceNow = (): number => corrected(this.#clock.now(), this.#skewMs);

  /** The service responded, and it was the service. */
  online(): void {
    this.#enter('online');
  }

  offline(): void {
    this.#enter('offline');
  }

  /** A request goes out. The returned function takes the `Date` header of its response. */
  sending(): (date: string | undefined) => void {
    const sent = this.#readClocks();
    return (date) => {
      // Sent before the machine slept and read after it, the response tells a time that is long past.
      if (httpDate(date) === undefined || !this.#isEvenSince(sent)) return;
      this.#told = this.#readClocks();
      const next = skewAfter(this.#skewMs, date, this.#told.wall, this.#told.monotonic - sent.monotonic);
      if (next === this.#skewMs) return;
      this.#skewMs = next;
      this.#listeners.tell();
    };
  }

  #enter(next: 'online' | 'offline'): void {
    this.#heardAt = this.#clock.monotonic();
    if (this.#state === next) return;
    this.#state = next;
    this.#since = this.#clock.now();
    this.#listeners.tell();
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
