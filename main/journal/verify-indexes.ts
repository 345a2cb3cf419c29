import type { Database } from './database.ts';
import { bitsOf, blockOf, hasBits } from './search-grams.ts';

/**
 * True where the search index leaves no sale out. That it names a block in which a text is not
 * costs time alone, and a filter that was made of more than the sales say now does so.
 */
export function searchCovers(
  database: Database,
  sales: Iterable<{ readonly at: number; readonly search: string }>,
): boolean {
  const select = database.prepare('SELECT grams FROM search_blocks WHERE block = ?');
  let block: number | undefined;
  let filter = new Uint8Array();
  for (const { at, search } of sales) {
    if (blockOf(at) !== block) {
      block = blockOf(at);
      const grams = select.get(block)?.['grams'];
      filter = grams instanceof Uint8Array ? new Uint8Array(grams) : new Uint8Array();
    }
    if (!hasBits(filter, bitsOf(search))) return false;
  }
  return true;
}

/** The sales as they are stored, in the order of the blocks. */
export function* searchTexts(database: Database): Generator<{ readonly at: number; readonly search: string }> {
  for (const row of database.prepare('SELECT at, search FROM sales ORDER BY at').iterate())
    yield { at: Number(row['at']), search: String(row['search']) };
}
