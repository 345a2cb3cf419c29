import { expect, test } from 'vitest';
import { MAX_AMOUNT } from '../../../../preload/contract/fields.ts';
import { amountFault, parseAmount } from '../../../../renderer/ui/form/parse-amount.ts';
import { amountText, money } from '../../../../renderer/ui/money.ts';
import fc from '../../../base/properties.ts';

const right: readonly (readonly [string, number])[] = [
  ['12', 1200],
  ['12,5', 1250],
  ['12.5', 1250],
  ['12,50', 1250],
  ['12,', 1200],
  [',50', 50],
  ['.5', 50],
  ['0,01', 1],
  ['007', 700],
  ['1234', 123_400],
  ['1234,56', 123_456],
  ['1.234,56', 123_456],
  ['1,234.56', 123_456],
  ['1 234,56', 123_456],
  ['1\u00a0234,56', 123_456],
  ['1.234.567', 123_456_700],
  ['1,234,567.8', 123_456_780],
  ['1.234.567,', 123_456_700],
  ['€ 12,50', 1250],
  ['€12.50', 1250],
  ['EUR 12.50', 1250],
  ['eur12,50', 1250],
  ['12,50 €', 1250],
  ['12.50 EUR', 1250],
  ['  12,50\n', 1250],
  ['9.999.999.999,99', MAX_AMOUNT],
  ['9999999999,99', MAX_AMOUNT],
  ['0000000000000000001', 100],
];

const wrong: readonly (readonly [string, string])[] = [
  ['', 'amount.required'],
  ['   ', 'amount.required'],
  ['€', 'amount.required'],
  [',', 'amount.required'],
  ['0', 'amount.zero'],
  ['0,00', 'amount.zero'],
  ['-1', 'amount.negative'],
  ['−1', 'amount.negative'],
  ['€ -12,50', 'amount.negative'],
  ['-€ 12,50', 'amount.negative'],
  ['12,50-', 'amount.negative'],
  ['1,234', 'amount.decimals'],
  ['1.234', 'amount.decimals'],
  ['12,505', 'amount.decimals'],
  ['0.001', 'amount.decimals'],
  ['1.234,567', 'amount.decimals'],
  ['1,2,3', 'amount.separators'],
  ['12.34.56', 'amount.separators'],
  ['1.23,45', 'amount.separators'],
  ['1234.567,89', 'amount.separators'],
  ['1,234.567,89', 'amount.separators'],
  ['0.123,45', 'amount.separators'],
  ['12 34', 'amount.separators'],
  ['1 234.567,89', 'amount.separators'],
  ['1..000.000', 'amount.separators'],
  ['12a', 'amount.characters'],
  ['1e3', 'amount.characters'],
  ['0x10', 'amount.characters'],
  ['Infinity', 'amount.characters'],
  ['$ 5', 'amount.characters'],
  ['+5', 'amount.characters'],
  ['١٢', 'amount.characters'],
  ['12,50 eur extra', 'amount.characters'],
  ['10000000000', 'amount.too-large'],
  ['10.000.000.000,00', 'amount.too-large'],
  ['9'.repeat(400), 'amount.too-large'],
];

test.each(right)('"%s" is read as %i cents', (text, cents) => {
  expect(parseAmount(text)).toEqual({ ok: true, cents });
});

test.each(wrong)('"%s" is refused with %s', (text, code) => {
  expect(parseAmount(text)).toMatchObject({ ok: false, code });
});

test('names the refused character', () => {
  expect(parseAmount('12,5O')).toEqual({ ok: false, code: 'amount.characters', character: 'O' });
});

test('reads displayed amounts back to the cent', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: MAX_AMOUNT }),
      fc.constantFrom('nl-NL', 'en-IE', 'de-DE', 'fr-FR'),
      (cents, region) => {
        expect(parseAmount(money(cents, region))).toEqual({ ok: true, cents });
        expect(parseAmount(amountText(cents, region))).toEqual({ ok: true, cents });
      },
    ),
  );
});

test('returns whole cents within limits or a refusal', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'0123456789.,- €EUR') }));
  fc.assert(
    fc.property(text, (typed) => {
      const read = parseAmount(typed);
      if (read.ok) expect(Number.isInteger(read.cents) && read.cents >= 1 && read.cents <= MAX_AMOUNT).toBe(true);
      else expect(read.code).toMatch(/^amount\./);
    }),
    { numRuns: 2_000 },
  );
});

test('reports an unfinished amount only after submitting', () => {
  expect(amountFault(parseAmount(''), { asked: false })).toBeUndefined();
  expect(amountFault(parseAmount('0'), { asked: false })).toBeUndefined();
  expect(amountFault(parseAmount(''), { asked: true })?.code).toBe('amount.required');
  expect(amountFault(parseAmount('5x'), { asked: false })).toMatchObject({
    code: 'amount.characters',
    values: { character: 'x' },
  });
});
