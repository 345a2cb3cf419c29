import { isJsonObject, jsonOrUndefined } from '../../base/json-syntax.ts';
import type { LogFields } from '../../base/log.ts';
import { allowed, isLogMessage, type LoggedFields } from '../log.ts';
import { hashed } from '../shown-in-log.ts';

/** `broken`: a line that a crash cut off, say. */
export type LineLevel = 'debug' | 'info' | 'warn' | 'error' | 'broken';

/** Checked once more, whoever wrote the file. */
export interface LogLine {
  readonly level: LineLevel;
  /** ms since the epoch; absent where the line does not say it. */
  readonly at?: number;
  readonly message: string;
  readonly fields: LoggedFields;
}

const LEVELS: ReadonlyMap<unknown, LineLevel> = new Map([
  [10, 'debug'],
  [20, 'debug'],
  [30, 'info'],
  [40, 'warn'],
  [50, 'error'],
  [60, 'error'],
]);

/** Checking the message and fields takes far longer, so it waits. */
export interface UncheckedLine extends Pick<LogLine, 'level' | 'at'> {
  checked(): LogLine;
}

/** `cut`: only its beginning is there. Never throws. */
export function readLine(text: string, cut = false): UncheckedLine {
  const json = cut ? undefined : jsonOrUndefined(text);
  const read = isJsonObject(json) ? json : {};
  const level = LEVELS.get(read['level']);
  const message = read['msg'];
  if (level === undefined || typeof message !== 'string')
    return { level: 'broken', checked: () => ({ level: 'broken', message: hashed(text), fields: {} }) };
  const at = typeof read['time'] === 'string' ? Date.parse(read['time']) : Number.NaN;
  const known = { level, ...(Number.isNaN(at) ? {} : { at }) };
  return {
    ...known,
    checked: () => ({
      ...known,
      message: isLogMessage(message) ? message : hashed(message),
      fields: allowed(read as LogFields),
    }),
  };
}
