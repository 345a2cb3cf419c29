import { describe, expect, test } from 'vitest';
import {
  type Permission,
  type RequestedRefund,
  refundableWithoutManager,
  refundLimit,
  requirePermission,
} from '../../main/refund/manager-permission.ts';

const cashier: Permission = { limit: 5_000, byManager: false };
const nothing = { ofPayment: 0, inADay: 0 };

const asked: RequestedRefund = {
  amount: 1,
  paid: 8_000,
  spent: nothing,
  otherTills: 'counted',
  timeKnown: true,
  anchored: true,
};

function refusalOf(change: Partial<RequestedRefund>, permission: Permission = cashier): string | undefined {
  try {
    requirePermission({ ...asked, ...change }, permission);
    return undefined;
  } catch (thrown) {
    return (thrown as { readonly code: string }).code;
  }
}

test('a refund above the limit needs a manager', () => {
  expect(refusalOf({ amount: 5_000 })).toBeUndefined();
  expect(refusalOf({ amount: 5_001 })).toBe('pin.required');
  expect(refusalOf({ amount: 1 }, { limit: 0, byManager: false })).toBe('pin.required');
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

  test('determine the code of the refusal', () => {
    expect(refusalOf({ amount: 2_001, spent: { ofPayment: 3_000, inADay: 0 } })).toBe('pin.required');
    expect(refusalOf({ amount: 2_001, spent: { ofPayment: 0, inADay: 3_000 } })).toBe('pin.day');
    expect(refusalOf({ amount: 2_000, spent: { ofPayment: 0, inADay: 3_000 } })).toBeUndefined();
  });

  test('are not the reason when every refund needs a manager', () => {
    const spent = { ofPayment: 0, inADay: 3_000 };
    expect(refundableWithoutManager(spent, { limit: 0, byManager: false })).toEqual({ cents: 0, why: 'always' });
    expect(refusalOf({ spent }, { limit: 0, byManager: false })).toBe('pin.required');
  });
});

test('a manager, or a shop without PIN, refunds everything', () => {
  const spent = { ofPayment: 5_000, inADay: 5_000 };
  expect(refundableWithoutManager(spent, { limit: 5_000, byManager: true })).toBeUndefined();
  expect(refundableWithoutManager(spent, { byManager: false })).toBeUndefined();
  expect(refusalOf({ amount: 8_000, spent }, { limit: 5_000, byManager: true })).toBeUndefined();
  expect(refusalOf({ amount: 8_000, spent, otherTills: 'unknown' }, { byManager: false })).toBeUndefined();
});

test('an unknown time requires a manager', () => {
  expect(refusalOf({ timeKnown: false })).toBe('pin.time');
  expect(refusalOf({ timeKnown: false }, { limit: 5_000, byManager: true })).toBeUndefined();
  expect(refusalOf({ timeKnown: false }, { byManager: false })).toBeUndefined();
});

test('an unanchored journal requires a manager', () => {
  expect(refusalOf({ anchored: false })).toBe('pin.keychain');
  expect(refusalOf({ anchored: false }, { limit: 5_000, byManager: true })).toBeUndefined();
  expect(refusalOf({ anchored: false }, { byManager: false })).toBeUndefined();
});

describe('unknown refunds at other tills', () => {
  test('require a manager above the limit', () => {
    expect(refusalOf({ paid: 5_001, otherTills: 'unknown' })).toBe('pin.elsewhere');
    expect(refusalOf({ paid: 5_001, otherTills: 'unknown' }, { limit: 5_000, byManager: true })).toBeUndefined();
  });

  test('are irrelevant when the payment is within the limit', () => {
    expect(refusalOf({ paid: 5_000, otherTills: 'unknown' })).toBeUndefined();
  });
});

test.each<readonly [Partial<RequestedRefund>, object]>([
  [{ spent: { ofPayment: 0, inADay: 5_000 } }, { code: 'pin.day', retryable: false, values: { maximum: 5_000 } }],
  [{}, { code: 'pin.elsewhere', retryable: true }],
  [{ otherTills: 'counted' }, { code: 'pin.time', retryable: true }],
  [
    { otherTills: 'counted', timeKnown: true },
    { code: 'pin.keychain', retryable: true },
  ],
])('the first of several reasons is reported (%o: %o)', (change, reported) => {
  const unknown = { otherTills: 'unknown', timeKnown: false, anchored: false } as const;
  expect(() => requirePermission({ ...asked, ...unknown, ...change }, cashier)).toThrow(
    expect.objectContaining(reported),
  );
});
