import { expect, test } from 'vitest';
import type { Transaction } from '../../main/domain/payment-service.ts';
import { chargedWhere } from '../../main/reconcile/charged-where.ts';

const OWN = { posId: 'TILL42', profileId: 'profile' };
const listed = (reference: string) => ({ reference, paymentProfileId: 'profile' }) as unknown as Transaction;

test.each([
  [undefined, 'TILL42-261122-12340001', 'here'],
  [undefined, 'TILL7-261122-12340001', 'elsewhere'],
  [undefined, 'Order 7', 'unknown'],
  ['KASSA-{yyMMdd}-{sequence}', 'KASSA-261122-12340001', 'unknown'],
  ['KASSA-{yyMMdd}-{sequence}', 'TILL7-261122-12340001', 'unknown'],
  ['KASSA-{yyMMdd}-{sequence}', 'TILL42-261122-12340001', 'here'],
  ['K-{posId}/{sequence}', 'K-TILL42/12340001', 'here'],
])('with the pattern %s, %s was charged %s', (referencePattern, reference, where) => {
  expect(chargedWhere(listed(reference), { ...OWN, referencePattern })).toBe(where);
});
