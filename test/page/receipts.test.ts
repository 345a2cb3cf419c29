import { expect, test } from 'vitest';
import type { Language, PaperSize } from '../../preload/contract/setting-values.ts';
import type { SaleView, TillSnapshot } from '../../preload/contract/views.ts';
import { expectPage } from '../base/expect-page.ts';
import type { OpenWindow } from './open-windows.ts';
import { answerWith, callsTo, refusal } from './recorded-calls.ts';
import { AT, firstReceipt, found, live, parkedSummary, sale, till } from './sample-snapshots.ts';
import { expectCalls, windows } from './windows.ts';

const done = { 'receipt.print': { printed: true } };
const copy = { 'receipt.issued': { issued: 2, firstAt: AT } };
const refundKey = '1b9d9d4e-5c0e-4c39-9c8d-1f2b6f0c7a11';

const refundsUnderWay: SaleView['refunds'] = (
  [
    [1_000, 'refunded'],
    [2_000, 'pending'],
    [500, 'unconfirmed'],
    [300, 'failed'],
    [200, 'refused'],
    [100, 'not-made'],
  ] as const
).map(([amount, stage], index) => ({ refundKey: `${refundKey.slice(0, -1)}${index}`, amount, stage, at: AT }));

function printingOn(paper: PaperSize, spoken: Language = 'en'): Partial<TillSnapshot> {
  const { counter } = till();
  const printing = { printer: 'FRONT', paper, silent: true, automatic: false };
  return { counter: { ...counter, printing, languages: { till: 'en', display: spoken } } };
}

/** Clicks the button and returns the text of the printed sheet. */
async function printed(window: OpenWindow, button: string): Promise<string> {
  const { page } = window;
  await page.getByRole('button', { name: button, exact: true }).click();
  await expectCalls(window, 'receipt.print').toHaveLength(1);
  await page.emulateMedia({ media: 'print' });
  const text = await page.locator('[data-paper]').innerText();
  await page.emulateMedia({ media: null });
  return text.replaceAll(/\s+/g, ' ');
}

async function openedPayment(opened: SaleView, answers = {}, change: Partial<TillSnapshot> = {}): Promise<OpenWindow> {
  const snapshot = live({ opened, ...change });
  return windows.till(snapshot, { answers: { ...found(0), ...firstReceipt, ...done, ...answers }, view: ['Payments'] });
}

test.each([
  ['cancelled', 'NOT PAID'],
  ['failed', 'NOT PAID'],
  ['unknown', 'PAYMENT NOT CONFIRMED'],
] as const)('marks a receipt of a payment as no proof: %s', async (stage, words) => {
  const window = await openedPayment(sale(stage));
  const text = await printed(window, 'Print receipt');
  expect(text.split(words)).toHaveLength(3);
  expect(text).toContain('This is not a proof of payment.');
  expect(text).not.toMatch(/Proof of payment|Paid /);
});

test.each(['58mm', '80mm'] as const)('the remaining amount follows from the lines above on %s', async (paper) => {
  const refunds = { refunds: refundsUnderWay, refunded: 1_000, refundable: 1_500 };
  const window = await openedPayment(sale('paid', { amount: 5_000, ...refunds }), {}, printingOn(paper));
  const text = await printed(window, 'Print receipt');
  const figures = [...text.matchAll(/[-−]?\s?€\s?[-−]?[\d.,]+/g)].map(([figure]) => figure.replaceAll(/[€\s]/g, ''));
  expect(figures.map((figure) => figure.replace('−', '-'))).toEqual(['50,00', '-10,00', '40,00', '20,00', '5,00']);
});

test('a copy shows its number and the original’s time, translated', async () => {
  const window = await openedPayment(sale('paid'), copy, printingOn('80mm', 'de'));
  expect(await printed(window, 'Print receipt')).toMatch(/^KOPIE 2 Original vom 20\.11\.2026, 14:02:31 .*Bezahlt/);
  expect(await callsTo(window, 'receipt.print')).toMatchObject([{ issued: 2, paper: '80mm' }]);
});

test('offers other printers when the chosen printer is gone', async () => {
  const gone = refusal('receipt.printer-gone', { values: { printer: 'FRONT' } });
  const list = [
    { name: 'FRONT', label: 'Front' },
    { name: 'BACK', label: 'Back' },
  ];
  const window = await openedPayment(sale('paid'), { 'receipt.print': gone, 'paper.printers': { printers: list } });
  const { page } = window;
  await page.getByRole('button', { name: 'Print receipt' }).click();
  const dialog = page.getByRole('dialog', { name: 'It was not printed' });
  await dialog.getByText('the printer FRONT is not there any more').waitFor();
  await expectPage(dialog.getByRole('button', { name: /^Print on/ })).toHaveText(['Print on Back']);
  await dialog.getByRole('button', { name: 'Print on Back' }).click();
  await expectCalls(window, 'receipt.print').toMatchObject([{}, { on: { printer: 'BACK', silent: true } }]);
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('prints the receipt of a parked sale only when paid', async () => {
  const counter = {
    ...till().counter,
    printing: { printer: '', paper: '80mm', silent: true, automatic: true } as const,
  };
  const row = parkedSummary('unknown');
  const window = await windows.till(live({ sale: null, counter, parked: [row] }), {
    answers: { ...firstReceipt, ...done, 'receipt.sale': { sale: sale('paid'), language: 'nl' } },
  });
  const { page } = window;
  await window.push(live({ sale: null, counter, parked: [] }));
  await expectCalls(window, 'receipt.print').toMatchObject([{ saleId: row.saleId, issued: 0 }]);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('[data-paper]').getAttribute('lang')).toBe('nl');
  await page.emulateMedia({ media: null });
  await answerWith(window, { 'receipt.sale': { sale: sale('cancelled'), language: 'nl' } });
  await window.push(live({ sale: null, counter, parked: [row] }));
  await window.push(live({ sale: null, counter, parked: [] }));
  await expectCalls(window, 'receipt.sale').toHaveLength(2);
  expect(await callsTo(window, 'receipt.print')).toHaveLength(1);
});

test('prints automatically, once, only if a manager enabled printing', async () => {
  const automatic = printingOn('80mm');
  const counter = {
    ...till().counter,
    printing: { printer: '', paper: '80mm', silent: true, automatic: true } as const,
  };
  const window = await windows.till(live({ sale: sale('waiting'), counter }), {
    answers: { ...firstReceipt, ...done },
  });
  await window.push(live({ sale: sale('paid'), counter }));
  await expectCalls(window, 'receipt.print').toHaveLength(1);
  await window.push(live({ sale: sale('paid', { refunded: 1 }), counter }));
  await window.push(live({ sale: sale('waiting'), counter }));
  await window.push(live({ sale: sale('paid', { saleId: 'brought back' }), counter }));
  await window.push(live({ sale: null, ...automatic }));
  await window.push(live({ sale: sale('waiting'), ...automatic }));
  await window.show(live({ sale: sale('paid'), ...automatic }));
  expect(await callsTo(window, 'receipt.print')).toHaveLength(1);
});
