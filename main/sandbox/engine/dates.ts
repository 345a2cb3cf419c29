export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Returns an ISO 8601 date-time in UTC with milliseconds (docs/service.md, What the service does). */
export function dateTime(ms: number): string {
  return new Date(ms).toISOString();
}

export function utcDay(ms: number): string {
  return dateTime(ms).slice(0, 10);
}

/** Returns the start of a UTC day in ms since the epoch; undefined if `day` is not in the calendar. */
export function startOfDay(day: string): number | undefined {
  const ms = Date.parse(`${day}T00:00:00.000Z`);
  return Number.isNaN(ms) || utcDay(ms) !== day ? undefined : ms;
}

const hourInBrussels = new Intl.DateTimeFormat('en', {
  timeZone: 'Europe/Brussels',
  hour: '2-digit',
  hourCycle: 'h23',
});

/** Returns Central European time in ms: an hour ahead of UTC, two in summer. */
export function centralTime(ms: number): number {
  const ahead = Number(hourInBrussels.format(ms)) - new Date(ms).getUTCHours();
  return ms + ((ahead + 24) % 24) * HOUR_MS;
}

export function closingTime(zone: 'utc' | 'cet', ms: number): number {
  const midnight = (startOfDay(utcDay(zone === 'utc' ? ms : centralTime(ms))) ?? 0) + DAY_MS;
  if (zone === 'utc') return midnight;
  const hourBefore = midnight - HOUR_MS;
  return midnight - (centralTime(hourBefore) - hourBefore);
}
