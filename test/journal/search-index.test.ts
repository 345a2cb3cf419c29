import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { Statements } from '../../main/journal/prepared-statements.ts';
import { migrate } from '../../main/journal/schema.ts';
import { bitsOf, bitsWanted, FILTER_BYTES, hasBits, setBits } from '../../main/journal/search-filter.ts';
import { SearchIndex } from '../../main/journal/search-index.ts';
import fc from '../base/properties.ts';

const BLOCK_MS = 4 * 3_600_000;
const NEWEST = Number.MAX_SAFE_INTEGER;
const OLDEST = Number.MIN_SAFE_INTEGER;

describe('a filter', () => {
  const filterOf = (...texts: readonly string[]) => {
    const filter = new Uint8Array(FILTER_BYTES);
    for (const text of texts) setBits(filter, bitsOf(text));
    return filter;
  };

  test('never denies a contained text', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: fc.constantFrom(...'zoë 1f,.') }));
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), fc.string(), (text, start, length, other) => {
        const inside = text.slice(start % (text.length + 1)).slice(0, length % 40);
        return hasBits(filterOf(other, text), bitsWanted(inside));
      }),
    );
  });

  test.each(['zzz', 'zo', 'q', 'till43', 'fccd268a29a0d347301ef56f', '12.51'])(
    'denies %s, absent from all texts',
    (text) => {
      const filter = filterOf('till42-261120-45410001 fccd268a29a0d347301ef56e sem 12.50 12,50');
      expect(hasBits(filter, bitsWanted(text))).toBe(false);
    },
  );

  test('has a separate bit for three hex digits', () => {
    const bits = new Set(Array.from({ length: 4096 }, (_, id) => [...bitsWanted(id.toString(16).padStart(3, '0'))][0]));
    expect(bits.size).toBe(4096);
    expect(Math.max(...[...bits].map(Number))).toBe(4095);
  });

  test('distinguishes payment ids by four digits as well', () => {
    const three = Array.from({ length: 4096 }, (_, id) => `x${id.toString(16).padStart(3, '0')}x`);
    const filter = filterOf(...three, 'fccd268a29a0d347301ef56e');
    expect(hasBits(filter, bitsWanted('a0d3'))).toBe(true);
    expect(hasBits(filter, bitsWanted('0d3a'))).toBe(false);
    expect(hasBits(filter, bitsWanted('0d3'))).toBe(true);
  });

  test('keeps all bits within its size', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => Math.max(0, ...bitsOf(text)) < FILTER_BYTES * 8));
  });
});

describe('the index', () => {
  let database: DatabaseSync;
  let index: SearchIndex;
  beforeEach(() => {
    database = new DatabaseSync(':memory:');
    migrate(database);
    index = new SearchIndex(new Statements(database));
  });
  const spans = (wanted: string, at = NEWEST, from = OLDEST) => [...index.spans(wanted, at, from)];
  const block = (number: number) => ({ from: number * BLOCK_MS, before: (number + 1) * BLOCK_MS });

  test('names the blocks possibly holding a text, newest first', () => {
    for (let number = 100; number < 800; number += 1)
      index.add(number * BLOCK_MS + 5, number % 70 === 0 || number === 767 ? 'zoë' : 'sem');
    expect(spans('zoë')).toEqual([770, 767, 700, 630, 560, 490, 420, 350, 280, 210, 140].map(block));
    // Up to the filters read first; skipping a single block is not worthwhile.
    expect(spans('sem', NEWEST, 0)[0]).toEqual({ from: 768 * BLOCK_MS, before: 800 * BLOCK_MS });
    expect(spans('zoë', 700 * BLOCK_MS, 560 * BLOCK_MS + 1)).toEqual([700, 630, 560].map(block));
  });

  test('keeps the earlier texts of a sale', () => {
    index.add(0, 'ref-1');
    index.add(1, 'ref-1 zoë');
    expect(spans('zoë', NEWEST, 0)).toEqual([block(0)]);
    expect(spans('ref-1', NEWEST, 0)).toEqual([block(0)]);
    expect(spans('ref-2', NEWEST, 0)).toEqual([]);
  });

  test('covers exactly the indexed sales', () => {
    const sales = [0, 1, BLOCK_MS].map((at) => ({ at, search: `ref-${at}` }));
    for (const { at, search } of sales) index.add(at, search);
    expect(index.covers(sales)).toBe(true);
    for (const at of [0, 1, BLOCK_MS, 2 * BLOCK_MS])
      expect(index.covers([...sales, { at, search: 'zoë' }].sort((one, other) => one.at - other.at))).toBe(false);
  });
});
