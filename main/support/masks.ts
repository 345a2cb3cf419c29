import { maskAccountNumbers } from './account-numbers.ts';
import { freeText, pageText } from './free-text.ts';

/** What a log never holds, struck out of a text before it is cut: a secret that is cut off no longer looks like one. */

/** A text of ours, of the system or of the service: without secrets and account numbers, and of known words alone. */
export function maskedText(text: string, longest: number): string {
  return freeText(maskAccountNumbers(withoutSecrets(within(text, longest)), 'cut')).slice(0, longest);
}

/** A text in the place of something else, which the service or whoever else may have put there. */
function maskedOther(text: string, longest: number): string {
  return pageText(maskAccountNumbers(withoutSecrets(within(text, longest)), 'cut')).slice(0, longest);
}

/** What an id is written with: no blanks, and no more than a long key id has. */
const ID = /^[\w.:@/+=#~-]{1,200}$/;
/** Longer than any id of the service, and as long as the private number of a key. */
const SECRET_SIZED = /[A-Za-z0-9+/_-]{40,}/;
/** A trace id may be as long, but is of groups of hex digits, none longer than a UUID without its hyphens. */
const TRACE_ID = /^(?:[a-z]{1,12}[-_])?[0-9a-f]{1,32}(?:-[0-9a-f]{1,32}){1,5}$/i;

/** An id that is shown as it came. One that looks like a text, or like a key, is not one. */
export function maskedToken(text: string, longest: number): string {
  return ID.test(text) && !SECRET_SIZED.test(text) ? maskedId(text, longest) : maskedOther(text, longest);
}

/** The same of a trace id: one such as W3C's `00-<32 hex digits>-<16>-01`, or a UUID after a short word, stands whole. */
export function maskedTraceId(text: string, longest: number): string {
  return TRACE_ID.test(text) ? maskedId(text, longest) : maskedToken(text, longest);
}

/** An address without user, password, query and fragment, and with the known words of its path. */
export function maskedAddress(text: string, longest: number): string {
  if (!URL.canParse(text)) return maskedText(text, longest);
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${maskedId(host, 100)}${maskedText(pathname, longest)}`.slice(0, longest);
}

/** An id: without secrets, and without a whole account number. */
export function maskedId(text: string, longest: number): string {
  return maskAccountNumbers(withoutSecrets(within(text, longest)), 'whole').slice(0, longest);
}

/**
 * An answer of the service that could not be read: its form, without what people wrote or are called. Of JSON, or what
 * looks like it, the names of members stay, with numbers, and the texts of the members below.
 */
export function maskedExcerpt(text: string, longest: number): string {
  const start = within(text, longest);
  const shown = /^\s*[[{"]|"\s*:/.test(start) ? withoutTexts(start) : pageText(start);
  return maskAccountNumbers(withoutSecrets(shown), 'cut').slice(0, longest);
}

/** Long enough that nothing within `longest` was cut off, and short enough that a hostile text costs nothing. */
function within(text: string, longest: number): string {
  return text.slice(0, longest + 500);
}

/** A member that holds a secret, in JSON or in JSON within a text, with a value of any kind, cut off or not. */
const MEMBER =
  /(\\?["'])(d|(?:manager|new|old)?pin|api_?key|passphrase|password|secret|token)\1\s*:\s*(?:"(?:[^"\\]|\\.)*"?|\\"(?:(?!\\").)*(?:\\")?|'[^']*'?|[^\s,}"']+)/gi;

/** Private numbers of keys, bearer tokens, signatures, passwords of addresses, and PINs, keys and passphrases in JSON. */
function withoutSecrets(text: string): string {
  return withoutQuotedJson(text)
    .replace(MEMBER, '$1$2$1:"…"')
    .replace(/([?&;](?:pin|api_?key|token|secret|password)=)[^&#\s"]*/gi, '$1…')
    .replace(/\bPIN\b(\W{0,3})\d{4,}/gi, 'PIN$1…')
    .replace(/bearer\s+\S+/gi, 'Bearer …')
    .replace(/\beyJ[\w-]{10,}(?:\.[\w-]*(?:\.[\w-]*)?)?/g, 'eyJ…')
    .replace(/(\w:\/\/)[^\s/@]+@/g, '$1…@');
}

/** What was to be JSON may be anybody's: the engine's own error quotes a piece of it. */
function withoutQuotedJson(text: string): string {
  const end = text.lastIndexOf(' is not valid JSON');
  const start = text.indexOf('"');
  return start === -1 || start > end ? text : `${text.slice(0, start)}"…"${text.slice(end)}`;
}

/** Members whose texts name no person: what support staff ask the service about. */
const SHOWN =
  /^(?:code|status|currency|traceId|spanId|paymentId|refundId|profileId|merchantId|kid|kty|alg|use|type|title|error|timestamp|(?:created|expire|expires|succeeded)At|creationDate)$/;

/** Those of them that are ids or times; the others are words. */
const IDS = /^(?:traceId|spanId|paymentId|refundId|profileId|merchantId|kid|timestamp|\w+At|creationDate)$/;

/** Members whose numbers may be long; any other long number may be a PIN that a broken quote has laid bare. */
const NUMBERS = /^(?:amount|status|count|number|page|size|total\w*|\w+Amount)$/;
const AMOUNT = /^-?\d{1,9}(?:\.\d+)?$/;
const PLAIN = /^(?:true|false|null|-?\d{1,3}(?:\.\d{1,3})?)$/;

/** Each text becomes `…`, but for the names of members and the texts of `SHOWN`; one that is cut off as well. */
function withoutTexts(json: string): string {
  let member = '';
  return json.replaceAll(
    /"((?:[^"\\]|\\.)*)("?)(\s*:)?|([^\s"{}[\],:]+)/g,
    (found: string, text: string | undefined, end: string, colon: string | undefined, bare: string | undefined) => {
      if (bare !== undefined) {
        const isTold = NUMBERS.test(member) ? AMOUNT.test(bare) : PLAIN.test(bare);
        member = '';
        return isTold ? bare : '…';
      }
      if (colon !== undefined && /^\w{1,40}$/.test(text ?? '')) {
        member = text ?? '';
        return freeText(found);
      }
      const shown = SHOWN.test(member) && end !== '';
      const known = shownOf(member, text ?? '');
      member = '';
      return `"${shown ? known : '…'}"${colon ?? ''}`;
    },
  );
}

/** A code or a state may be any word of the till; a title and an error are texts. */
function shownOf(member: string, text: string): string {
  if (member === 'traceId') return maskedTraceId(text, 200);
  if (IDS.test(member)) return maskedToken(text, 200);
  return /^(?:title|error)$/.test(member) || !/^[\w.-]{1,60}$/.test(text) ? pageText(text) : freeText(text);
}
