import { constants } from 'node:os';
import { knownWords } from './known-words.ts';

/** What stands in place of words that nobody knows. */
const UNKNOWN = '…';

/** Codes that Node and the libraries give, which are no words. */
const SYSTEM_CODES: ReadonlySet<string> = new Set([
  ...Object.keys(constants.errno),
  ...['ENOTFOUND', 'EAI_AGAIN', 'ECONNRESET', 'EPROTO', 'EMFILE'],
]);
const NAMED_CODE = /^(?:ERR|UND_ERR|CERT|UNABLE|DEPTH|SELF_SIGNED|NODE|ELECTRON|OPENSSL|SSL|NS|NET)_[A-Z_]{2,50}$/;

/** A word, a number, or both; what `masks.ts` left of an account number stays together. */
const TOKEN = /[A-Z]{2}\d\d…[A-Z0-9]{0,4}|[\p{L}\p{M}\p{N}_]+|…/gu;
/** Where in a file of the app an error was made. */
const PLACE = /(\.[cm]?[jt]s):(\d{1,6}):(\d{1,6})/g;
const FEW_DIGITS = /^\d{1,3}$/;

/** What pages and texts of proxies and servers say, and the marks of such pages. A payer's name is hardly made of these. */
const PAGE_WORDS: ReadonlySet<string> = new Set(
  `
a access again akamai and apache are at authentication bad been before body br busy by cannot center charset client closed cloudflare
connect connection content could css denied disconnect div doctype does down en envoy error exist expired failed failure
for forbidden found from gateway gone h1 h2 h3 haproxy has have head header headers hr href html http https in internal
invalid invalid_token is it json large later limit login maintenance meta method moved nginx no not of offline on or
origin overflow p page permanently please portal proxy reached reason refused rel request requests required reset
response script server service span src squid status style support supported such temporarily text that the there this timed
timeout title to token too try type unauthorized unavailable unexpected unreachable upstream url utf varnish was
wi fi you your
`
    .trim()
    .split(/\s+/),
);

/**
 * A text that others may have had a hand in: a file, the system, a library's error. Only words that the till's own code has
 * are left of it, short numbers and codes of the system. So no key and no PIN is in it, and no name, unless the name is also
 * a word of the till. What may name a payer is therefore no such text: the service's messages are not logged at all, and of
 * its answers only what `pageText` leaves.
 */
export function freeText(text: string): string {
  return textOf(knownWords, text);
}

/** A text of the service, or of what stands before it: of its words only those of a short list are left, and numbers as above. */
export function pageText(text: string): string {
  return textOf(PAGE_WORDS, text);
}

function textOf(words: ReadonlySet<string>, text: string): string {
  const places: string[] = [];
  const apart = text.replace(PLACE, (_, kind: string, line: string, column: string) => {
    places.push(`:${line}:${column}`);
    return `${kind}\u{1}`;
  });
  const known = apart.replace(TOKEN, (token) => (isKnown(words, token) ? token : UNKNOWN));
  return withoutRuns(known).replaceAll('\u{1}', () => places.shift() ?? '');
}

function isKnown(words: ReadonlySet<string>, token: string): boolean {
  if (token.includes(UNKNOWN)) return token.length > 1;
  return (
    FEW_DIGITS.test(token) ||
    words.has(token.toLowerCase()) ||
    SYSTEM_CODES.has(token) ||
    NAMED_CODE.test(token) ||
    isOfKnownWords(words, token)
  );
}

/** `PAYMENT_NOT_FOUND`, `v3`: known words and short numbers, with lines between. */
function isOfKnownWords(words: ReadonlySet<string>, token: string): boolean {
  const parts = token.match(/[A-Za-z]+|\d+/g) ?? [];
  if (parts.length < 2 || parts.join('') !== token.replaceAll('_', '')) return false;
  const hasLine = token.includes('_');
  return parts.every((part) => (hasLine && words.has(part.toLowerCase())) || FEW_DIGITS.test(part)) && hasLine;
}

/** One ellipsis for words that stand together: how many there were is nobody's concern. */
function withoutRuns(text: string): string {
  return text.replaceAll(/(?<![A-Z]{2}\d\d)…(?:[^\p{L}\p{N}\n…"<>{}[\]()]{0,3}…)+/gu, UNKNOWN);
}
