/**
 * Which texts a block of sales may hold, as a filter: for every one, two and three characters in a row one bit, which
 * texts share, and for every four hexadecimal digits, since three of them are in most blocks. A text whose bits are not
 * all set is in none of the sales; one whose bits are may be. What holds a blank says only which parts stand beside
 * each other, and has no bit; a comma counts as a point, since every amount has both.
 */

/** A block: the sales of four hours. Fewer would make more rows to look through, more would fill the filters up. */
export const BLOCK_MS = 14_400_000;

/** Two of them go into a page of the file. */
export const FILTER_BYTES = 2_000;

/** Three hexadecimal digits, as payment ids have them, have a bit of their own each: they are most of a block's. */
const HEX_GRAMS = 16 ** 3;
const OTHER_GRAMS = FILTER_BYTES * 8 - HEX_GRAMS;
const LONGEST_GRAM = 3;
const LONG_HEX_GRAM = 4;
const [BLANK, COMMA, POINT] = [0x20, 0x2c, 0x2e];

/** The block that a sale of this time (ms since the epoch) is in. */
export function blockOf(at: number): number {
  return Math.floor(at / BLOCK_MS);
}

/** The bits of a text that is stored. */
export function bitsOf(text: string): ReadonlySet<number> {
  const bits = new Set<number>();
  for (let length = 1; length <= LONGEST_GRAM; length += 1) addBits(bits, text, length);
  addBits(bits, text, LONG_HEX_GRAM);
  return bits;
}

/** The bits that a text has which holds `wanted`. */
export function bitsWanted(wanted: string): ReadonlySet<number> {
  const bits = new Set<number>();
  if (wanted !== '') addBits(bits, wanted, Math.min(wanted.length, LONGEST_GRAM));
  addBits(bits, wanted, LONG_HEX_GRAM);
  return bits;
}

/** True where all these bits are set. */
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
