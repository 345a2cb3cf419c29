import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';

/** Everything that a line of the log may say. What is not named here is not written, whoever passes it. */
const FIELDS = [
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
 * A log of JSON lines with allow-listed fields; secrets that stray into a text are struck out, and `raw`, an answer
 * that could not be read, is cut.
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

/** Private numbers of keys, bearer tokens, signatures, PINs in JSON, and account numbers past their first and last four. */
function clean(text: string, longest: number): string {
  return text
    .slice(0, longest)
    .replace(/"d"\s*:\s*"[^"]*"?/g, '"d":"…"')
    .replace(/bearer\s+\S+/gi, 'Bearer …')
    .replace(/"(managerPin|pin|apiKey)"\s*:\s*"[^"]*"?/gi, '"$1":"…"')
    .replace(/\beyJ[\w-]{10,}\.[\w-]*\.[\w-]+/g, 'eyJ…')
    .replace(/\b([A-Z]{2}\d{2})[A-Z0-9]{4,26}([A-Z0-9]{4})\b/g, '$1…$2');
}

const LARGEST_BYTES = 5 * 2 ** 20;
const KEPT_FILES = 5;

/** Appends to `tillmate.log` in a folder; at 5 MiB it becomes `tillmate.1.log`, and so on to the fifth. */
export function fileSink(folder: string, largestBytes: number = LARGEST_BYTES): LogSink {
  mkdirSync(folder, { recursive: true });
  const name = (number: number) => join(folder, number === 0 ? 'tillmate.log' : `tillmate.${number}.log`);
  let handle = openSync(name(0), 'a', 0o600);
  let size = statSync(name(0)).size;
  let full = false;

  function rotate(): void {
    closeSync(handle);
    rmSync(name(KEPT_FILES), { force: true });
    for (let number = KEPT_FILES - 1; number >= 0; number -= 1)
      if (existsSync(name(number))) renameSync(name(number), name(number + 1));
    handle = openSync(name(0), 'a', 0o600);
    size = 0;
  }

  return {
    write(line) {
      try {
        if (size >= largestBytes) rotate();
        size += writeSync(handle, line);
        full = false;
      } catch (fault) {
        // A disk that is full must not stop a sale for the sake of its log: said once, on the console.
        if (!full) console.error(`Tillmate: the log cannot be written: ${String(fault)}`);
        full = true;
      }
    },
    close: () => closeSync(handle),
  };
}
