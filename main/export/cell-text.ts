import type { Zone } from './table.ts';

export function amountText(cents: number, decimal: ',' | '.'): string {
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  return `${cents < 0 ? '-' : ''}${whole}${decimal}${rest < 10 ? '0' : ''}${rest}`;
}

const MINUTE_MS = 60_000;
/** Offsets from UTC change only at full quarters of an hour. */
const QUARTER_MS = 15 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** ISO 8601 with the machine's offset, looked up once per quarter of an hour. Times in ms since the epoch. */
export function timeTexts(zone: Zone): (ms: number) => string {
  let quarter = Number.NaN;
  let offsetMs = 0;
  let distance = 'Z';
  let day = Number.NaN;
  let date = '';
  return (ms) => {
    const inQuarter = Math.floor(ms / QUARTER_MS);
    if (inQuarter !== quarter) {
      quarter = inQuarter;
      const minutes = zone(ms);
      offsetMs = minutes * MINUTE_MS;
      distance = distanceText(minutes);
    }
    const local = ms + offsetMs;
    const inDay = Math.floor(local / DAY_MS);
    if (inDay !== day) {
      day = inDay;
      date = new Date(local).toISOString().slice(0, -'00:00:00.000Z'.length);
    }
    return `${date}${clockText(local - inDay * DAY_MS)}${distance}`;
  };
}

function clockText(ms: number): string {
  const seconds = Math.trunc(ms / 1000);
  const minutes = Math.trunc(seconds / 60);
  const rest = ms % 1000;
  return `${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}.${rest < 100 ? '0' : ''}${two(rest)}`;
}

function distanceText(minutes: number): string {
  if (minutes === 0) return 'Z';
  const distance = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.trunc(distance / 60))}:${two(distance % 60)}`;
}

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
