/** Times (ms since the epoch) and durations (ms) as text. */

import { timeFormat } from './formats.ts';

/** "14:02" */
export function clockTime(at: number, region: string): string {
  return timeFormat(region, { hour: '2-digit', minute: '2-digit' }).format(at);
}

/** "14:02:31" */
export function exactTime(at: number, region: string): string {
  return timeFormat(region, { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(at);
}

/** "20 Nov 2026, 14:02:31" */
export function dayAndTime(at: number, region: string): string {
  return timeFormat(region, { dateStyle: 'medium', timeStyle: 'medium' }).format(at);
}

/** "Friday 20 November" */
export function day(at: number, region: string): string {
  return timeFormat(region, { weekday: 'long', day: 'numeric', month: 'long' }).format(at);
}

/** "14:00"; with its time zone "14:00 CET", where the clock shows an hour twice. */
export function hour(at: number, region: string, withZone: boolean): string {
  const parts = { hour: '2-digit', minute: '2-digit' } as const;
  return timeFormat(region, withZone ? { ...parts, timeZoneName: 'short' } : parts).format(at);
}

/** "Fri 20" */
export function weekday(at: number, region: string): string {
  return timeFormat(region, { weekday: 'short', day: 'numeric' }).format(at);
}

/** "Fri, 20 Nov" */
export function shortDay(at: number, region: string): string {
  return timeFormat(region, { weekday: 'short', day: 'numeric', month: 'short' }).format(at);
}

/** A time in the past: "14:02" today, "20 Nov" before. */
export function shortTime(at: number, now: number, region: string): string {
  if (new Date(at).toDateString() === new Date(now).toDateString()) return clockTime(at, region);
  return timeFormat(region, { day: 'numeric', month: 'short' }).format(at);
}

/** A time in the future: "14:02" today, "22 Nov, 14:02" on another day. */
export function futureTime(at: number, now: number, region: string): string {
  if (new Date(at).toDateString() === new Date(now).toDateString()) return clockTime(at, region);
  const parts = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
  return timeFormat(region, parts).format(at);
}

/** "2:41". Rounded up, so that 0:00 appears only at the end. */
export function minutesAndSeconds(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
