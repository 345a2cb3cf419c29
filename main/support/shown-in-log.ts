import { createHmac, randomBytes } from 'node:crypto';
import { ZodError } from 'zod';
import type { LogFieldKind } from '../base/log.ts';
import { TillError } from '../base/till-error.ts';

/** Random per start and never stored: a PIN has so few digits that a repeatable hash could be reversed. */
const SALT = randomBytes(16);

/** The same text has the same hash until the next start; only the length is revealed. */
export function hashed(text: string): string {
  return HASHED.test(text)
    ? text
    : `#${createHmac('sha256', SALT).update(text).digest('hex').slice(0, 8)}+${text.length}`;
}

const HASHED = /^#[0-9a-f]{8}\+\d{1,9}$/;

export function shownId(text: string): string {
  const isId = ID.test(text) && (!SECRET_SIZED.test(text) || TRACE_ID.test(text)) && !hasAccountNumber(text);
  return isId ? text : hashed(text);
}

const ID = /^[\w.:@/+=~-]{1,200}$/;
/** Longer than any id of the service, and as long as a private key's number. */
const SECRET_SIZED = /[A-Za-z0-9+/_-]{40,}/;
/** Trace ids may be as long, but consist of hex groups, none longer than a UUID without hyphens. */
const TRACE_ID = /^(?:[a-z]{1,12}[-_])?[0-9a-f]{1,32}(?:-[0-9a-f]{1,32}){1,5}$/i;

/** Each segment is too short for a secret. */
const PATH = /^(?=.{1,200}$)(?:\/[\w.{}-]{1,30})+$/;

const WORD = /^(?=.{1,60}$)[a-z][A-Za-z]*(?:[.-](?:[a-z][A-Za-z]*|\d{3}))*$/;
const MARK = /^[A-Z][A-Z_]{1,60}$/;
const HOST = /^[\w.:[\]-]{1,253}$/;

export function shown(kind: LogFieldKind, text: string): string {
  switch (kind) {
    case 'id':
      return shownId(text);
    case 'address':
      return shownAddress(text);
    case 'path':
      return PATH.test(text) && !hasAccountNumber(text) ? text : hashed(text);
    case 'word':
      return WORD.test(text) ? text : hashed(text);
    case 'mark':
      return MARK.test(text) ? text : hashed(text);
    default:
      return hashed(text);
  }
}

/** User, password, path and query may hold secrets. */
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
const SHOWN = new RegExp(`^${ONE}(?: < ${ONE})*$`);

/** Begins with the cause of a `TillError`, whose code is a separate field. Undefined if nothing remains. */
export function thrownText(thrown: unknown): string | undefined {
  if (thrown === undefined) return undefined;
  if (typeof thrown === 'string') return SHOWN.test(thrown) ? thrown : hashed(thrown);
  const texts: string[] = [];
  let next = thrown instanceof TillError ? thrown.cause : thrown;
  while (next !== undefined && texts.length < MOST_CAUSES) {
    texts.push(errorText(next));
    next = next instanceof Error ? next.cause : undefined;
  }
  return texts.length === 0 ? undefined : texts.join(' < ');
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

/** Schema names are the till's own, so they may be logged. */
function issueText({ path, code }: ZodError['issues'][number]): string {
  return `${path.map((part) => (/^[A-Za-z]\w{0,30}$|^\d+$/.test(String(part)) ? String(part) : '*')).join('.')}:${code}`;
}

/** Below the message, since the message may imitate a place. */
function placesOf({ stack = '', message }: Error): readonly string[] {
  const from = stack.indexOf(message);
  if (from === -1) return [];
  const frames = stack
    .slice(from + message.length)
    .matchAll(/^ {4}at (?:.*[ /\\(])?([\w.-]+\.[cm]?[jt]s:\d+:\d+)\)?$/gm);
  return [...frames].slice(0, MOST_PLACES).map(([, place = '']) => place);
}

/** Lengths by the IBAN registry of ISO 13616, country code and check digits included. */
const LENGTHS: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ' +
    'ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 ' +
    'LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 ' +
    'PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((row) => [row.slice(0, 2), Number(row.slice(2))]),
);

export function hasAccountNumber(text: string): boolean {
  const joined = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  for (const { 1: country = '', index } of joined.matchAll(/(?=([A-Z]{2})\d\d)/g)) {
    const length = LENGTHS.get(country);
    const number = joined.slice(index, index + (length ?? 0));
    if (length !== undefined && number.length === length && hasCheckDigits(number)) return true;
  }
  return false;
}

/** ISO 13616: with the first four characters moved to the end and letters as 10 to 35, 1 modulo 97. */
function hasCheckDigits(number: string): boolean {
  const moved = number.slice(4) + number.slice(0, 4);
  const spelt = [...moved].map((character) => Number.parseInt(character, 36)).join('');
  return BigInt(spelt) % 97n === 1n;
}
