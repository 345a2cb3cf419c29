import { isJsonObject, jsonOrUndefined } from '../../base/json-syntax.ts';
import type { LogFields } from '../../base/log.ts';
import { allowed, isLogMessage, type LoggedFields } from '../log.ts';
import { hashed } from '../shown-in-log.ts';

/** `broken`: not a line of the log, e.g. cut off by a crash. */
export type LineLevel = 'debug' | 'info' | 'warn' | 'error' | 'broken';

/** Checked again: any program may have written the file. */
export interface LogLine {
  readonly level: LineLevel;
  /** ms since the epoch; absent if the line has no time. */
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

/** Defers the check of message and fields, which takes far longer. */
interface UncheckedLine extends Pick<LogLine, 'level' | 'at'> {
  checked(): LogLine;
}

/** `cut` if only the line's beginning is known. Never throws. */
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
