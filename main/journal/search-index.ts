import { BLOCK_MS, bitsOf, bitsWanted, blockOf, FILTER_BYTES, hasBits, setBits } from './search-grams.ts';
import type { Row, Statements } from './statements.ts';

/** A part of the list of payments, by when they were charged (ms since the epoch): from `from` on, before `before`. */
export interface Span {
  readonly from: number;
  readonly before: number;
}

/** So many filters are read at a time; the first time fewer, since most texts are found among the newest sales. */
const FIRST_FILTERS = 32;
const FILTERS = 512;
/** Asking for a span takes as long as looking through the sales of so many blocks. */
const WORTH_SKIPPING = 3;

/**
 * Which blocks of sales may hold a text (`search-grams.ts`). It may say so of one that does not, and never leaves one
 * out: a filter only grows.
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
