import type { LogFields } from '../../base/log.ts';
import { allowed } from '../log.ts';
import { maskedText } from '../masks.ts';

/** `broken`: what is no line of ours, such as one that a crash cut off. */
export type LineLevel = 'debug' | 'info' | 'warn' | 'error' | 'broken';

/** One line of the log as it may be shown: masked once more, whoever wrote the file. */
export interface LogLine {
  readonly level: LineLevel;
  /** ms since the epoch; absent where the line does not say it. */
  readonly at?: number;
  readonly message: string;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}

/** What is shown of a line that cannot be read. */
const LONGEST_BROKEN = 300;
const LONGEST_MESSAGE = 500;

const LEVELS: ReadonlyMap<unknown, LineLevel> = new Map([
  [10, 'debug'],
  [20, 'debug'],
  [30, 'info'],
  [40, 'warn'],
  [50, 'error'],
  [60, 'error'],
]);

/** When and how grave a line is, before the rest of it is masked, which takes far longer than reading it. */
export interface UnmaskedLine extends Pick<LogLine, 'level' | 'at'> {
  masked(): LogLine;
}

/** Reads one line of a log file; `cut` where only its beginning is there. Never throws. */
export function readLine(text: string, cut = false): UnmaskedLine {
  const read = cut ? undefined : objectOf(text);
  const level = LEVELS.get(read?.['level']);
  const message = read?.['msg'];
  if (read === undefined || level === undefined || typeof message !== 'string')
    return { level: 'broken', masked: () => broken(text) };
  const at = typeof read['time'] === 'string' ? Date.parse(read['time']) : Number.NaN;
  const known = { level, ...(Number.isNaN(at) ? {} : { at }) };
  return {
    ...known,
    // Only the fields of the list are taken, whatever the line has.
    masked: () => ({ ...known, message: maskedText(message, LONGEST_MESSAGE), fields: allowed(read as LogFields) }),
  };
}

function broken(text: string): LogLine {
  const shown = maskedText(printable(text.slice(0, LONGEST_BROKEN * 2)), LONGEST_BROKEN);
  return { level: 'broken', message: text.length > LONGEST_BROKEN ? `${shown}…` : shown, fields: {} };
}

function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '\u{fffd}');
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    // Said by the line itself, which is shown as broken.
    return undefined;
  }
}
