import { expect, test } from 'vitest';
import { amountText, timeTexts } from '../../main/export/cell-text.ts';
import type { Zone } from '../../main/export/table.ts';
import fc from '../base/properties.ts';

test.each([
  [0, '0,00'],
  [5, '0,05'],
  [-5, '-0,05'],
  [1_250, '12,50'],
  [-123_405, '-1234,05'],
  [99_999_999_99, '99999999,99'],
])('writes %i cents as %s', (cents, text) => {
  expect(amountText(cents, ',')).toBe(text);
  expect(amountText(cents, '.')).toBe(text.replace(',', '.'));
});

test('writes amounts without losing a cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
      expect(Math.round(Number(amountText(cents, '.')) * 100)).toBe(cents);
    }),
  );
});

const march = Date.UTC(2026, 2, 29, 1);
const october = Date.UTC(2026, 9, 25, 1);
/** The offset from UTC in Brussels in 2026, minutes. */
const brussels: Zone = (ms) => (ms >= march && ms < october ? 120 : 60);

test.each([
  [march - 1, '2026-03-29T01:59:59.999+01:00'],
  [march, '2026-03-29T03:00:00.000+02:00'],
  [october - 1, '2026-10-25T02:59:59.999+02:00'],
  [october, '2026-10-25T02:00:00.000+01:00'],
  [Date.UTC(2026, 10, 22, 23, 0, 0, 7), '2026-11-23T00:00:00.007+01:00'],
])('writes the UTC offset around a clock change', (ms, text) => {
  expect(timeTexts(brussels)(ms)).toBe(text);
});

test('writes times without changing the instant', () => {
  const texts = [0, 60, -210, 345, 840].map((minutes) => timeTexts(() => minutes));
  fc.assert(
    fc.property(fc.integer({ min: -1e11, max: 4e12 }), (ms) => {
      for (const text of texts) expect(Date.parse(text(ms))).toBe(ms);
    }),
  );
  expect(timeTexts(() => 0)(0)).toBe('1970-01-01T00:00:00.000Z');
  expect(timeTexts(() => -210)(0)).toBe('1969-12-31T20:30:00.000-03:30');
});
