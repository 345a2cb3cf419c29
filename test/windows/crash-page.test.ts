import { expect, test } from 'vitest';
import { displayCrashPage, tillCrashPage } from '../../main/windows/crash-page.ts';
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
  const texts = saleStage.options.map((stage) => tillCrashPage({ ...sale, stage }, 'PROD'));
  expect(new Set(texts).size).toBe(saleStage.options.length);
  for (const text of texts) expect(text).toMatch(/The sale of €\s12,50/);
});

test('without a sale it says that nothing is lost', () => {
  expect(tillCrashPage(null, 'PROD')).toContain('No sale is under way. Nothing is lost.');
});

test('it needs no script, and no text of a sale becomes markup', () => {
  expect(tillCrashPage(sale, 'PROD')).not.toContain('<script');
  expect(tillCrashPage(sale, 'PROD')).toContain('&lt;b&gt;TILL42&lt;/b&gt;');
});

test('it leads back to the till', () => {
  expect(tillCrashPage(null, 'PROD')).toContain('href="/till/index.html"');
});

test('the customer display tells nothing of a sale and tries again by itself', () => {
  expect(displayCrashPage('PROD')).toContain('One moment, please.');
  expect(displayCrashPage('PROD')).toContain('url=/display/index.html');
});

test('training and PREPROD are unmistakable here too, and PROD has no band', () => {
  expect(tillCrashPage(null, 'TRAINING')).toContain('TRAINING');
  expect(displayCrashPage('TRAINING')).toContain('TRAINING');
  expect(tillCrashPage(null, 'PREPROD')).toContain('PREPROD – test environment');
  expect(displayCrashPage('PREPROD')).toContain('PREPROD – test environment');
  expect(tillCrashPage(null, 'PROD')).not.toMatch(/TRAINING|PREPROD/);
});
