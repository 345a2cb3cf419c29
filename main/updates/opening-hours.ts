/** When the shop is open, by the clock on its wall: `08:00` to `22:00`. Past midnight where `closes` is the earlier one. */
export interface OpeningHours {
  readonly opens: string;
  readonly closes: string;
}

/**
 * Whether the shop is open at `now`, ms since the epoch. Two equal times mean that it never closes. What counts is the time
 * that a clock on the wall shows: on the nights when it is put forward or back, the hours stay what they are called.
 * @param timeZone The system's where it is absent.
 */
export function isOpenAt({ opens, closes }: OpeningHours, now: number, timeZone?: string): boolean {
  const wall = wallTime(now, timeZone);
  if (opens === closes) return true;
  return opens < closes ? wall >= opens && wall < closes : wall >= opens || wall < closes;
}

/** `HH:MM`, which sorts as time does. */
function wallTime(now: number, timeZone: string | undefined): string {
  const format = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en-GB', timeZone === undefined ? format : { ...format, timeZone }).format(now);
}
