/** A calendar day, `yyyy-MM-dd`: local for the shop, UTC for the service. */
export type Day = string;

/** ms since the epoch; `to` is exclusive. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export const DAY_MS = 24 * 60 * 60 * 1000;

export function utcDayOf(at: number): Day {
  return new Date(at).toISOString().slice(0, 10);
}

export function utcStartOf(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`);
}

export function dayAfter(day: Day, count: number): Day {
  return utcDayOf(utcStartOf(day) + count * DAY_MS);
}

/** UTC days, split for requests of at most 30 days between first and last (docs/service.md, Limits). */
export function daysToAsk(from: number, to: number): readonly { readonly from: Day; readonly to: Day }[] {
  const last = utcStartOf(utcDayOf(to));
  const pieces: { readonly from: Day; readonly to: Day }[] = [];
  for (let start = utcStartOf(utcDayOf(from)); start <= last; start += (MOST_DAYS_APART + 1) * DAY_MS)
    pieces.push({ from: utcDayOf(start), to: utcDayOf(Math.min(start + MOST_DAYS_APART * DAY_MS, last)) });
  return pieces;
}

const MOST_DAYS_APART = 30;

/**
 * Returns the provider's day, in Central European time. A payout's day closes at 00:00 there unless its profile has
 * another closing time (docs/service.md, Reconciliation API). The provider's day begins one or two hours before the
 * same day in UTC.
 */
export function providerDayOf(at: number): Day {
  return providerDays().dayOf(at);
}

/** The service lists a payment from 09:00 of the next day. ms since the epoch. */
export function listedFrom(at: number): number {
  // The clock changes at night, so a day always has fifteen hours after 09:00.
  return providerDays().stretchOf(dayAfter(providerDayOf(at), 1)).to - 15 * HOUR_MS;
}

/** Both possible days of a payment in the service's lists: the provider's day, and the UTC day of its timestamp. */
export function listDaysOf(at: number): readonly Day[] {
  return [...new Set([utcDayOf(at), providerDayOf(at)])];
}

export function weekOf(day: Day): readonly Day[] {
  const sinceMonday = (new Date(utcStartOf(day)).getUTCDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, index) => dayAfter(day, index - sinceMonday));
}

/** `2026-11-22-1402` in the machine's time zone, for file names. */
export function stampAt(at: number): string {
  // The Swedish locale formats a time like ISO 8601.
  return new Date(at).toLocaleString('sv-SE').slice(0, 16).replace(' ', '-').replace(':', '');
}

/** Days in the shop's time zone. A day has 23 or 25 hours when the clock is put forward or back. */
interface LocalDays {
  dayOf(at: number): Day;
  /** The whole day; empty for a day that the time zone has skipped. */
  stretchOf(day: Day): Stretch;
  /** The elapsed hours of a day: an hour that the clock shows twice is listed twice. */
  hoursOf(day: Day): readonly Stretch[];
}

const HOUR_MS = 3_600_000;
/** No time zone is further from UTC. */
const FURTHEST_MS = 15 * HOUR_MS;

/** @param timeZone Default: the system's time zone. */
export function localDays(timeZone?: string): LocalDays {
  const format = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone } as const;
  // The Swedish locale formats a day like ISO 8601.
  const days = new Intl.DateTimeFormat('sv-SE', format);
  const dayOf = (at: number) => days.format(at);

  /** Days increase with time, so a binary search finds the first ms of a day. */
  function startOf(day: Day): number {
    const utc = utcStartOf(day);
    let before = utc - FURTHEST_MS;
    let from = utc + FURTHEST_MS;
    while (from - before > 1) {
      const middle = Math.floor((before + from) / 2);
      if (dayOf(middle) < day) before = middle;
      else from = middle;
    }
    return from;
  }

  function stretchOf(day: Day): Stretch {
    return { from: startOf(day), to: startOf(dayAfter(day, 1)) };
  }

  return {
    dayOf,
    stretchOf,
    hoursOf(day) {
      const { from, to } = stretchOf(day);
      const count = Math.ceil((to - from) / HOUR_MS);
      return Array.from({ length: count }, (_, hour) => ({
        from: from + hour * HOUR_MS,
        to: Math.min(from + (hour + 1) * HOUR_MS, to),
      }));
    },
  };
}

let ofProvider: LocalDays | undefined;

function providerDays(): LocalDays {
  ofProvider ??= localDays('Europe/Brussels');
  return ofProvider;
}
