import { expect, test } from 'vitest';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import { LastPaid, usualSale } from '../../main/sale/usual-sale.ts';

const many = (amount: number, count = 10) => Array.from({ length: count }, () => amount);

test('the usual sale is the median of the last 50 paid sales', () => {
  expect(usualSale(many(1_000, 9))).toBeUndefined();
  expect(usualSale([...many(100, 5), ...many(900, 6)])).toBe(900);
  expect(usualSale([...many(100, 6), ...many(900, 5)])).toBe(100);
  expect(usualSale([...many(1_000, 5), ...many(200, 5)])).toBe(1_000);
  // A single very large sale does not shift the median.
  expect(usualSale([96_385_074_00, ...many(1_000)])).toBe(1_000);
  expect(usualSale([...many(2_000, 50), ...many(1, 500)])).toBe(2_000);
});

test('a sale paid before the first read counts once', () => {
  const paid = (saleId: string, amount: number) =>
    ({ saleId, stage: 'paid', amount, origin: 'here' }) as unknown as SaleRecord;
  const sales = [paid('b', 900), paid('a', 500)];
  const lastPaid = new LastPaid({ find: () => ({ sales, more: false }) as never });
  lastPaid.note({ ...paid('b', 900), stage: 'waiting' } as SaleRecord, paid('b', 900));
  expect(lastPaid.amounts).toEqual([900, 500]);
});

test('the last paid sales follow the journal after a single read', () => {
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

test('the last paid sales keep 100 amounts of this till only', () => {
  const paid = (amount: number, origin: 'here' | 'elsewhere' = 'here') =>
    ({
      saleId: `s${amount}`,
      stage: 'paid',
      amount,
      origin,
      posId: 'TILL1',
      toldPosId: 'TILL2',
    }) as unknown as SaleRecord;
  const lastPaid = new LastPaid({ find: () => ({ sales: [paid(7, 'elsewhere'), paid(500)], more: false }) as never });
  const becomesPaid = (after: SaleRecord) => lastPaid.note({ ...after, stage: 'waiting' } as SaleRecord, after);
  expect(lastPaid.amounts).toEqual([500]);
  becomesPaid(paid(8, 'elsewhere'));
  expect(lastPaid.amounts).toEqual([500]);
  for (let amount = 1; amount <= 150; amount += 1) becomesPaid(paid(amount));
  expect(lastPaid.amounts).toEqual(Array.from({ length: 100 }, (_, at) => 150 - at));
});
