import { pino } from 'pino';
import { LOG_FIELDS, type Log, type LogFields } from '../base/log.ts';
import { maskedAddress, maskedExcerpt, maskedId, maskedText, maskedToken, maskedTraceId } from './masks.ts';

/** A log whose level can be raised for a while. */
export interface LevelledLog extends Log {
  /** From now on it also has what `debug` is told, or no more. */
  raise(raised: boolean): void;
}

/** Where finished lines go. */
export interface LogSink {
  write(line: string): void;
  close(): void;
}

const LONGEST_TEXT = 500;
const LONGEST_RAW = 4_000;

/** Fields of ours and of the service that name something. Support staff look for them, so they stay whole where they can. */
const IDS: ReadonlySet<string> = new Set<keyof LogFields>([
  'about',
  'kid',
  'paymentId',
  'posId',
  'reference',
  'refundId',
  'refundKey',
  'saleId',
  'spanId',
  'traceId',
  'version',
]);
/** As the service gives them: a text in their place is none. */
const TOKENS: ReadonlySet<string> = new Set<keyof LogFields>(['about', 'paymentId', 'refundId', 'spanId']);

/**
 * A log of JSON lines with the fields of the list above. What `masks.ts` knows as a secret or as personal is struck out of
 * every text, and texts are cut: `raw`, an answer that could not be read, at 4,000 characters, the others at 500.
 */
export function createLog(sink: LogSink): LevelledLog {
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write: (line) => sink.write(line) });
  return {
    debug(message, fields) {
      // What nobody will read is not masked either: at the usual level this costs a comparison.
      if (logger.isLevelEnabled('debug')) logger.debug(allowed(fields), maskedText(message, LONGEST_TEXT));
    },
    raise(raised) {
      logger.level = raised ? 'debug' : 'info';
    },
    info: (message, fields) => logger.info(allowed(fields), maskedText(message, LONGEST_TEXT)),
    warn: (message, fields) => logger.warn(allowed(fields), maskedText(message, LONGEST_TEXT)),
    error: (message, fields) => logger.error(allowed(fields), maskedText(message, LONGEST_TEXT)),
    close: () => sink.close(),
  };
}

/** The fields of the list, each masked by what it is. Also for a line that is read again. */
export function allowed(fields: LogFields = {}): Record<string, string | number | boolean> {
  const kept: Record<string, string | number | boolean> = {};
  for (const name of LOG_FIELDS) {
    const value = fields[name];
    if (typeof value === 'number' || typeof value === 'boolean') kept[name] = value;
    if (typeof value === 'string') kept[name] = masked(name, value);
  }
  return kept;
}

function masked(name: keyof LogFields, value: string): string {
  if (name === 'raw') return maskedExcerpt(value, LONGEST_RAW);
  if (name === 'url') return maskedAddress(value, LONGEST_TEXT);
  if (name === 'host') return maskedId(value, LONGEST_TEXT);
  if (name === 'traceId') return maskedTraceId(value, LONGEST_TEXT);
  if (TOKENS.has(name)) return maskedToken(value, LONGEST_TEXT);
  return IDS.has(name) ? maskedId(value, LONGEST_TEXT) : maskedText(value, LONGEST_TEXT);
}
