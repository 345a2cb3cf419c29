import { createHmac, randomBytes } from 'node:crypto';
import { ZodError } from 'zod';
import type { LogFieldKind } from '../base/log.ts';
import { TillError } from '../base/till-error.ts';
import { hasAccountNumber } from './account-numbers.ts';

/** Of this start alone and never written: a PIN has too few digits for a hash that anybody could make again. */
const SALT = randomBytes(16);

/** A text that others had a hand in: the same text has the same hash until the next start, and nothing else is told. */
export function hashed(text: string): string {
  return HASHED.test(text)
    ? text
    : `#${createHmac('sha256', SALT).update(text).digest('hex').slice(0, 8)}+${text.length}`;
}

const HASHED = /^#[0-9a-f]{8}\+\d{1,9}$/;

/** An id as it came; what looks like a text, a key or an account number is none. */
export function shownId(text: string): string {
  const isId = ID.test(text) && (!SECRET_SIZED.test(text) || TRACE_ID.test(text)) && !hasAccountNumber(text);
  return isId ? text : hashed(text);
}

const ID = /^[\w.:@/+=~-]{1,200}$/;
/** Longer than any id of the service, and as long as the private number of a key. */
const SECRET_SIZED = /[A-Za-z0-9+/_-]{40,}/;
/** A trace id may be as long, but is of groups of hex digits, none longer than a UUID without its hyphens. */
const TRACE_ID = /^(?:[a-z]{1,12}[-_])?[0-9a-f]{1,32}(?:-[0-9a-f]{1,32}){1,5}$/i;

/** A constant of the till. */
const WORD = /^(?=.{1,60}$)[a-z][A-Za-z]*(?:[.-](?:[a-z][A-Za-z]*|\d{3}))*$/;
/** A code or a state of the service. */
const MARK = /^[A-Z][A-Z_]{1,60}$/;
const HOST = /^[\w.:[\]-]{1,253}$/;

/** A value of the log as its kind of field may have it. */
export function shown(kind: LogFieldKind, text: string): string {
  switch (kind) {
    case 'id':
      return shownId(text);
    case 'address':
      return shownAddress(text);
    case 'word':
      return WORD.test(text) ? text : hashed(text);
    case 'mark':
      return MARK.test(text) ? text : hashed(text);
    default:
      return hashed(text);
  }
}

/** Scheme and host: user, password, path and query may hold what opens a door. */
function shownAddress(text: string): string {
  const isUrl = text.includes('://') && URL.canParse(text);
  const { protocol, host } = isUrl ? new URL(text) : { protocol: '', host: text };
  const isHost = HOST.test(host) && (isUrl || /[.:]|^localhost$/.test(host)) && !hasAccountNumber(host);
  if (!isHost) return hashed(text);
  return isUrl ? `${protocol}//${host}` : host;
}

const MOST_CAUSES = 4;
const MOST_PLACES = 8;
const ERROR_NAME = /^[A-Z][A-Za-z]{0,40}Error$/;
const SYSTEM_CODE = /^[A-Z][A-Z0-9_]{2,50}$/;
const FOREIGN = '[A-Z][A-Za-z]{0,40}Error|Error';
const OTHER = String.raw`(?:${FOREIGN})(?: [A-Z][A-Z0-9_]{2,50})? #[0-9a-f]{8}\+\d{1,9}(?: at(?: [\w.-]+\.[cm]?[jt]s:\d+:\d+)+)?`;
const MISFIT = String.raw`ZodError(?: [\w.*]*:[a-z_]+)*`;
const OWN = String.raw`[a-z]+[a-z.-]*\.[a-z-]+|internal`;
const ONE = `(?:${OTHER}|${MISFIT}|${OWN}|#[0-9a-f]{8}\\+\\d{1,9})`;
/** A result of `thrownText` that is read again. */
const TOLD = new RegExp(`^${ONE}(?: < ${ONE})*$`);

/**
 * The error and its causes: the kinds of errors and their codes, their messages as hashes, and the places in
 * the till's own files. Of an error of the till there is its code alone: its message is ours. Undefined where nothing is
 * left to tell.
 */
export function thrownText(thrown: unknown): string | undefined {
  if (thrown === undefined) return undefined;
  if (typeof thrown === 'string') return TOLD.test(thrown) ? thrown : hashed(thrown);
  const told: string[] = [];
  let next = thrown instanceof TillError ? thrown.cause : thrown;
  while (next !== undefined && told.length < MOST_CAUSES) {
    told.push(errorText(next));
    next = next instanceof Error ? next.cause : undefined;
  }
  return told.length === 0 ? undefined : told.join(' < ');
}

function errorText(error: unknown): string {
  if (!(error instanceof Error)) return hashed(String(error));
  if (error instanceof TillError) return error.code;
  if (error instanceof ZodError) return ['ZodError', ...error.issues.slice(0, 5).map(issueText)].join(' ');
  const name = ERROR_NAME.test(error.name) ? error.name : 'Error';
  const code = 'code' in error && typeof error.code === 'string' && SYSTEM_CODE.test(error.code) ? [error.code] : [];
  const places = placesOf(error);
  return [name, ...code, hashed(error.message), ...(places.length > 0 ? ['at', ...places] : [])].join(' ');
}

/** The place of a misfit. The names of a schema's members are the till's own. */
function issueText({ path, code }: ZodError['issues'][number]): string {
  return `${path.map((part) => (/^[A-Za-z]\w{0,30}$|^\d+$/.test(String(part)) ? String(part) : '*')).join('.')}:${code}`;
}

/** The places below the message, which may itself look like one. */
function placesOf({ stack = '', message }: Error): readonly string[] {
  const from = stack.indexOf(message);
  if (from === -1) return [];
  const frames = stack
    .slice(from + message.length)
    .matchAll(/^ {4}at (?:.*[ /\\(])?([\w.-]+\.[cm]?[jt]s:\d+:\d+)\)?$/gm);
  return [...frames].slice(0, MOST_PLACES).map(([, place = '']) => place);
}
