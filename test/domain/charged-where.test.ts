import { expect, test } from 'vitest';
import { chargedWhere, toldPosId } from '../../main/domain/charged-where.ts';

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

test('a POS that the service tells is believed before the reference', () => {
  const told = { posId: toldPosId({ posId: 'TILL7' }), reference: 'TILL42-261122-12340001' };
  expect(chargedWhere(told, { posId: 'TILL42' })).toBe('elsewhere');
  expect(chargedWhere({ ...told, posId: toldPosId({ posId: '' }) }, { posId: 'TILL42' })).toBe('here');
});
