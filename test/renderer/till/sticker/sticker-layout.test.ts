import { expect, test } from 'vitest';
import { type StickerWords, stickerLayout } from '../../../../renderer/till/sticker/sticker-layout.ts';
import fc from '../../../base/properties.ts';

const words: StickerWords = {
  shopName: 'Bakkerij Zoë',
  posId: 'TILL42',
  code: 'https://pay.example/pos/5f3a9c1e7b2d4f6081a2b3c4/TILL42',
  invitation: 'Scan to pay',
  mark: '',
};
/** Letters as wide as they are high: wider than in any font of the windows. */
const wide = (text: string) => text.length;
const narrow = (text: string) => text.length * 0.55;

test('centres a large code with a four-module quiet zone', () => {
  const { code, width } = stickerLayout(words, narrow);
  expect(code.x * 2 + code.side).toBe(width);
  // Modules larger than a millimetre, to scan at arm's length.
  expect(code.side / code.modules).toBeGreaterThan(1);
  const [x, y] = /^M(\d+) (\d+)/.exec(code.path)?.slice(1).map(Number) ?? [];
  expect([x, y]).toEqual([4, 4]);
});

test('places shop name, invitation and POS within the edges', () => {
  const { lines, width, height } = stickerLayout(words, narrow);
  expect(lines.map(({ text }) => text)).toEqual(['Bakkerij Zoë', 'Scan to pay', 'TILL42']);
  for (const { y, size, length } of lines) {
    expect(length).toBeLessThanOrEqual(width - 14);
    expect(y).toBeLessThan(height);
    expect(y - size).toBeGreaterThan(0);
  }
});

test('splits a long name over two lines in readable letters', () => {
  const { lines } = stickerLayout({ ...words, shopName: 'Boulangerie-Pâtisserie Van den Broeck' }, narrow);
  expect(lines.slice(0, 2).map(({ text }) => text)).toEqual(['Boulangerie-Pâtisserie', 'Van den Broeck']);
  expect(lines[0]?.size).toBeGreaterThan(6);
});

test('fits a name of a single long word', () => {
  const { lines, width } = stickerLayout({ ...words, shopName: 'W'.repeat(36) }, wide);
  expect(lines[0]?.length).toBeLessThanOrEqual(width - 14);
});

test('never overlaps its parts, for any name and POS', () => {
  const names = fc.string({ unit: fc.constantFrom('W', 'i', 'é', ' ', '-'), maxLength: 36 });
  const given = fc.record({
    shopName: names,
    posId: fc.stringMatching(/^[A-Z0-9]{1,36}$/),
    mark: fc.constantFrom('', 'TRAINING'),
  });
  fc.assert(
    fc.property(given, (some) => {
      const { code, lines, bars, width } = stickerLayout({ ...words, ...some }, wide);
      const [upper, lower] = bars;
      for (const { text, y, size, length, fill } of lines) {
        expect(length).toBeLessThanOrEqual(width - 14 + 0.001);
        const above = y + size * 0.25 <= code.y;
        const below = y - size * 0.75 >= code.y + code.side;
        expect(above || below, text).toBe(true);
        if (fill === 'black' && upper && lower) {
          expect(y - size * 0.75, text).toBeGreaterThan(upper.y + upper.height);
          expect(y + size * 0.25, text).toBeLessThan(lower.y);
        }
      }
    }),
  );
});

test('prints the mark at both ends, white on black', () => {
  const { lines, bars, height } = stickerLayout({ ...words, mark: 'TRAINING' }, narrow);
  expect(lines.filter(({ text, fill }) => text === 'TRAINING' && fill === 'white').length).toBe(2);
  expect(bars[0]?.y).toBe(0);
  expect((bars[1]?.y ?? 0) + (bars[1]?.height ?? 0)).toBe(height);
});

test('omits an empty shop name', () => {
  expect(stickerLayout({ ...words, shopName: '' }, narrow).lines.map(({ text }) => text)).toEqual([
    'Scan to pay',
    'TILL42',
  ]);
});
