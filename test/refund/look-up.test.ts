import { expect, test } from 'vitest';
import type { ListedRefund } from '../../main/refund/listed.ts';
import { choose, type Known } from '../../main/refund/look-up.ts';
import { AT, PAYMENT, REFUND, record } from './record.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const none: Known = { taken: new Set(), saleDescription: undefined };

function listed(change: Partial<ListedRefund> = {}): ListedRefund {
  return {
    paymentId: PAYMENT,
    refundId: REFUND,
    paymentProfileId: 'F',
    merchantName: 'Bakkerij',
    paymentChannel: 'INSTORE',
    amount: 500,
    date: AT,
    ...change,
  };
}

test('the one refund of this payment and amount is it', () => {
  expect(choose(record(), [listed()], none)).toEqual({ refundId: REFUND });
});

test.each<readonly [string, Partial<ListedRefund>]>([
  ['another payment', { paymentId: 'Q'.padStart(24, '0') }],
  ['another amount', { amount: 499 }],
  ['longer than a day before it was begun', { date: AT - DAY_MS - 1 }],
  ['something else', { description: 'Wrong bread' }],
])('a refund of %s is another', (_what, change) => {
  expect(choose(record({ reason: 'Burnt' }), [listed(change)], none)).toEqual({ doubt: 'absent' });
});

test('one that the journal has under another key is another', () => {
  expect(choose(record(), [listed()], { ...none, taken: new Set([REFUND]) })).toEqual({ doubt: 'absent' });
});

test('one that was begun up to a day earlier, by a clock that is off, is it', () => {
  expect(choose(record(), [listed({ date: AT - DAY_MS })], none)).toEqual({ refundId: REFUND });
});

test("where the service's time was known, one that is a minute older by its clock is another till's", () => {
  const begun = record({ skewMs: 5_000 });
  expect(choose(begun, [listed({ date: AT + 5_000 - 60_000 })], none)).toEqual({ refundId: REFUND });
  expect(choose(begun, [listed({ date: AT + 5_000 - 60_001 })], none)).toEqual({ doubt: 'absent' });
});

test("the payment's description in place of the refund's says nothing", () => {
  const found = choose(record({ reason: 'Burnt' }), [listed({ description: 'Bread' })], {
    ...none,
    saleDescription: 'Bread',
  });
  expect(found).toEqual({ refundId: REFUND });
});

test('of several that fit, the one with the reason is it; otherwise nobody can tell', () => {
  const second = listed({ refundId: 'S'.padStart(24, '0') });
  expect(choose(record({ reason: 'Burnt' }), [second, listed()], none)).toEqual({ doubt: 'several' });
  const described = [second, listed({ description: 'Burnt' })];
  expect(choose(record({ reason: 'Burnt' }), described, none)).toEqual({ refundId: REFUND });
  const both = described.map((one) => ({ ...one, description: 'Burnt' }));
  expect(choose(record({ reason: 'Burnt' }), both, none)).toEqual({ doubt: 'several' });
});
