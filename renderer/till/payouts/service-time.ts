/** Days and times of the provider, in Central European time. `region` is a BCP 47 tag. */

const timeZone = 'Europe/Brussels';

/** "Fri 20 Nov" */
export function serviceDay(at: number, region: string): string {
  return new Intl.DateTimeFormat(region, { weekday: 'short', day: 'numeric', month: 'short', timeZone }).format(at);
}

/** "20 Nov, 14:02" */
export function serviceTime(at: number, region: string): string {
  const parts = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone } as const;
  return new Intl.DateTimeFormat(region, parts).format(at);
}

/** Days are `yyyy-MM-dd`. */
export function daysFrom(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}
