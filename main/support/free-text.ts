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

/**
 * A text that others may have had a hand in: the service, a file, the system, a library's error. Only words that the till's
 * own code has are left of it, short numbers and codes of the system. So whatever a name, a key or a PIN looks like, and
 * however it is written, it is not in it.
 */
export function freeText(text: string): string {
  const places: string[] = [];
  const apart = text.replace(PLACE, (_, kind: string, line: string, column: string) => {
    places.push(`:${line}:${column}`);
    return `${kind}\u{1}`;
  });
  const known = apart.replace(TOKEN, (token) => (isKnown(token) ? token : UNKNOWN));
  return withoutRuns(known).replaceAll('\u{1}', () => places.shift() ?? '');
}

function isKnown(token: string): boolean {
  if (token.includes(UNKNOWN)) return token.length > 1;
  return (
    FEW_DIGITS.test(token) ||
    knownWords.has(token.toLowerCase()) ||
    SYSTEM_CODES.has(token) ||
    NAMED_CODE.test(token) ||
    isOfKnownWords(token)
  );
}

/** `PAYMENT_NOT_FOUND`, `v3`: known words and short numbers, with lines between. */
function isOfKnownWords(token: string): boolean {
  const parts = token.match(/[A-Za-z]+|\d+/g) ?? [];
  if (parts.length < 2 || parts.join('') !== token.replaceAll('_', '')) return false;
  const hasLine = token.includes('_');
  return parts.every((part) => (hasLine && knownWords.has(part.toLowerCase())) || FEW_DIGITS.test(part)) && hasLine;
}

/** One ellipsis for words that stand together: how many there were is nobody's concern. */
function withoutRuns(text: string): string {
  return text.replaceAll(/(?<![A-Z]{2}\d\d)…(?:[^\p{L}\p{N}\n…"<>{}[\]()]{0,3}…)+/gu, UNKNOWN);
}
