import { timeFormat } from './formats.ts';

/** Times are ms since the epoch. `region` is a BCP 47 tag such as nl-NL. */
export function timesIn(region: string) {
  const text = (options: Intl.DateTimeFormatOptions) => (at: number) => timeFormat(region, options).format(at);
  const minute = { hour: '2-digit', minute: '2-digit' } as const;
  const date = { day: 'numeric', month: 'short' } as const;
  const clockTime = text(minute);
  const isSameDay = (one: number, other: number) => new Date(one).toDateString() === new Date(other).toDateString();
  return {
    /** "14:02" */
    clockTime,
    /** "14:00 CET", for an hour repeated at a clock change */
    timeInZone: text({ ...minute, timeZoneName: 'short' }),
    /** "14:02:31" */
    exactTime: text({ ...minute, second: '2-digit' }),
    /** "20 Nov 2026, 14:02:31" */
    dayAndTime: text({ dateStyle: 'medium', timeStyle: 'medium' }),
    /** "Friday 20 November" */
    day: text({ weekday: 'long', day: 'numeric', month: 'long' }),
    /** "Fri 20" */
    weekday: text({ weekday: 'short', day: 'numeric' }),
    /** "Fri, 20 Nov" */
    shortDay: text({ ...date, weekday: 'short' }),
    /** A time in the past: "14:02" today, otherwise "20 Nov". */
    shortTime: (at: number, now: number) => (isSameDay(at, now) ? clockTime : text(date))(at),
    /** "14:02" today, "22 Nov, 14:02" on another day. */
    nearTime: (at: number, now: number) => (isSameDay(at, now) ? clockTime : text({ ...date, ...minute }))(at),
  };
}

/** "2:41" for a duration in ms. Rounded up, so that 0:00 appears only at the end. */
export function minutesAndSeconds(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
