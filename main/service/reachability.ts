import type { Clock } from '../base/clock.ts';

/** How it stands between this till and the service, for the screen; and the service's clock, for signing. */
export interface ServiceLink {
  readonly state: 'unknown' | 'online' | 'offline';
  /** ms since the epoch: when this state began. */
  readonly since: number;
  readonly host: string;
  /** Service's clock minus this machine's, ms; 0 while no answer shows more than its own uncertainty. */
  readonly skewMs: number;
  /** An answer has told what time it is at the service. */
  readonly timeTold: boolean;
  /** Calls `listener` after each change of state or skew; returns how to stop. */
  onChange(listener: () => void): () => void;
}

/** The side of the link that the client feeds. */
export interface LinkFeed {
  readonly link: ServiceLink;
  /** Now, in the service's clock: corrected once the skew is past 2 s (design: 6). ms since the epoch. */
  serviceNow(): number;
  /** The service answered, and it was the service. */
  online(): void;
  offline(): void;
  /** An answer's `Date` header, and how long the exchange took (ms). */
  dated(date: string | undefined, tookMs: number): void;
}

/** Below this the clocks agree: `Date` counts whole seconds. */
const CORRECT_FROM_MS = 2_000;

export function createServiceLink(host: string, clock: Clock): LinkFeed {
  const listeners = new Set<() => void>();
  let state: ServiceLink['state'] = 'unknown';
  let since = clock.now();
  let skewMs = 0;
  let timeTold = false;

  const changed = () => {
    for (const listener of [...listeners]) listener();
  };
  const enter = (next: ServiceLink['state']) => {
    if (state === next) return;
    state = next;
    since = clock.now();
    changed();
  };

  return {
    link: {
      get state() {
        return state;
      },
      get since() {
        return since;
      },
      host,
      get skewMs() {
        return skewMs;
      },
      get timeTold() {
        return timeTold;
      },
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    serviceNow: () => clock.now() + (Math.abs(skewMs) > CORRECT_FROM_MS ? skewMs : 0),
    online: () => enter('online'),
    offline: () => enter('offline'),
    dated(date, tookMs) {
      timeTold ||= httpDate(date) !== undefined;
      const next = skewAfter(skewMs, date, clock.now(), tookMs);
      if (next === skewMs) return;
      skewMs = next;
      changed();
    },
  };
}

/**
 * An answer shows the skew only within the time that it took and the second that `Date` cuts off. An estimate within
 * that range stays: so one slow answer does not move a good estimate, and a clock that agrees stays at 0.
 */
function skewAfter(estimate: number, date: string | undefined, now: number, tookMs: number): number {
  const stamped = httpDate(date);
  if (stamped === undefined) return estimate;
  const least = stamped - now;
  const most = stamped + 1_000 - (now - tookMs);
  if (least <= estimate && estimate <= most) return estimate;
  return least <= 0 && most >= 0 ? 0 : Math.round((least + most) / 2);
}

/** An HTTP date (RFC 9110, IMF-fixdate) as ms since the epoch. Other texts that JavaScript would take for a date are none. */
export function httpDate(text: string | undefined): number | undefined {
  if (text === undefined || !/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}
