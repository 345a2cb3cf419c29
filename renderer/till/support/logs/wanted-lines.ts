import type { Ask } from '../../../../preload/contract/contract.ts';
import type { LineLevel } from '../../../../preload/contract/logs.ts';

export type WantedLines = Omit<Ask<'logs.find'>, 'after' | 'limit'>;

export const levelFilters = ['all', 'info', 'warn', 'error', 'broken'] as const;
export type LevelFilter = (typeof levelFilters)[number];

/** A day such as 2026-11-20, or empty, and a typed time. Without a day the time is ignored. */
export interface LogTime {
  readonly day: string;
  readonly time: string;
}

export interface LogFilter {
  readonly level: LevelFilter;
  readonly text: string;
  readonly id: string;
  readonly from: LogTime;
  readonly to: LogTime;
}

export const everyLine: LogFilter = {
  level: 'all',
  text: '',
  id: '',
  from: { day: '', time: '' },
  to: { day: '', time: '' },
};

const levels: Readonly<Record<LevelFilter, readonly LineLevel[] | undefined>> = {
  all: undefined,
  info: ['info', 'warn', 'error', 'broken'],
  warn: ['warn', 'error', 'broken'],
  error: ['error'],
  broken: ['broken'],
};

const MINUTES_OF_DAY = 24 * 60;

/** Local time. The last minute or day is included; an incomplete time is ignored. */
export function wantedLines({ level, text, id, from, to }: LogFilter): WantedLines {
  const wanted = levels[level];
  const last = minuteOf(to.time);
  return {
    text: text.trim(),
    id: id.trim(),
    levels: wanted && [...wanted],
    from: from.day === '' ? undefined : momentOf(from.day, minuteOf(from.time) ?? 0),
    before: to.day === '' ? undefined : momentOf(to.day, last === undefined ? MINUTES_OF_DAY : last + 1),
  };
}

/** "14:05", "14.05" or "1405"; undefined for an invalid time. */
function minuteOf(typed: string): number | undefined {
  const [, hour, minute] = /^(\d{1,2})[:.]?(\d{2})$/.exec(typed.trim()) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined;
  return Number(hour) * 60 + Number(minute);
}

/** ms since the epoch; by date parts, since a day may have 23 or 25 hours. */
function momentOf(day: string, minute: number): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 0, minute).getTime();
}
