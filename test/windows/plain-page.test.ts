import { expect, test } from 'vitest';
import { plainDisplay, plainTill } from '../../main/windows/plain-page.ts';
import { type SaleView, saleStage } from '../../preload/views.ts';

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
  const texts = saleStage.options.map((stage) => plainTill({ ...sale, stage }, 'PROD'));
  expect(new Set(texts).size).toBe(saleStage.options.length);
  for (const text of texts) expect(text).toMatch(/The sale of €\s12,50/);
});

test('without a sale it says that nothing is lost', () => {
  expect(plainTill(null, 'PROD')).toContain('No sale is under way. Nothing is lost.');
});

test('it needs no script, and no text of a sale becomes markup', () => {
  expect(plainTill(sale, 'PROD')).not.toContain('<script');
  expect(plainTill(sale, 'PROD')).toContain('&lt;b&gt;TILL42&lt;/b&gt;');
});

test('it leads back to the till', () => {
  expect(plainTill(null, 'PROD')).toContain('href="/till/index.html"');
});

test('the customer display tells nothing of a sale and tries again by itself', () => {
  expect(plainDisplay('PROD')).toContain('One moment, please.');
  expect(plainDisplay('PROD')).toContain('url=/display/index.html');
});

test('training and PREPROD are unmistakable here too, and PROD has no band', () => {
  expect(plainTill(null, 'TRAINING')).toContain('TRAINING');
  expect(plainDisplay('TRAINING')).toContain('TRAINING');
  expect(plainTill(null, 'PREPROD')).toContain('PREPROD – test environment');
  expect(plainDisplay('PREPROD')).toContain('PREPROD – test environment');
  expect(plainTill(null, 'PROD')).not.toMatch(/TRAINING|PREPROD/);
});
