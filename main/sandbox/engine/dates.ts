export const DAY_MS = 86_400_000;

/** ISO 8601 date-time in UTC with milliseconds (docs/service.md, What the service does). */
export function dateTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** `yyyy-MM-dd` of the UTC day that `ms` falls on. */
export function utcDay(ms: number): string {
  return dateTime(ms).slice(0, 10);
}

/** Start of a UTC day, ms since the epoch; undefined when `day` is not a day of the calendar. */
export function startOfDay(day: string): number | undefined {
  const ms = Date.parse(`${day}T00:00:00.000Z`);
  return Number.isNaN(ms) || utcDay(ms) !== day ? undefined : ms;
}
