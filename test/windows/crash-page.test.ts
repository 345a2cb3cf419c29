import { expect, test } from 'vitest';
import { crashPage } from '../../main/windows/crash-page.ts';
import type { WindowTrouble } from '../../main/windows/window-notices.ts';
import { language } from '../../preload/contract/setting-values.ts';
import { type SaleView, saleStage, type TerminalView } from '../../preload/contract/views.ts';
import { sale as sampleSale } from '../page/sample-snapshots.ts';

const sale = sampleSale('waiting', { reference: '<b>TILL42</b>' });

type Environment = TerminalView['environment'];
const tillPage = (shown: SaleView | null, environment: Environment) =>
  crashPage('till', { sale: shown, terminal: { environment }, language: 'en' });
const displayPage = (environment: Environment) =>
  crashPage('display', { sale, terminal: { environment }, language: 'en' });

test('reports without a sale that nothing is lost', () => {
  expect(tillPage(null, 'PROD')).toContain('No sale is under way. Nothing is lost.');
});

test('needs no script and escapes the texts of a sale', () => {
  expect(tillPage(sale, 'PROD')).not.toContain('<script');
  expect(tillPage(sale, 'PROD')).toContain('&lt;b&gt;TILL42&lt;/b&gt;');
});

test('links back to the till', () => {
  expect(tillPage(null, 'PROD')).toContain('href="/till/index.html"');
});

test('advises on memory problems and blocked windows', () => {
  const page = (trouble?: WindowTrouble) =>
    crashPage('till', { sale: null, terminal: { environment: 'PROD' }, language: 'en', trouble });
  expect(page()).toContain('Call support if it does so again.');
  expect(page('memory')).toContain('close other programs');
  expect(page('blocked')).toContain('restart the computer');
});

test('hides the sale on the customer display, without own reload', () => {
  expect(displayPage('PROD')).toContain('One moment, please.');
  expect(displayPage('PROD')).not.toMatch(/refresh|12,50/);
});

test('marks training and PREPROD, but not PROD', () => {
  expect(tillPage(null, 'TRAINING')).toContain('TRAINING');
  expect(displayPage('TRAINING')).toContain('TRAINING');
  expect(tillPage(null, 'PREPROD')).toContain('PREPROD – test environment');
  expect(displayPage('PREPROD')).toContain('PREPROD – test environment');
  expect(tillPage(null, 'PROD')).not.toMatch(/TRAINING|PREPROD/);
});

test.each(language.options)('in %s, describes every sale stage in that language', (spoken) => {
  const page = (stage: SaleView['stage']) =>
    crashPage('till', { sale: { ...sale, stage }, terminal: { environment: 'PROD' }, language: spoken });
  expect(new Set(saleStage.options.map(page)).size).toBe(saleStage.options.length);
  expect(page('paid')).toMatch(spoken === 'fr' || spoken === 'de' ? /12,50\s€/ : /€\s12,50/);
  expect(page('paid')).toContain(`<html lang="${spoken}">`);
});
