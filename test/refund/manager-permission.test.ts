import { describe, expect, test } from 'vitest';
import {
  type Permission,
  type RequestedRefund,
  refundableWithoutManager,
  requirePermission,
} from '../../main/refund/manager-permission.ts';

const cashier: Permission = { limit: 5_000, byManager: false };

function refusalOf(change: Partial<RequestedRefund>, permission: Permission = cashier): string | undefined {
  try {
    requirePermission({ amount: 1, paid: 8_000, refunds: [], otherTills: 'counted', ...change }, permission);
    return undefined;
  } catch (thrown) {
    return (thrown as { readonly code: string }).code;
  }
}

test('up to the limit nobody is asked, one cent more takes a manager', () => {
  expect(refusalOf({ amount: 5_000 })).toBeUndefined();
  expect(refusalOf({ amount: 5_001 })).toBe('pin.required');
  expect(refusalOf({ amount: 1 }, { limit: 0, byManager: false })).toBe('pin.required');
});

test('refunds that took money or may still take it count, those that moved none do not', () => {
  const refunds = (['sending', 'unconfirmed', 'pending', 'refunded'] as const).map((stage) => ({
    stage,
    amount: 1_000,
  }));
  const none = (['failed', 'refused', 'not-made'] as const).map((stage) => ({ stage, amount: 1_000 }));
  expect(refundableWithoutManager([...refunds, ...none], cashier)).toBe(1_000);
  expect(refusalOf({ amount: 1_000, refunds: [...refunds, ...none] })).toBeUndefined();
  expect(refusalOf({ amount: 1_001, refunds })).toBe('pin.required');
  expect(refundableWithoutManager([...refunds, ...refunds], cashier)).toBe(0);
});

test('a manager, and a shop without a limit, may refund all of it', () => {
  expect(refundableWithoutManager([], { limit: 5_000, byManager: true })).toBeUndefined();
  expect(refundableWithoutManager([], { byManager: false })).toBeUndefined();
  expect(refusalOf({ amount: 8_000 }, { limit: 5_000, byManager: true })).toBeUndefined();
  expect(refusalOf({ amount: 8_000, otherTills: 'unknown' }, { byManager: false })).toBeUndefined();
});

describe('refunds at other tills that could not be learned', () => {
  test('may be all of a payment above the limit, so a manager has to allow any', () => {
    expect(refusalOf({ paid: 5_001, otherTills: 'unknown' })).toBe('pin.elsewhere');
    expect(refusalOf({ paid: 5_001, otherTills: 'unknown' }, { limit: 5_000, byManager: true })).toBeUndefined();
  });

  test('cannot pass the limit where the whole payment does not', () => {
    expect(refusalOf({ paid: 5_000, otherTills: 'unknown' })).toBeUndefined();
  });
});
