import { pino } from 'pino';

/** The fields that a line of the log may have. A field that is not named here is never written. */
const FIELDS = [
  'about',
  'act',
  'acted',
  'attempt',
  'cached',
  'call',
  'code',
  'count',
  'host',
  'issues',
  'kid',
  'mode',
  'ms',
  'operation',
  'path',
  'paymentId',
  'posId',
  'raw',
  'reason',
  'reference',
  'refundId',
  'refundKey',
  'role',
  'saleId',
  'serviceCode',
  'skewMs',
  'spanId',
  'stage',
  'status',
  'traceId',
  'url',
  'version',
  'waitMs',
  'window',
] as const;

export type LogFields = { readonly [Name in (typeof FIELDS)[number]]?: unknown };

export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  close(): void;
}

/** Where finished lines go. */
export interface LogSink {
  write(line: string): void;
  close(): void;
}

const LONGEST_TEXT = 500;
const LONGEST_RAW = 4_000;

/**
 * A log of JSON lines with the fields of the list above. Secrets that get into a text are struck out, and texts are
 * cut: `raw`, an answer that could not be read, at 4,000 characters, the others at 500.
 */
export function createLog(sink: LogSink): Log {
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write: (line) => sink.write(line) });
  return {
    info: (message, fields) => logger.info(allowed(fields), clean(message, LONGEST_TEXT)),
    warn: (message, fields) => logger.warn(allowed(fields), clean(message, LONGEST_TEXT)),
    error: (message, fields) => logger.error(allowed(fields), clean(message, LONGEST_TEXT)),
    close: () => sink.close(),
  };
}

function allowed(fields: LogFields = {}): Record<string, string | number | boolean> {
  const kept: Record<string, string | number | boolean> = {};
  for (const name of FIELDS) {
    const value = fields[name];
    if (typeof value === 'number' || typeof value === 'boolean') kept[name] = value;
    if (typeof value === 'string') kept[name] = clean(value, name === 'raw' ? LONGEST_RAW : LONGEST_TEXT);
  }
  return kept;
}

/**
 * Strikes out private numbers of keys, bearer tokens, signatures, PINs and API keys in JSON, and the middle of account
 * numbers.
 */
function clean(text: string, longest: number): string {
  return text
    .slice(0, longest)
    .replace(/"d"\s*:\s*"[^"]*"?/g, '"d":"…"')
    .replace(/bearer\s+\S+/gi, 'Bearer …')
    .replace(/"(managerPin|pin|apiKey)"\s*:\s*"[^"]*"?/gi, '"$1":"…"')
    .replace(/\beyJ[\w-]{10,}\.[\w-]*\.[\w-]+/g, 'eyJ…')
    .replace(/\b([A-Z]{2}\d{2})[A-Z0-9]{4,26}([A-Z0-9]{4})\b/g, '$1…$2');
}
