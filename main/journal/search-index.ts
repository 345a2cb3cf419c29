import type { Row, Statements } from './statements.ts';

/** A part of the list of payments, by when they were charged (ms since the epoch): from `from` on, before `before`. */
export interface Span {
  readonly from: number;
  readonly before: number;
}

/** A block: the sales of four hours. Fewer would make more rows to look through, more would fill the filters up. */
export const BLOCK_MS = 14_400_000;

/** 2,000 bytes: two rows fit a page of the file. */
export const FILTER_BYTES = 2_000;

/** Three hexadecimal digits, as payment ids have them, have a bit of their own each: they are most of a block's. */
const HEX_GRAMS = 16 ** 3;
const OTHER_GRAMS = FILTER_BYTES * 8 - HEX_GRAMS;
const LONGEST_GRAM = 3;
const LONG_HEX_GRAM = 4;
const [BLANK, COMMA, POINT] = [0x20, 0x2c, 0x2e];

/** Filters read at a time; fewer at first, since most texts are found among the newest sales. */
const FIRST_FILTERS = 32;
const FILTERS = 512;
/** Asking for a span takes as long as looking through the sales of so many blocks. */
const WORTH_SKIPPING = 3;

/**
 * Filters that tell which blocks of sales may hold a text: for every one, two and three characters in a row one bit, which
 * texts share, and for every four hexadecimal digits, since three of them are in most blocks. A filter may promise a text
 * that is not there, and never hides one: it only grows. A blank has no bit, since it only says which parts stand beside
 * each other; a comma counts as a point, since every amount has both.
 */
export class SearchIndex {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** Notes what a sale of this time can be found by; the caller writes the sale in the same transaction. */
  add(at: number, text: string): void {
    const block = blockOf(at);
    const bits = bitsOf(text);
    const kept = this.#statements.get('SELECT grams FROM search_blocks WHERE block = ?', block)?.['grams'];
    const filter = kept instanceof Uint8Array ? kept : new Uint8Array(FILTER_BYTES);
    if (hasBits(filter, bits)) return;
    setBits(filter, bits);
    this.#statements.run('INSERT OR REPLACE INTO search_blocks (block, grams) VALUES (?, ?)', block, filter);
  }

  /** Makes it anew from the sales that are there, in the caller's transaction. */
  remake(): void {
    this.#statements.run('DELETE FROM search_blocks');
    let made: { readonly block: number; readonly filter: Uint8Array } | undefined;
    const put = () => {
      if (made !== undefined)
        this.#statements.run('INSERT INTO search_blocks (block, grams) VALUES (?, ?)', made.block, made.filter);
    };
    for (const row of this.#statements.iterate('SELECT at, search FROM sales ORDER BY at')) {
      const block = blockOf(Number(row['at']));
      if (block !== made?.block) {
        put();
        made = { block, filter: new Uint8Array(FILTER_BYTES) };
      }
      setBits(made.filter, bitsOf(String(row['search'])));
    }
    put();
  }

  /**
   * True where no filter leaves out one of these sales, which come in the order of their times. That it promises a text
   * that is not there costs time alone, and a filter that was made of more than the sales say now does so.
   */
  covers(sales: Iterable<{ readonly at: number; readonly search: string }>): boolean {
    let block: number | undefined;
    let filter: unknown;
    for (const { at, search } of sales) {
      if (blockOf(at) !== block) {
        block = blockOf(at);
        filter = this.#statements.get('SELECT grams FROM search_blocks WHERE block = ?', block)?.['grams'];
      }
      if (!(filter instanceof Uint8Array) || !hasBits(filter, bitsOf(search))) return false;
    }
    return true;
  }

  /**
   * Where sales may be that hold `wanted`, the newest first, up to and with the time `at`; ms since the epoch. Blocks
   * close to each other are one span: at worst it is as if there were no index.
   */
  *spans(wanted: string, at: number, from: number): Generator<Span> {
    const bits = bitsWanted(wanted);
    const oldest = blockOf(from);
    let count = FIRST_FILTERS;
    for (let below = blockOf(at) + 1; below > oldest; count = FILTERS) {
      const rows = this.#statements.all(
        'SELECT block, grams FROM search_blocks WHERE block < ? AND block >= ? ORDER BY block DESC LIMIT ?',
        below,
        oldest,
        count,
      );
      yield* together(rows, bits);
      below = Number(rows.at(-1)?.['block'] ?? oldest);
      if (rows.length < count) return;
    }
  }
}

function* together(rows: readonly Row[], bits: ReadonlySet<number>): Generator<Span> {
  let span: Span | undefined;
  let skipped = 0;
  for (const { block, grams } of rows) {
    const from = Number(block) * BLOCK_MS;
    if (grams instanceof Uint8Array && hasBits(grams, bits)) {
      span = { from, before: span?.before ?? from + BLOCK_MS };
      skipped = 0;
      continue;
    }
    skipped += 1;
    if (span === undefined || skipped < WORTH_SKIPPING) continue;
    yield span;
    span = undefined;
  }
  if (span !== undefined) yield span;
}

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
