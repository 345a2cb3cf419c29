import { expect, test } from 'vitest';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import { type AskedSale, requirePermission, type SaleLimits } from '../../main/sale/sale-permission.ts';
import { LastPaid, usualSale } from '../../main/sale/usual-sale.ts';

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

test('an amount is unusual above so many times the usual one, and not at it', () => {
  expect(answer({ amount: 10_000 })).toBe(false);
  expect(answer({ amount: 10_001 })).toMatchObject({
    code: 'sale.unusual',
    values: { amount: 10_001, times: 10, usual: 1_000 },
  });
  expect(answer({ amount: 10_001, confirmed: true })).toBe(false);
  expect(answer({ amount: 10_001 }, { unusualFactor: 0 })).toBe(false);
  expect(answer({ amount: 10_001 }, { lastPaid: () => many(1_000, 9) })).toBe(false);
  // A manager's finger slips as well.
  expect(answer({ amount: 10_001, byManager: true })).toMatchObject({ code: 'sale.unusual' });
});

test('above the maximum a cashier needs a manager, confirmed or not, and a manager is asked once', () => {
  const above = { amount: 250_001 };
  expect(answer({ amount: 250_000, confirmed: true })).toBe(false);
  for (const confirmed of [false, true])
    expect(answer({ ...above, confirmed })).toMatchObject({
      code: 'pin.maximum',
      field: 'managerPin',
      values: { amount: 250_001, maximum: 250_000 },
    });
  expect(answer({ ...above, byManager: true })).toMatchObject({ code: 'sale.above-maximum' });
  expect(answer({ ...above, byManager: true, confirmed: true })).toBe(true);
});

test('what decides nothing is not looked up', () => {
  const lastPaid = () => {
    throw new Error('looked up');
  };
  expect(answer({ amount: 5, confirmed: true }, { lastPaid })).toBe(false);
  expect(answer({ amount: 5 }, { lastPaid, unusualFactor: 0 })).toBe(false);
});

test('the usual sale is the middle one of the last fifty that were paid, of ten at least', () => {
  expect(usualSale(many(1_000, 9))).toBeUndefined();
  expect(usualSale([...many(100, 5), ...many(900, 6)])).toBe(900);
  expect(usualSale([...many(100, 6), ...many(900, 5)])).toBe(100);
  // One very large sale makes no other one usual.
  expect(usualSale([96_385_074_00, ...many(1_000)])).toBe(1_000);
  expect(usualSale([...many(2_000, 50), ...many(1, 500)])).toBe(2_000);
});

test('a sale that is paid before anybody has asked is read with all the others', () => {
  const paid = (saleId: string, amount: number) =>
    ({ saleId, stage: 'paid', amount, origin: 'here' }) as unknown as SaleRecord;
  const sales = [paid('b', 900), paid('a', 500)];
  const lastPaid = new LastPaid({ find: () => ({ sales, more: false }) as never });
  lastPaid.note({ ...paid('b', 900), stage: 'waiting' } as SaleRecord, paid('b', 900));
  expect(lastPaid.amounts).toEqual([900, 500]);
});

test('the last paid sales follow the journal without reading it at each charge', () => {
  const sale = (saleId: string, stage: string, amount: number) =>
    ({ saleId, stage, amount, origin: 'here' }) as unknown as SaleRecord;
  const journal: SaleRecord[] = [sale('b', 'cancelled', 7), sale('a', 'paid', 500)];
  let reads = 0;
  const lastPaid = new LastPaid({
    find: () => {
      reads += 1;
      return { sales: [...journal], more: false } as never;
    },
  });
  const become = (before: SaleRecord, stage: string) => {
    const after = { ...before, stage } as SaleRecord;
    const place = journal.indexOf(before);
    journal.splice(place < 0 ? 0 : place, place < 0 ? 0 : 1, after);
    lastPaid.note(before, after);
    return after;
  };
  expect(lastPaid.amounts).toEqual([500]);
  const paid = become(sale('c', 'waiting', 900), 'paid');
  become(sale('d', 'waiting', 300), 'expired');
  expect(lastPaid.amounts).toEqual([900, 500]);
  expect(reads).toBe(1);
  become(paid, 'cancelled');
  expect(lastPaid.amounts).toEqual([500]);
});
