import { describe, expect, test } from 'vitest';
import { amountTyping, withQuickAmount } from '../../../../renderer/till/form/amount-entry.ts';
import { parseAmount } from '../../../../renderer/ui/form/parse-amount.ts';
import { amountText } from '../../../../renderer/ui/money.ts';
import fc from '../../../base/properties.ts';

const written = (cents: number) => amountText(cents, 'nl-NL');
const cents = amountTyping('cents-first', written);
const keys = (typing: typeof cents, ...pressed: readonly string[]) =>
  pressed.reduce((text, key) => (key === 'back' ? typing.back(text) : typing.add(text, key)), '');

describe('cents first', () => {
  test.each([
    [['1', '2', '5', '0'], '12,50'],
    [['1'], '0,01'],
    [['1', '00'], '1,00'],
    [['0', '00', '7'], '0,07'],
    [['1', '2', '5', '0', 'back'], '1,25'],
    [['1', 'back'], ''],
    [['1', ',', '2', '5'], '1,25'],
  ])('%j shows %s', (pressed, shown) => {
    expect(keys(cents, ...pressed)).toBe(shown);
  });

  test('applies typing at the end and replacing the whole text', () => {
    expect(cents.changed('12,503')).toBe('125,03');
    expect(cents.changed('12,5')).toBe('1,25');
    expect(cents.changed('5')).toBe('0,05');
    expect(cents.changed('')).toBe('');
  });

  test('reads pasted text as a written amount', () => {
    expect(cents.pasted?.('€ 1.234,5')).toBe('1234,50');
    expect(cents.pasted?.('12')).toBe('12,00');
    // An unreadable amount stays visible with its fault; the next digit continues with its digits.
    expect(cents.pasted?.('12,505')).toBe('12,505');
  });

  test('the digits alone decide the amount, as on card terminals', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'0123456789', '00'), { minLength: 1, maxLength: 8 }), (pressed) => {
        const expected = Number(pressed.join('').slice(0, 12));
        fc.pre(pressed.join('').length <= 12);
        const read = parseAmount(keys(cents, ...pressed));
        expect(read.ok ? read.cents : 0).toBe(expected);
      }),
    );
  });

  test('refuses too many digits and never wraps around', () => {
    const read = parseAmount(keys(cents, ...'9'.repeat(40)));
    expect(read).toMatchObject({ ok: false, code: 'amount.too-large' });
  });
});

test('with a decimal comma, shows exactly the pressed keys', () => {
  const decimal = amountTyping('decimal', written);
  expect(keys(decimal, '1', '2', ',', '5', '0', 'back')).toBe('12,5');
  expect(decimal.changed('12,')).toBe('12,');
  expect(decimal.pasted).toBeUndefined();
});

test.each([
  ['', '5,00'],
  ['2,50', '7,50'],
  ['12,', '17,00'],
  ['0', '5,00'],
  ['12,505', '5,00'],
])('a quick amount of 5 euros after %j gives %s', (text, after) => {
  expect(withQuickAmount(text, 500, written)).toBe(after);
});
