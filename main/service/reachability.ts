import type { Clock } from '../base/clock.ts';
import { CORRECT_UP_TO_MS, corrected, skewAfter } from './clock-skew.ts';
import { httpDate } from './http-date.ts';

export interface Reachability {
  readonly state: 'unknown' | 'online' | 'offline';
  /** ms since the epoch: when this state began. */
  readonly since: number;
  /** The last time at which a request showed whether the service is there, monotonic ms; undefined before. */
  readonly heardAt: number | undefined;
  readonly host: string;
  /** Service's clock minus this machine's, ms; 0 while no response shows more than its own uncertainty. */
  readonly skewMs: number;
  /** `skewMs` where the till goes by it, otherwise 0: by 15 minutes or more, either clock may be the wrong one. */
  believedSkewMs(): number;
  /**
   * `skewMs` where a response has told it and the till goes by it, otherwise undefined: also after this machine slept.
   */
  toldSkewMs(): number | undefined;
  /** A response has told what time it is at the service. */
  readonly timeTold: boolean;
  /** Told, less than 15 minutes apart, and this clock was neither set nor asleep since: `skewMs` holds now. */
  timeKnown(): boolean;
  /** Told, and more than 15 minutes apart, by a clock that went on evenly since. Nothing may be signed then. */
  clockWrong(): boolean;
  /** Calls `listener` after each change of state or skew; returns how to stop. */
  onChange(listener: () => void): () => void;
  /** Now, in the service's clock: corrected for a skew from 2 s up to 15 minutes. ms since the epoch. */
  serviceNow(): number;
}

/** The same, for the client, which reports what it meets. */
export interface ReachabilityFeed extends Reachability {
  /** The service responded, and it was the service. */
  online(): void;
  offline(): void;
  /** A request goes out. The returned function takes the `Date` header of its response. */
  sending(): (date: string | undefined) => void;
}

/** This machine's two clocks at one moment, ms. The monotonic one stands still while the machine sleeps. */
interface Clocks {
  readonly wall: number;
  readonly monotonic: number;
}

/** The two clocks of a machine may come apart so far, ms, before one of them must have jumped. */
const EVEN_WITHIN_MS = 5_000;

/** The service at `baseUrl`; the client and the callback listener share one. */
export function createReachability(baseUrl: string, clock: Clock): ReachabilityFeed {
  const { host } = new URL(baseUrl);
  const listeners = new Set<() => void>();
  let state: Reachability['state'] = 'unknown';
  let since = clock.now();
  let heardAt: number | undefined;
  let skewMs = 0;
  let told: Clocks | undefined;

  const readClocks = (): Clocks => ({ wall: clock.now(), monotonic: clock.monotonic() });
  const isEvenSince = ({ wall, monotonic }: Clocks): boolean =>
    Math.abs(clock.now() - wall - (clock.monotonic() - monotonic)) <= EVEN_WITHIN_MS;

  const isTooFar = () => Math.abs(skewMs) > CORRECT_UP_TO_MS;
  const changed = () => {
    for (const listener of [...listeners]) listener();
  };
  const enter = (next: Reachability['state']) => {
    heardAt = clock.monotonic();
    if (state === next) return;
    state = next;
    since = clock.now();
    changed();
  };

  return {
    get state() {
      return state;
    },
    get since() {
      return since;
    },
    get heardAt() {
      return heardAt;
    },
    host,
    get skewMs() {
      return skewMs;
    },
    believedSkewMs: () => (isTooFar() ? 0 : skewMs),
    toldSkewMs: () => (told === undefined || isTooFar() ? undefined : skewMs),
    get timeTold() {
      return told !== undefined;
    },
    timeKnown: () => told !== undefined && isEvenSince(told) && !isTooFar(),
    clockWrong: () => told !== undefined && isEvenSince(told) && isTooFar(),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    serviceNow: () => corrected(clock.now(), skewMs),
    online: () => enter('online'),
    offline: () => enter('offline'),
    sending() {
      const sent = readClocks();
      return (date) => {
        // Sent before the machine slept and read after it, the response tells a time that is long past.
        if (httpDate(date) === undefined || !isEvenSince(sent)) return;
        told = readClocks();
        const next = skewAfter(skewMs, date, told.wall, told.monotonic - sent.monotonic);
        if (next === skewMs) return;
        skewMs = next;
        changed();
      };
    },
  };
}
