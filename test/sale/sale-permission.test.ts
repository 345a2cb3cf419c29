import { expect, test } from 'vitest';
import { type AskedSale, requirePermission, type SaleLimits } from '../../main/sale/sale-permission.ts';

const many = (amount: number, count = 10) => Array.from({ length: count }, () => amount);
const limits: SaleLimits = { maximum: 250_000, unusualFactor: 10, lastPaid: () => many(1_000) };
const cashier: AskedSale = { amount: 1_000, confirmed: false, byManager: false };

function answer(asked: Partial<AskedSale>, change: Partial<SaleLimits> = {}): unknown {
  try {
    return requirePermission({ ...cashier, ...asked }, { ...limits, ...change });
  } catch (thrown) {
    return thrown;
  }
}

test('an amount above ten times the usual is unusual', () => {
  expect(answer({ amount: 10_000 })).toBe(false);
  expect(answer({ amount: 10_001 })).toMatchObject({
    code: 'sale.unusual',
    values: { amount: 10_001, times: 10, usual: 1_000 },
  });
  expect(answer({ amount: 10_001, confirmed: true })).toBe(false);
  expect(answer({ amount: 10_001 }, { unusualFactor: 0 })).toBe(false);
  expect(answer({ amount: 10_001 }, { lastPaid: () => many(1_000, 9) })).toBe(false);
  // Managers mistype amounts as well.
  expect(answer({ amount: 10_001, byManager: true })).toMatchObject({ code: 'sale.unusual' });
});

test('above the maximum a cashier needs a manager', () => {
  const above = { amount: 250_001 };
  expect(answer({ amount: 250_000, confirmed: true })).toBe(false);
  for (const confirmed of [false, true])
    expect(answer({ ...above, confirmed })).toMatchObject({
      code: 'pin.maximum',
      field: 'managerPin',
      values: { amount: 250_001, maximum: 250_000 },
    });
  expect(answer({ amount: 250_000, byManager: true, confirmed: true })).toBe(false);
  expect(answer({ ...above, byManager: true })).toMatchObject({ code: 'sale.above-maximum' });
  expect(answer({ ...above, byManager: true, confirmed: true })).toBe(true);
});

test('the permission skips unneeded look-ups of paid sales', () => {
  const lastPaid = () => {
    throw new Error('looked up');
  };
  expect(answer({ amount: 5, confirmed: true }, { lastPaid })).toBe(false);
  expect(answer({ amount: 5 }, { lastPaid, unusualFactor: 0 })).toBe(false);
});
