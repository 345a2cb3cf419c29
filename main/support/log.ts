import { pino } from 'pino';
import { explained, explanations } from '../base/error-codes.ts';
import { fieldsOf, LOG_FIELDS, LOG_MESSAGES, type Log, type LogFields, type LogMessage } from '../base/log.ts';
import { TillError } from '../base/till-error.ts';
import { consoleSink, fileSink, type LogSink } from './rotating-log-file.ts';
import { hashed, shown, thrownText } from './shown-in-log.ts';

export interface LevelledLog extends Required<Log> {
  raise(raised: boolean): void;
  close(): void;
}

export type LoggedFields = Readonly<Record<string, string | number | boolean>>;

export function createLog(sink: LogSink): LevelledLog {
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write: (line) => sink.write(line) });
  const logAt = (level: 'debug' | 'info' | 'warn' | 'error') => (message: LogMessage, fields?: LogFields) => {
    if (!logger.isLevelEnabled(level)) return;
    const code = message instanceof TillError ? message.code : message;
    const isError = explained(code) !== undefined;
    const error = message instanceof TillError ? fieldsOf(message) : isError ? { code } : undefined;
    logger[level](allowed(withoutText({ ...error, ...fields })), explained(code) ?? code);
  };
  return {
    debug: logAt('debug'),
    info: logAt('info'),
    warn: logAt('warn'),
    error: logAt('error'),
    raise(raised) {
      logger.level = raised ? 'debug' : 'info';
    },
    close: () => sink.close(),
  };
}

/** Falls back to the console: a till must sell without a log. `unopened` is the folder that failed. */
export function openLog(folder: string): { readonly log: LevelledLog; readonly unopened?: string } {
  try {
    return { log: createLog(fileSink(folder)) };
  } catch (fault) {
    const log = createLog(consoleSink);
    log.error('Log file not opened', { code: 'log.unopened', thrown: fault });
    return { log, unopened: folder };
  }
}

/** A line read from disk may have been written by any program. */
export function isLogMessage(message: string): boolean {
  return MESSAGES.has(message);
}

const MESSAGES: ReadonlySet<string> = new Set([...LOG_MESSAGES, ...explanations.values()]);

/** `thrownText` passes strings in the form of a stored line, and a thrown string may imitate this form. */
function withoutText(fields: LogFields): LogFields {
  const { thrown } = fields;
  return typeof thrown === 'string' ? { ...fields, thrown: hashed(thrown) } : fields;
}

/** Idempotent: a line read from disk keeps its fields. */
export function allowed(fields: LogFields = {}): LoggedFields {
  const kept: Record<string, string | number | boolean> = {};
  const { thrown } = fields;
  if (thrown instanceof TillError) kept['code'] = thrown.code;
  for (const [name, kind] of Object.entries(LOG_FIELDS)) {
    const value = kind === 'thrown' ? thrownText(thrown) : fields[name as keyof LogFields];
    if (typeof value === 'number' || typeof value === 'boolean') kept[name] = value;
    if (typeof value === 'string') kept[name] = kind === 'thrown' ? value : shown(kind, value);
  }
  return kept;
}

/**
 * The app keeps running: decisions about money rest on the journal, and an app that ended here would leave a payment
 * without a screen. Calls `first` for the first error only: reporting every error could fail again, endlessly.
 */
export function surviveUncaughtErrors(running: Pick<NodeJS.EventEmitter, 'on'>, log: Log, first: () => void): void {
  let reported = false;
  const caught = (error: unknown) => {
    log.error('internal', { thrown: error });
    if (reported) return;
    reported = true;
    first();
  };
  running.on('uncaughtException', caught);
  running.on('unhandledRejection', caught);
}
