/**
 * A filter of a block of texts. Each one, two or three consecutive characters set a bit, shared by several texts; each
 * four hexadecimal digits also set a bit, since most blocks contain any three. A filter may report a missing text and
 * never hides a present text, because bits are only added. A blank sets no bit, since it only shows the order of the
 * parts. A comma counts as a point, since every amount has both.
 */
export const FILTER_BYTES = 2_000;

/** Each three hexadecimal digits have a bit of their own: payment ids are most of a block's text. */
const HEX_GRAMS = 16 ** 3;
const OTHER_GRAMS = FILTER_BYTES * 8 - HEX_GRAMS;
const LONGEST_GRAM = 3;
const LONG_HEX_GRAM = 4;
const [BLANK, COMMA, POINT] = [0x20, 0x2c, 0x2e];

export function bitsOf(text: string): ReadonlySet<number> {
  const bits = new Set<number>();
  for (let length = 1; length <= LONGEST_GRAM; length += 1) addBits(bits, text, length);
  addBits(bits, text, LONG_HEX_GRAM);
  return bits;
}

/** The bits that every text with `wanted` has. */
export function bitsWanted(wanted: string): ReadonlySet<number> {
  const bits = new Set<number>();
  if (wanted !== '') addBits(bits, wanted, Math.min(wanted.length, LONGEST_GRAM));
  addBits(bits, wanted, LONG_HEX_GRAM);
  return bits;
}

export function hasBits(filter: Uint8Array, bits: Iterable<number>): boolean {
  for (const bit of bits) if (((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
  return true;
}

export function setBits(filter: Uint8Array, bits: Iterable<number>): void {
  for (const bit of bits) filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7));
}

function addBits(bits: Set<number>, text: string, length: number): void {
  for (let start = 0; start + length <= text.length; start += 1) {
    const bit = bitOf(text, start, length);
    if (bit !== undefined) bits.add(bit);
  }
}

function bitOf(text: string, start: number, length: number): number | undefined {
  let hex = length < LONGEST_GRAM ? -1 : 0;
  let mixed = length;
  for (let at = start; at < start + length; at += 1) {
    const typed = text.charCodeAt(at);
    if (typed === BLANK) return undefined;
    const code = typed === COMMA ? POINT : typed;
    mixed = Math.imul(mixed ^ code, 0x9e3779b1);
    mixed ^= mixed >>> 15;
    const digit = hexDigit(code);
    hex = hex < 0 || digit < 0 ? -1 : hex * 16 + digit;
  }
  if (hex >= 0 && length === LONGEST_GRAM) return hex;
  if (hex < 0 && length === LONG_HEX_GRAM) return undefined;
  return HEX_GRAMS + ((mixed >>> 0) % OTHER_GRAMS);
}

/** -1 for any other character. */
function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  return code >= 0x61 && code <= 0x66 ? code - 0x57 : -1;
}
