import { expect, test } from 'vitest';
import { chargedWhere, counterName, saleReference, statedPosId } from '../../main/domain/sale-reference.ts';
import { DEFAULT_REFERENCE_PATTERN, referenceOf } from '../../preload/contract/reference-pattern.ts';
import fc from '../base/properties.ts';

/** Local time, as on the wall clock. */
const noon = (year: number, month: number, day: number) => new Date(year, month - 1, day, 12).getTime();
const lastMinute = new Date(2026, 2, 9, 23, 59).getTime();

test.each([
  ['TILL42', noon(2026, 3, 9), 7, 12, 'TILL42-260309-00070012'],
  ['TILL42', lastMinute, 7, 13, 'TILL42-260309-00070013'],
  ['TILL42', noon(2026, 12, 31), 9_999, 9_999, 'TILL42-261231-99999999'],
  ['TILL42', noon(2105, 1, 1), 0, 1, 'TILL42-050101-00000001'],
  ['TILL42', noon(2026, 3, 9), 7, 123_456, 'TILL42-260309-0007123456'],
  ['1234567890ABCDEFG', noon(2026, 3, 9), 7, 123_456, '1234567890ABCDEFG-260309-0007123456'],
])('%s at %i, salt %i, sale %i is %s', (posId, at, salt, sequence, reference) => {
  expect(saleReference(posId, at, salt, sequence)).toBe(reference);
  expect(reference.length).toBeLessThanOrEqual(35);
});

test('a reference of any posId has at most 35 characters', () => {
  const posIds = fc.stringMatching(/^[A-Za-z0-9]{1,36}$/);
  fc.assert(fc.property(posIds, (posId) => saleReference(posId, lastMinute, 9_999, 999_999).length <= 35));
});

test('each POS and day has its own counter', () => {
  expect(counterName('TILL42', lastMinute)).toBe('TILL42/260309');
  expect(counterName('TILL43', lastMinute + 60_000)).toBe('TILL43/260310');
});

// A till recognises its payments by the front of the reference, so every version must shorten a posId alike. The middle
// is a checksum: FNV-1a of the whole posId in base 36.
test.each([
  ['1234567890ABCDEFG', '1234567890ABCDEFG'],
  ['1234567890ABCDEFGH', '1234567VECCCDEFGH'],
  [`${'A'.repeat(20)}1${'B'.repeat(15)}`, 'AAAAAAA2JFEBBBBBB'],
  [`${'A'.repeat(20)}2${'B'.repeat(15)}`, 'AAAAAAALJY1BBBBBB'],
  ['POSITIONNUMMER000000000000000000042', 'POSITIOGZBS000042'],
  ['POSITIONNUMMER00658', 'POSITIO004DR00658'],
])('the posId %s becomes %s in references, for ever', (posId, front) => {
  const reference = referenceOf(DEFAULT_REFERENCE_PATTERN, { posId, at: lastMinute, sequence: '12340001' });
  expect(reference).toBe(`${front}-260309-12340001`);
  expect(front.length).toBeLessThanOrEqual(17);
});

test.each([
  [undefined, 'TILL42-261122-12340001', 'here'],
  [undefined, 'TILL7-261122-12340001', 'elsewhere'],
  [undefined, 'Order 7', 'unknown'],
  ['KASSA-{yyMMdd}-{sequence}', 'KASSA-261122-12340001', 'unknown'],
  ['KASSA-{yyMMdd}-{sequence}', 'TILL7-261122-12340001', 'unknown'],
  ['KASSA-{yyMMdd}-{sequence}', 'TILL42-261122-12340001', 'here'],
  ['K-{posId}/{sequence}', 'K-TILL42/12340001', 'here'],
])('with the pattern %s, %s was charged %s', (referencePattern, reference, where) => {
  expect(chargedWhere({ posId: undefined, reference }, { posId: 'TILL42', referencePattern })).toBe(where);
});

test("the service's POS takes precedence over the reference", () => {
  const stated = { posId: statedPosId({ posId: 'TILL7' }), reference: 'TILL42-261122-12340001' };
  expect(chargedWhere(stated, { posId: 'TILL42' })).toBe('elsewhere');
  expect(chargedWhere({ ...stated, posId: statedPosId({ posId: '' }) }, { posId: 'TILL42' })).toBe('here');
});
