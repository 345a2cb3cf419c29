import type { CheckReport, CheckResult } from '../../../preload/contract/checks.ts';
import type { EnglishWords } from '../../base/native-words.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { inWords } from '../checks/report-text.ts';
import { hasAccountNumber, hashed, shown } from '../shown-in-log.ts';

export const LEFT_OUT = '…';

/** These texts contain no names and no secrets. A new field stays redacted until its name is added here. */
const KEPT: ReadonlySet<string> = new Set(
  (
    'type saleId paymentId refundKey refundId bulkId reference counter operation via status stage ending alarmOver ' +
    'outcome code field traceId spanId verifyFault why decision state currency kind serviceCode ' +
    'journalId hash jti act role roleBefore format environment version fields ' +
    'terminalId merchantId profileId posId shopId shopName mode claimPrefix issuer reconciliationIssuer chargeWith ' +
    'referencePattern pathClaim pathClaimPrefix callbackThumbprint paymentAuthentication refundRequestIssuer responsePaths entry paper opens closes till display host ' +
    'id finding view part'
  ).split(' '),
);

const JSON_TEXTS: ReadonlySet<string> = new Set(['body', 'report']);
const ADDRESSES = /(?:Url|server)$/;
/** Ids, sale numbers, roles, setting names. Texts written by people have other forms. */
const PLAIN_ID =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{24}|\d{1,6}|cashier|till|(?:settings|counter|keys)\.[\w.]{1,60})$/;
const IDENTIFIED: ReadonlySet<string> = new Set(['by', 'about']);

const LONGEST = 500;
const DEEPEST = 12;

export function redacted(value: unknown, name = '', depth = 0): unknown {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'string') return redactedText(name, value, depth);
  if (typeof value !== 'object' || depth > DEEPEST) return LEFT_OUT;
  if (Array.isArray(value)) return value.map((one) => redacted(one, name, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([member, held]) => [memberName(member), redacted(held, member, depth + 1)]),
  );
}

function redactedText(name: string, text: string, depth: number): string {
  if (JSON_TEXTS.has(name)) return redactedJson(text, depth);
  if (ADDRESSES.test(name)) return plainAddress(text);
  if (IDENTIFIED.has(name)) return PLAIN_ID.test(text) ? text : LEFT_OUT;
  return KEPT.has(name) || text === '' ? (hasAccountNumber(text) ? hashed(text) : text.slice(0, LONGEST)) : LEFT_OUT;
}

function redactedJson(text: string, depth: number): string {
  try {
    return JSON.stringify(redacted(JSON.parse(text), '', depth + 1));
  } catch {
    return LEFT_OUT;
  }
}

/** User, password, query and fragment may hold secrets. */
function plainAddress(text: string): string {
  if (text === '' || !URL.canParse(text)) return text === '' ? '' : LEFT_OUT;
  const { protocol, host, pathname, username, search, hash } = new URL(text);
  const more = username !== '' || search !== '' || hash !== '' ? LEFT_OUT : '';
  return `${protocol}//${host}${pathname}${more}`;
}

/** The till's own names; a name that looks like free text is redacted. */
function memberName(name: string): string {
  return /^[A-Za-z][\w.-]{0,60}$/.test(name) && !hasAccountNumber(name) ? name : LEFT_OUT;
}

/** Facts that support and the provider compare. Names given by people, such as a printer's, are excluded. */
const COMPARED: ReadonlySet<string> = new Set(
  (
    'kid thumbprint expected got host name addresses port issuer protocol until from screens free command ' +
    'version newest electron chromium node system'
  ).split(' '),
);

export function packedChecks({ at, version, checks }: CheckReport, words: EnglishWords): object {
  return { at, version: version, checks: checks.map((check) => packedCheck(check, words)) };
}

function packedCheck({ id, state, finding, ms, values, mend }: CheckResult, words: EnglishWords): object {
  const facts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shownFact(name, value)]));
  const { name, means, advice } = inWords({ id, state, finding, ms, values: facts }, words);
  return { id, name, state, finding, means, advice, ms, values: facts, ...omitUndefined({ mend }) };
}

function shownFact(name: string, value: string | number): string | number {
  if (typeof value === 'number') return value;
  if (name === 'traceId') return shown('id', value);
  if (name === 'proxy') return shown('address', value);
  if (COMPARED.has(name)) return hasAccountNumber(value) ? hashed(value) : value;
  return shown(/^[A-Z]/.test(value) ? 'mark' : 'word', value);
}
