import { expect, test } from 'vitest';
import { MAX_AMOUNT } from '../../../preload/contract/fields.ts';
import { amountText, money, widthInEms } from '../../../renderer/ui/money.ts';
import fc from '../../base/properties.ts';

test('writes cents as shop prices', () => {
  expect(money(1250, 'nl-NL')).toBe('€\u00a012,50');
  expect(money(5, 'nl-NL')).toBe('€\u00a00,05');
  expect(money(-1250, 'nl-NL')).toBe('−\u00a0€\u00a012,50');
  expect(money(-0, 'nl-NL')).toBe('€\u00a00,00');
  expect(money(MAX_AMOUNT, 'nl-NL')).toBe('€\u00a09.999.999.999,99');
});

test('fills an amount box as typed by hand', () => {
  expect(amountText(123_456, 'nl-NL')).toBe('1234,56');
});

test('loses no cent in the text of any amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_AMOUNT }), (cents) => {
      expect(Number(amountText(cents, 'nl-NL').replace(',', ''))).toBe(cents);
    }),
  );
});

test('refuses fractions of a cent', () => {
  expect(() => money(12.5, 'nl-NL')).toThrow(RangeError);
  expect(() => money(Number.NaN, 'nl-NL')).toThrow(RangeError);
});

test('a longer figure gets more width', () => {
  expect(widthInEms('€ 9.999.999.999,99')).toBeGreaterThan(widthInEms('€ 12,50'));
  expect(widthInEms('')).toBe(1);
});
