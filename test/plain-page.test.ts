import { expect, test } from 'vitest';
import { plainPage } from '../main/plain-page.ts';
import { type SaleView, saleStage } from '../preload/views.ts';

const sale: SaleView = {
  saleId: 'a',
  reference: '<b>TILL42</b>',
  amount: 1250,
  stage: 'waiting',
  posId: 'TILL42',
  startedAt: 0,
  cancel: 'no',
  refunds: [],
  refundable: 0,
};

test('a window that keeps crashing says what state the sale is in, whatever state that is', () => {
  const texts = saleStage.options.map((stage) => plainPage({ ...sale, stage }));
  expect(new Set(texts).size).toBe(saleStage.options.length);
  for (const text of texts) expect(text).toMatch(/The sale of €\s12,50/);
});

test('without a sale it says that nothing is lost', () => {
  expect(plainPage(null)).toContain('No sale is under way. Nothing is lost.');
});

test('it needs no script, and no text of a sale becomes markup', () => {
  expect(plainPage(sale)).not.toContain('<script');
  expect(plainPage(sale)).toContain('&lt;b&gt;TILL42&lt;/b&gt;');
});

test('it leads back to the till', () => {
  expect(plainPage(null)).toContain('href="/till/index.html"');
});
