import { expect, test } from 'vitest';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import { LastPaid, usualSale } from '../../main/sale/usual-sale.ts';

const many = (amount: number, count = 10) => Array.from({ length: count }, () => amount);

test('the usual sale is the middle one of the last fifty that were paid, of ten at least', () => {
  expect(usualSale(many(1_000, 9))).toBeUndefined();
  expect(usualSale([...many(100, 5), ...many(900, 6)])).toBe(900);
  expect(usualSale([...many(100, 6), ...many(900, 5)])).toBe(100);
  // One very large sale makes no other one usual.
  expect(usualSale([96_385_074_00, ...many(1_000)])).toBe(1_000);
  expect(usualSale([...many(2_000, 50), ...many(1, 500)])).toBe(2_000);
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
