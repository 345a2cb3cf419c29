import type { LineLevel } from '../../../../preload/logs.ts';
import type { WantedLines } from './use-log-lines.ts';

export const levelFilters = ['all', 'info', 'warn', 'error', 'broken'] as const;
export type LevelFilter = (typeof levelFilters)[number];

/** What somebody has typed and chosen; times as their boxes have them, or empty. */
export interface LogFilter {
  readonly level: LevelFilter;
  readonly text: string;
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

export const everyLine: LogFilter = { level: 'all', text: '', id: '', from: '', to: '' };

const levels: Readonly<Record<LevelFilter, readonly LineLevel[] | undefined>> = {
  all: undefined,
  info: ['info', 'warn', 'error', 'broken'],
  warn: ['warn', 'error', 'broken'],
  error: ['error'],
  broken: ['broken'],
};

const MINUTE_MS = 60_000;

/** What main is asked for. The minute that is named last is in it; a time that is half typed counts as none. */
export function wantedLines({ level, text, id, from, to }: LogFilter): WantedLines {
  const wanted = levels[level];
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return {
    text: text.trim(),
    id: id.trim(),
    ...(wanted === undefined ? {} : { levels: [...wanted] }),
    ...(Number.isNaN(first) ? {} : { from: first }),
    ...(Number.isNaN(last) ? {} : { before: last + MINUTE_MS }),
  };
}
