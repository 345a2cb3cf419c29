/**
 * How long each country's account numbers are, country code and check digits included (the registry of ISO 13616, which
 * SWIFT keeps).
 */
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

/** What people, forms and encodings put between the characters of an account number. */
const BETWEEN = String.raw`(?:[\s.\-_/·*+\u00ad\u200b-\u200d\u2060\ufeff]|%20|\\u00a0|\\[nrt]|&nbsp;){0,4}`;
const START = new RegExp(String.raw`([A-Za-z])(${BETWEEN})([A-Za-z])(${BETWEEN})(\d)${BETWEEN}(\d)`, 'g');
const NEXT = new RegExp(`(${BETWEEN})([A-Za-z0-9])`, 'y');
/**
 * Ids of ours and of the service: one of them is masked only where it is a whole account number with its check digits. Two
 * letters and then digits alone are hardly ever an id.
 */
const IDS =
  /\b(?![a-f]{2}\d+(?![\w-]))(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16}|[0-9a-f]{24}|[0-9a-f]{32})\b/g;
const DIGITS = /(?<![\w.])(?:\d{10,}|\d{4}(?:[ .-]\d{4}){2,}(?:[ .-]\d{1,4})?)(?!\w)/g;

/**
 * Leaves of each account number the country, the check digits and the last four characters, however it is spaced and
 * cased. `cut` also masks what may be a part of one: the start of one that a limit has cut off, and ten digits or more.
 */
export function maskAccountNumbers(text: string, parts: 'whole' | 'cut'): string {
  const idAt = idsIn(text);
  let masked = '';
  let done = 0;
  START.lastIndex = 0;
  for (let start = START.exec(text); start !== null; start = START.exec(text)) {
    const id = idAt(start.index);
    const found = numberAt(text, start, id !== undefined || parts === 'whole');
    if (found === undefined || (id !== undefined && id.from !== start.index)) {
      START.lastIndex = start.index + 1;
      continue;
    }
    masked += `${text.slice(done, start.index)}${found.shown}`;
    done = found.end;
    START.lastIndex = done;
  }
  const all = masked + text.slice(done);
  return parts === 'whole' ? all : maskDigits(all);
}

/** Finds the id that a place in the text belongs to. */
function idsIn(text: string): (at: number) => { readonly from: number } | undefined {
  const ids = [...text.matchAll(IDS)].map((id) => ({ from: id.index, to: id.index + id[0].length }));
  return (at) => ids.find(({ from, to }) => from <= at && at < to);
}

interface Found {
  readonly shown: string;
  /** Where the text goes on. */
  readonly end: number;
}

function numberAt(text: string, start: RegExpExecArray, wholeOnly: boolean): Found | undefined {
  const [, first = '', , second = '', , ...checkDigits] = start;
  const country = (first + second).toUpperCase();
  const length = LENGTHS.get(country);
  if (length === undefined || isWithinWord(text, start)) return undefined;
  const head = country + checkDigits.join('');
  const rest = charactersFrom(text, start.index + start[0].length, length - 4);
  const whole = rest.length === length - 4 && hasCheckDigits(head + rest.map(({ character }) => character).join(''));
  if (!whole && (wholeOnly || !looksLikeOne(text, start, rest))) return undefined;
  const taken = whole ? rest : untilNextWord(rest);
  const last = taken.slice(-4).map(({ character }) => character);
  const shown = taken.length === length - 4 ? last.join('').toUpperCase() : '';
  return { shown: `${head}…${shown}`, end: taken.at(-1)?.end ?? start.index + start[0].length };
}

interface Character {
  readonly character: string;
  readonly end: number;
  /** Something stands between it and the one before. */
  readonly apart: boolean;
}

function charactersFrom(text: string, from: number, most: number): readonly Character[] {
  const found: Character[] = [];
  NEXT.lastIndex = from;
  while (found.length < most) {
    const next = NEXT.exec(text);
    if (next === null) break;
    const [, between = '', character = ''] = next;
    found.push({ character, end: NEXT.lastIndex, apart: between !== '' });
  }
  return found;
}

/** The end of another word and a digit after it, unless that word says what follows: `IBAN`, or any before a capital. */
function isWithinWord(text: string, start: RegExpExecArray): boolean {
  const before = text.slice(Math.max(0, start.index - 4), start.index);
  if (!/[A-Za-z0-9]$/.test(before) || /iban$/i.test(before)) return false;
  const [, first = '', gap] = start;
  return gap !== '' || !/[a-z]$/.test(before) || !/[A-Z]/.test(first);
}

/** Tells the start of an account number from "is 10 of 12", and from a date or a time after "at". */
function looksLikeOne(text: string, start: RegExpExecArray, rest: readonly Character[]): boolean {
  const [, first = '', , second = '', gap = ''] = start;
  const digits = (most: number) => rest.slice(0, most).filter(({ character }) => /\d/.test(character)).length;
  const afterLetters = text.slice(start.index).replace(/^[A-Za-z]\s*[A-Za-z]\s+/, '');
  if (/^(?:(?:19|20)\d\d-\d\d-\d\d|1[5-9]\d{11}\b)/.test(afterLetters)) return false;
  const isWord = /\s/.test(gap) && /[a-z]/.test(first + second);
  return isWord ? digits(8) >= 6 : digits(6) >= 1;
}

/** Without the words after one that was cut off. The first group stays: some countries' numbers begin with letters. */
function untilNextWord(rest: readonly Character[]): readonly Character[] {
  const groups: Character[][] = [];
  for (const character of rest) {
    if (character.apart || groups.length === 0) groups.push([]);
    groups.at(-1)?.push(character);
  }
  const isWord = (group: readonly Character[]) =>
    group.length > 1 && group.every(({ character }) => /[a-z]/.test(character));
  const end = groups.findIndex((group, index) => index > 0 && isWord(group));
  return groups.slice(0, end === -1 ? groups.length : end).flat();
}

/**
 * ISO 13616: with its first four characters moved to the end, and letters as 10 to 35, it is 1 modulo 97.
 */
function hasCheckDigits(number: string): boolean {
  const moved = number.slice(4) + number.slice(0, 4);
  const spelt = [...moved].map((character) => Number.parseInt(character, 36)).join('');
  return BigInt(spelt) % 97n === 1n;
}

/** Ten digits or more, together or in groups of four. Thirteen that begin like a time of these decades, in ms, are one. */
function maskDigits(text: string): string {
  const idAt = idsIn(text);
  return text.replaceAll(DIGITS, (digits, at: number) =>
    idAt(at) !== undefined || /^1[5-9]\d{11}$/.test(digits) ? digits : `…${digits.slice(-4)}`,
  );
}
