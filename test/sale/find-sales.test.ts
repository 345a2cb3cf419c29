import { expect, test } from 'vitest';
import { findSales, type ReadPage } from '../../main/sale/find-sales.ts';
import type { SaleStage, SaleSummary } from '../../preload/contract/views.ts';

/** Builds a journal with a payment for each stage, a minute apart, newest first. */
function journal(stages: readonly SaleStage[], refunded = (_index: number) => 0) {
  const rows: readonly SaleSummary[] = stages.map((stage, index) => ({
    saleId: String(index).padStart(5, '0'),
    reference: `R${index}`,
    amount: 1_000,
    stage,
    at: (stages.length - index) * 60_000,
    refunded: refunded(index),
    refunding: false,
  }));
  const reads: number[] = [];
  const read: ReadPage = (_text, after, limit) => {
    reads.push(limit);
    const open = rows.filter(
      ({ at, saleId }) => after === undefined || at < after.at || (at === after.at && saleId < after.saleId),
    );
    const page = open.slice(0, limit);
    const last = page.at(-1);
    return {
      rows: page,
      next: open.length > limit && last !== undefined ? { at: last.at, saleId: last.saleId } : undefined,
    };
  };
  return { rows, read, reads };
}

const ids = ({ rows }: { readonly rows: readonly SaleSummary[] }) => rows.map(({ saleId }) => saleId);

/** Reads every page from the newest on, as the window does. */
function allOf(read: ReadPage, wanted: Parameters<typeof findSales>[1], limit: number) {
  const found: SaleSummary[] = [];
  let pages = 0;
  for (let after = undefined as Parameters<typeof findSales>[2]; ; pages += 1) {
    const page = findSales(read, wanted, after, limit);
    found.push(...page.rows);
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    if (page.next === undefined) return { found, pages: pages + 1 };
    after = page.next;
  }
}

test('without a state, reads the journal once', () => {
  const { read, reads, rows } = journal(['paid', 'expired', 'paid']);
  const page = findSales(read, { text: '' }, undefined, 2);
  expect(ids(page)).toEqual(['00000', '00001']);
  expect(page.next).toEqual({ at: rows[1]?.at, saleId: '00001' });
  expect(reads).toEqual([2]);
  expect(findSales(read, { text: '', states: ['paid'] }, page.next, 1)).toEqual({ rows: [rows[2]], next: undefined });
});

test('lists each payment of a state once at any page length', () => {
  const stages = Array.from({ length: 900 }, (_, index) => (index % 7 === 0 ? 'expired' : 'paid') as SaleStage);
  const { read, rows } = journal(stages);
  const wanted = rows.filter(({ stage }) => stage === 'expired').map(({ saleId }) => saleId);
  for (const limit of [1, 3, 100])
    expect(ids({ rows: allOf(read, { text: '', states: ['expired'] }, limit).found })).toEqual(wanted);
});

test('reads a thousand payments per page at most', () => {
  const { read, reads } = journal([...Array.from({ length: 2_500 }, () => 'paid' as const), 'voided']);
  const page = findSales(read, { text: '', states: ['voided'] }, undefined, 100);
  expect(page.rows).toEqual([]);
  expect(page.next).toBeDefined();
  expect(reads.reduce((sum, limit) => sum + limit, 0)).toBe(1_000);
  expect(ids({ rows: allOf(read, { text: '', states: ['voided'] }, 100).found })).toEqual(['02500']);
});

test('a refunded payment is not in the state Paid', () => {
  const { read } = journal(['paid', 'paid', 'paid'], (index) => [0, 400, 1_000][index] ?? 0);
  const of = (state: 'paid' | 'partly-refunded' | 'refunded') =>
    ids(findSales(read, { text: '', states: [state] }, undefined, 9));
  expect([of('paid'), of('partly-refunded'), of('refunded')]).toEqual([['00000'], ['00001'], ['00002']]);
});

test('a day excludes the first millisecond of the next', () => {
  const { read, rows } = journal(['paid', 'paid', 'paid', 'paid']);
  const [, second, third] = rows;
  const range = { from: third?.at, before: (second?.at ?? 0) + 1 };
  expect(findSales(read, { text: '', ...range }, undefined, 9)).toEqual({ rows: [second, third], next: undefined });
  expect(ids(findSales(read, { text: '', from: third?.at, before: second?.at }, undefined, 9))).toEqual(['00002']);
  expect(ids({ rows: allOf(read, { text: '', ...range }, 1).found })).toEqual(['00001', '00002']);
});
