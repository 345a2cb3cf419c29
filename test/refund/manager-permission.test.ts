import { describe, expect, test } from 'vitest';
import {
  type Permission,
  type RequestedRefund,
  refundableWithoutManager,
  refundLimit,
  requirePermission,
} from '../../main/refund/manager-permission.ts';

const cashier: Permission = { limit: 5_000, byManager: false };

/** Returns the refusal of a refund of one cent, of a payment above the limit; with `spent` as [of payment, in a day]. */
function refusalOf(
  { spent: [ofPayment, inADay] = [0, 0], ...change }: Omit<Partial<RequestedRefund>, 'spent'> & { spent?: number[] },
  permission: Permission = cashier,
): unknown {
  const facts = { amount: 1, paid: 8_000, otherTills: 'counted', timeKnown: true, anchored: true } as const;
  try {
    requirePermission({ ...facts, ...change, spent: { ofPayment: ofPayment ?? 0, inADay: inADay ?? 0 } }, permission);
    return undefined;
  } catch (thrown) {
    return thrown;
  }
}

const unknown = { otherTills: 'unknown', timeKnown: false, anchored: false } as const;

test.each<readonly [string, Parameters<typeof refusalOf>[0], string | undefined]>([
  ['up to the limit', { amount: 5_000 }, undefined],
  ['above the limit', { amount: 5_001 }, 'pin.required'],
  ['up to the rest of the payment', { amount: 2_000, spent: [3_000, 0] }, undefined],
  ['above the rest of the payment', { amount: 2_001, spent: [3_000, 0] }, 'pin.required'],
  ['up to the rest of the day', { amount: 2_000, spent: [0, 3_000] }, undefined],
  ['above the rest of the day', { amount: 2_001, spent: [0, 3_000] }, 'pin.day'],
  ['of a payment within the limit, other tills unknown', { paid: 5_000, otherTills: 'unknown' }, undefined],
  ['of a payment above the limit, other tills unknown', { paid: 5_001, otherTills: 'unknown' }, 'pin.elsewhere'],
  ['without the time', { timeKnown: false }, 'pin.time'],
  ['without an anchor', { anchored: false }, 'pin.keychain'],
  ['with the day first of several reasons', { ...unknown, spent: [0, 5_000] }, 'pin.day'],
  ['with other tills before the time', unknown, 'pin.elsewhere'],
  ['with the time before the anchor', { ...unknown, otherTills: 'counted' }, 'pin.time'],
])('a refund %s is allowed or refused', (_what, refund, code) => {
  // A reason that may be over at the next click is retryable.
  const retryable = code !== 'pin.required' && code !== 'pin.day';
  const values = code === 'pin.day' ? { maximum: 5_000 } : undefined;
  expect(refusalOf(refund)).toEqual(code && expect.objectContaining({ code, retryable, field: 'managerPin', values }));
  expect(refusalOf(refund, { limit: 5_000, byManager: true })).toBeUndefined();
  expect(refusalOf(refund, { byManager: false })).toBeUndefined();
});

test('with a limit of 0, every refund needs a manager', () => {
  const permission = { limit: 0, byManager: false };
  expect(refusalOf({ spent: [0, 3_000] }, permission)).toMatchObject({ code: 'pin.required' });
  expect(refundableWithoutManager({ ofPayment: 0, inADay: 3_000 }, permission)).toEqual({ cents: 0, why: 'always' });
});

test('with a PIN the limit is 0 until raised', () => {
  expect(refundLimit({ pinSet: true, refundPinAbove: undefined })).toBe(0);
  expect(refundLimit({ pinSet: true, refundPinAbove: 5_000 })).toBe(5_000);
  expect(refundLimit({ pinSet: false, refundPinAbove: 5_000 })).toBeUndefined();
});

describe('earlier refunds', () => {
  test.each([
    [3_000, 0, 2_000, 'payment'],
    [0, 3_000, 2_000, 'day'],
    [3_000, 3_000, 2_000, 'payment'],
    [1_000, 3_000, 2_000, 'day'],
    [6_000, 1_000, 0, 'payment'],
  ] as const)('of the payment %i, in a day %i: %i left (%s)', (ofPayment, inADay, cents, why) => {
    expect(refundableWithoutManager({ ofPayment, inADay }, cashier)).toEqual({ cents, why });
  });
});
