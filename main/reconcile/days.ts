/** Days as the service counts them: `yyyy-MM-dd` in UTC (docs/service.md, Reconciliation API). */

export const DAY_MS = 24 * 60 * 60 * 1000;

/** One request may ask for days that are at most so far apart, both included (docs/service.md, Limits). */
const MOST_DAYS_APART = 30;

export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The day of a time, ms since the epoch. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** The first ms of a day. */
export function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** Each day of a range, both ends included. */
export function eachDay({ from, to }: Days): readonly string[] {
  const count = Math.round((startOf(to) - startOf(from)) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, index) => dayOf(startOf(from) + index * DAY_MS));
}

/** A range in pieces that the service takes, without a gap and without a day twice. */
export function piecesOf({ from, to }: Days): readonly Days[] {
  const pieces: Days[] = [];
  for (let start = startOf(from); start <= startOf(to); start += (MOST_DAYS_APART + 1) * DAY_MS) {
    const end = Math.min(start + MOST_DAYS_APART * DAY_MS, startOf(to));
    pieces.push({ from: dayOf(start), to: dayOf(end) });
  }
  return pieces;
}

/** Whether a time lies in a range of days. */
export function isWithin(at: number, { from, to }: Days): boolean {
  return at >= startOf(from) && at < startOf(to) + DAY_MS;
}
