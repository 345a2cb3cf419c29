/** Days of the calendar, `yyyy-MM-dd`: the shop's own, and those of UTC by which the service counts. */
export type Day = string;

/** ms since the epoch; `to` is not in it. */
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

/**
 * The UTC days from that of `from` to that of `to` (ms since the epoch), in pieces that one request may ask for
 * (docs/service.md, Limits): their first and last days are at most 30 days apart.
 */
export function daysToAsk(from: number, to: number): readonly { readonly from: Day; readonly to: Day }[] {
  const last = utcStartOf(utcDayOf(to));
  const pieces: { readonly from: Day; readonly to: Day }[] = [];
  for (let start = utcStartOf(utcDayOf(from)); start <= last; start += (MOST_DAYS_APART + 1) * DAY_MS)
    pieces.push({ from: utcDayOf(start), to: utcDayOf(Math.min(start + MOST_DAYS_APART * DAY_MS, last)) });
  return pieces;
}

const MOST_DAYS_APART = 30;

/**
 * The provider's days, in Central European time: a payout's day closes at 00:00 there unless its profile has another
 * closing time (docs/service.md, Reconciliation API). Such a day begins one or two hours before the same day in UTC.
 */
export function providerDayOf(at: number): Day {
  return providerDays().dayOf(at);
}

/** From this moment the service lists what was paid at `at`: 09:00 of the next day. Both in ms since the epoch. */
export function listedFrom(at: number): number {
  // The clock changes at night, so the hours from 09:00 to the end of a day are always fifteen.
  return providerDays().stretchOf(dayAfter(providerDayOf(at), 1)).to - 15 * HOUR_MS;
}

/** Both days that may hold a moment in the service's lists: the provider's own, and the UTC day of its time stamp. */
export function listDaysOf(at: number): readonly Day[] {
  return [...new Set([utcDayOf(at), providerDayOf(at)])];
}

/** From Monday on. */
export function weekOf(day: Day): readonly Day[] {
  const sinceMonday = (new Date(utcStartOf(day)).getUTCDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, index) => dayAfter(day, index - sinceMonday));
}

/** `2026-11-22-1402`, in the machine's time, for the names of files. */
export function stampAt(at: number): string {
  // Swedish writes a moment as ISO 8601 does.
  return new Date(at).toLocaleString('sv-SE').slice(0, 16).replace(' ', '-').replace(':', '');
}

/** The calendar on the shop's wall. A day has 23 or 25 hours where the clock is put forward or back. */
export interface LocalDays {
  dayOf(at: number): Day;
  /** The whole day; empty for one that the place has never had. */
  stretchOf(day: Day): Stretch;
  /** The hours of a day as they pass, so an hour that the clock shows twice is there twice. */
  hoursOf(day: Day): readonly Stretch[];
}

const HOUR_MS = 3_600_000;
/** No place is further from UTC. */
const FURTHEST_MS = 15 * HOUR_MS;

/** @param timeZone The system's where it is absent. */
export function localDays(timeZone?: string): LocalDays {
  const format = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone } as const;
  // Swedish writes a day as ISO 8601 does.
  const days = new Intl.DateTimeFormat('sv-SE', format);
  const dayOf = (at: number) => days.format(at);

  /** Days follow on in time, so the first moment of one can be closed in on. */
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
