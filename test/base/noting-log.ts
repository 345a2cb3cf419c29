import { fieldsOf, type Log, type LogFields, type LogMessage } from '../../main/base/log.ts';
import { TillError } from '../../main/base/till-error.ts';

export type Level = 'debug' | 'info' | 'warn' | 'error';

/** A log that passes each line to `note`: the message or error code, and the defined fields. */
export function notingLog(note: (message: string, fields: LogFields, level: Level) => void): Required<Log> {
  const at =
    (level: Level) =>
    (message: LogMessage, fields: LogFields = {}) => {
      const isError = message instanceof TillError;
      const all = { ...(isError ? fieldsOf(message) : {}), ...fields };
      const facts = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
      note(isError ? message.code : message, facts, level);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
