/**
 * The SEPA extended character set (a Unicode subset, EPC best practices): Latin, Greek and Cyrillic letters of the SEPA
 * countries with the punctuation of a keyboard.
 */
const SEPA_RANGES: readonly (readonly [number, number])[] = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x218, 0x21b],
  [0x386, 0x386],
  [0x388, 0x3ce],
  [0x400, 0x45f],
  [0x1e9e, 0x1e9e],
  [0x2013, 0x2014],
  [0x2018, 0x201e],
  [0x2020, 0x2022],
  [0x2026, 0x2026],
  [0x2030, 0x2030],
  [0x2039, 0x203a],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
];

export function firstCharacterOutsideSepa(text: string): string | undefined {
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (!SEPA_RANGES.some(([from, to]) => point >= from && point <= to)) return character;
  }
  return undefined;
}

/** Characters outside the basic SEPA set accepted by every bank. */
const OUTSIDE_BASIC = /[^A-Za-z0-9 /?:().,'+-]/gu;
const SIGN = "[ /?:().,'+-]";

/** `leftOut`: each removed character once, in order. */
export function basicSepa(text: string): { readonly text: string; readonly leftOut: string } {
  const kept = text.replaceAll(OUTSIDE_BASIC, '').replaceAll(/ {2,}/g, ' ').trim();
  return { text: kept, leftOut: [...new Set(text.match(OUTSIDE_BASIC))].join('') };
}

/** By the EPC's best practices; undefined if unchanged. */
export function inBasicSepa(text: string): string | undefined {
  const basic = text.trim().replaceAll(OUTSIDE_BASIC, (character) => baseOf(character) ?? '.');
  return basic === text ? undefined : basic;
}

/**
 * Source of a regular expression for a text as returned by services: a letter without accent or as up to three letters;
 * another character as a sign, as EUR, or left out.
 */
export function basicForms(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9 /:,'-]/gu, (character) => {
    if ('?().+'.includes(character)) return `\\${character}`;
    const letter = `${baseOf(character) ?? '[A-Za-z]'}[A-Za-z]{0,2}`;
    return `(?:\\u{${character.codePointAt(0)?.toString(16)}}|${/\p{L}/u.test(character) ? letter : 'E(?:UR)?'}|${SIGN})?`;
  });
}

function baseOf(character: string): string | undefined {
  return /^[A-Za-z]/.exec(character.normalize('NFD'))?.[0];
}
