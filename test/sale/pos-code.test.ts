import { expect, test } from 'vitest';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import type { SaleCursor } from '../../main/journal/projection-rows.ts';
import { posCode } from '../../main/sale/pos-code.ts';

interface Charged {
  readonly deeplink?: string;
  readonly posId?: string;
  readonly operation?: 'static-qr' | 'payment';
  readonly origin?: 'here' | 'elsewhere';
}

function journalOf(sales: readonly Charged[]) {
  const journal = {
    looked: 0,
    find(_text: string, after: SaleCursor | undefined, limit: number) {
      const start = after === undefined ? 0 : -after.at;
      const page = sales.slice(start, start + limit);
      journal.looked += page.length;
      const next = start + limit < sales.length ? { at: -(start + limit), saleId: '' } : undefined;
      const whole = page.map((sale) => ({ posId: 'TILL42', operation: 'static-qr', origin: 'here', ...sale }));
      return { sales: whole as unknown as readonly SaleRecord[], next };
    },
  };
  return journal;
}

const A = { deeplink: 'https://pay.example/pos/A' };
const B = { deeplink: 'https://pay.example/pos/B' };
const C = { deeplink: 'https://pay.example/pos/C' };

test.each([
  ['nothing was charged', [], 'none'],
  ['one payment had it, which may be that payment’s own', [A], 'once'],
  ['two payments had codes of their own', [A, B], 'differs'],
  ['three payments had codes of their own', [A, B, C], 'differs'],
  ['another one came after two alike', [A, B, B], 'once'],
  ['another one came after two alike, one of them long ago', [A, B, ...Array<Charged>(250).fill({}), B], 'once'],
  ['the last two had codes of their own, though older ones were alike', [A, B, A], 'differs'],
] as const)('the code is not known where %s', (_case, sales, kind) => {
  expect(posCode(journalOf(sales), 'TILL42')).toEqual({ kind });
});

test('the code that two payments had, one after the other, is that of the POS', () => {
  expect(posCode(journalOf([A, A]), 'TILL42')).toEqual({ kind: 'known', text: A.deeplink });
  expect(posCode(journalOf([A, A, B]), 'TILL42')).toEqual({ kind: 'known', text: A.deeplink });
});

test('payments of another POS, another till or another kind say nothing about it, nor do those that were never made', () => {
  const others = [{ ...B, posId: 'TILL7' }, { ...B, origin: 'elsewhere' }, { ...B, operation: 'payment' }, {}] as const;
  expect(posCode(journalOf([...others, A, ...others, A]), 'TILL42')).toEqual({ kind: 'known', text: A.deeplink });
});

test('it looks through the newest thousand, and no further than it needs', () => {
  const quiet = Array.from({ length: 5_000 }, () => ({}));
  const never = journalOf(quiet);
  expect(posCode(never, 'TILL42')).toEqual({ kind: 'none' });
  expect(never.looked).toBe(1_000);
  const soon = journalOf([A, A, A, ...quiet]);
  posCode(soon, 'TILL42');
  expect(soon.looked).toBe(200);
});
