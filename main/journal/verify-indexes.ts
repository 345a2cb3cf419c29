import { createHash } from 'node:crypto';
import type { Database } from './database.ts';
import { madeFrom } from './made-from.ts';
import { bitsOf, blockOf, hasBits } from './search-grams.ts';

/**
 * Whether the search index leaves no sale out of those that it is made for. That it names a block in which a text is not
 * costs time alone, and a filter that was made of more than the sales say now does so.
 */
export function searchCovers(
  database: Database,
  sales: Iterable<{ readonly at: number; readonly search: string }>,
): boolean {
  const from = madeFrom(database, 'search');
  const select = database.prepare('SELECT grams FROM search_blocks WHERE block = ?');
  let block: number | undefined;
  let filter = new Uint8Array();
  for (const { at, search } of sales) {
    if (blockOf(at) < from) continue;
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

/** What the trail says of the events that it is made for, in short. */
export function trailDigest(database: Database): string {
  const hash = createHash('sha256');
  const rows = database.prepare('SELECT at, seq FROM trail WHERE seq >= ? ORDER BY at, seq');
  for (const { at, seq } of rows.iterate(madeFrom(database, 'trail'))) hash.update(`${String(at)}/${String(seq)} `);
  return hash.digest('hex');
}

/**
 * Whether the trail names these events, each with when its sale began, of those that it is made for; and no others, unless
 * `others` may be there.
 */
export function trailAddsUp(
  database: Database,
  trail: ReadonlyMap<number, number>,
  others: 'allowed' | 'none',
): boolean {
  const from = madeFrom(database, 'trail');
  let expected = 0;
  for (const seq of trail.keys()) if (seq >= from) expected += 1;
  for (const { at, seq } of database.prepare('SELECT at, seq FROM trail').iterate()) {
    if (Number(seq) < from) continue;
    if (trail.get(Number(seq)) === Number(at)) expected -= 1;
    else if (others === 'none') return false;
  }
  return expected === 0;
}
