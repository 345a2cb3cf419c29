import type { Row, Statements } from './prepared-statements.ts';
import { bitsOf, bitsWanted, FILTER_BYTES, hasBits, setBits } from './search-filter.ts';

/** A span of charge times (ms since the epoch): from `from`, before `before`. */
interface Span {
  readonly from: number;
  readonly before: number;
}

/** Four hours of sales. Shorter blocks would mean more rows to scan; longer blocks would fill up the filters. */
const BLOCK_MS = 14_400_000;

/** Filters per read; fewer at first, since most texts are found among the newest sales. */
const FIRST_FILTERS = 32;
const FILTERS = 512;
/** Blocks worth skipping: another query takes as long as scanning the sales of this many blocks. */
const WORTH_SKIPPING = 3;

/** A filter for each block of sales (`search-filter.ts`). A search reads only the blocks that may contain the text. */
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
