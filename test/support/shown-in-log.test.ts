import { expect, test } from 'vitest';
import { hasAccountNumber } from '../../main/support/shown-in-log.ts';
import fc from '../base/properties.ts';

/** An account number for each country format, from the examples of the registry. */
const IBANS = [
  'NO9386011117947',
  'BE68539007547034',
  'NL91ABNA0417164300',
  'DE89370400440532013000',
  'GB29NWBK60161331926819',
  'FR1420041010050500013M02606',
  'MT84MALT011000012345MTLCAST001S',
];

test.each(IBANS)('finds %s in any spacing and case', (iban) => {
  const between = fc.constantFrom('', ' ', '.', '-', '\u00a0', '/');
  const text = fc.stringMatching(/^[ .:]*$/);
  fc.assert(
    fc.property(text, between, fc.boolean(), text, (before, gap, lower, after) => {
      const written = (iban.match(/.{1,4}/g) ?? []).join(gap);
      expect(hasAccountNumber(before + (lower ? written.toLowerCase() : written) + after)).toBe(true);
    }),
  );
});

test.each([
  ['a reference of this till', 'TILL42-261122-17'],
  ['a reference that begins like one', 'NL42-261122-1700'],
  ['an id of the service', 'fccd268a29a0d347301ef56e'],
  ['a UUID', '3f1d2c4b-1111-4222-8333-444455556666'],
  ['wrong check digits', 'BE69539007547034'],
  ['the start of one', 'BE685390'],
])('%s is not an account number', (_what, text) => {
  expect(hasAccountNumber(text)).toBe(false);
});
