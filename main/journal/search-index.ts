import type { Row, Statements } from './prepared-statements.ts';

/** A span of charge times (ms since the epoch): from `from`, before `before`. */
interface Span {
  readonly from: number;
  readonly before: number;
}

/** Four hours of sales. Shorter blocks would mean more rows to scan; longer blocks would fill up the filters. */
export const BLOCK_MS = 14_400_000;

export const FILTER_BYTES = 2_000;

/** Each three hexadecimal digits have a bit of their own: payment ids are most of a block's text. */
const HEX_GRAMS = 16 ** 3;
const OTHER_GRAMS = FILTER_BYTES * 8 - HEX_GRAMS;
const LONGEST_GRAM = 3;
const LONG_HEX_GRAM = 4;
const [BLANK, COMMA, POINT] = [0x20, 0x2c, 0x2e];

/** Filters per read; fewer at first, since most texts are found among the newest sales. */
const FIRST_FILTERS = 32;
const FILTERS = 512;
/** Blocks worth skipping: another query takes as long as scanning the sales of this many blocks. */
const WORTH_SKIPPING = 3;

/**
 * Filters for the blocks of sales that may contain a text. Each one, two or three consecutive characters set a bit,
 * shared by several texts; each four hexadecimal digits also set a bit, since most blocks contain any three. A filter
 * may report a missing text and never hides a present text, because bits are only added. A blank sets no bit, since it
 * only shows the order of the parts. A comma counts as a point, since every amount has both.
 */
export class SearchIndex {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** The caller writes the sale in the same transaction. */
  add(at: number, text: string): void {
    const block = blockOf(at);
    const bits = bitsOf(text);
    const kept = this.#statements.get('SELECT grams FROM search_blocks WHERE block = ?', block)?.['grams'];
    const filter = kept instanceof Uint8Array ? kept : new Uint8Array(FILTER_BYTES);
    if (hasBits(filter, bits)) return;
    setBits(filter, bits);
    this.#statements.run('INSERT OR REPLACE INTO search_blocks (block, grams) VALUES (?, ?)', block, filter);
  }

  /** Rebuilds the index from the stored sales, in the caller's transaction. */
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

  /** The sales must be in the order of their times. Superfluous bits, as of a sale's earlier texts, cost only time. */
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

  /** Newest first, ms since the epoch. Close blocks form one span, so the worst case is a scan without an index. */
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

/** The block of a sale at this time (ms since the epoch). */
function blockOf(at: number): number {
  return Math.floor(at / BLOCK_MS);
}

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
