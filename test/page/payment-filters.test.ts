import { expect, test } from 'vitest';
import { expectPage } from '../base/expect-page.ts';
import type { OpenWindow } from './open-windows.ts';
import { answerLater, answerWith, callsTo, refusal } from './recorded-calls.ts';
import { atService } from './sample-payments.ts';
import { AT, found, live, offline } from './sample-snapshots.ts';
import { expectCalls, windows } from './windows.ts';

async function openPayments(answers: Readonly<Record<string, unknown>> = found(5)): Promise<OpenWindow> {
  return windows.till(live(), { answers, view: ['Payments'] });
}
const newest = async (window: OpenWindow) => (await callsTo(window, 'payments.find')).at(-1);

test('filters by state, days and state words', async () => {
  const window = await openPayments();
  const { page } = window;
  await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Not paid' });
  const unpaid = ['cancelled', 'expired', 'failed', 'voided'];
  await expect.poll(() => newest(window)).toEqual({ text: '', states: unpaid, limit: 100 });
  await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'All states' });
  await page.getByLabel('From').fill('2026-11-20');
  await page.getByLabel('To').fill('2026-11-20');
  // The window's clock is in Amsterdam.
  const midnight = Date.UTC(2026, 10, 19, 23);
  const day = { from: midnight, before: midnight + 24 * 3_600_000 };
  expect(AT).toBeGreaterThan(day.from);
  await expect.poll(() => newest(window)).toEqual({ text: '', ...day, limit: 100 });
  await page.getByLabel('From').fill('');
  await page.getByLabel('To').fill('');
  await page.getByRole('searchbox', { name: 'Find a payment' }).fill('paid Zoë');
  await expect.poll(() => newest(window)).toEqual({ text: 'Zoë', states: ['paid', 'partly-refunded'], limit: 100 });
});

test('days use the language’s format, typed or chosen', async () => {
  const window = await windows.till(live(), { answers: found(5), language: 'de' });
  const { page } = window;
  await page.keyboard.press('F2');
  const from = page.getByRole('textbox', { name: 'Von' });
  await from.fill('3.4.2026');
  await page.getByRole('textbox', { name: 'Bis' }).focus();
  await expectPage(from).toHaveValue('03.04.2026');
  await from.fill('31.2.2026');
  await page.getByRole('textbox', { name: 'Bis' }).focus();
  await expectPage(from).toHaveValue('03.04.2026');
  const calendar = page.getByRole('button', { name: 'Kalender' }).first();
  await calendar.click();
  await page.getByText('April 2026').waitFor();
  await page.getByRole('button', { name: 'Der Monat danach' }).click();
  await page.getByRole('button', { name: '20 Mai 2026' }).click();
  await expectPage(from).toHaveValue('20.05.2026');
  await expectPage(page.getByText('Mai 2026')).toHaveCount(0);
  await expect.poll(() => newest(window)).toMatchObject({ from: Date.UTC(2026, 4, 19, 22) });
  await calendar.click();
  await page.getByText('Mai 2026').waitFor();
  await page.keyboard.press('Escape');
  await expectPage(page.getByText('Mai 2026')).toHaveCount(0);
  expect(window.faults).toEqual([]);
});

test('stops fetching after a page without new rows', async () => {
  const { rows } = found(3)['payments.find'];
  const next = { at: AT, saleId: '00000000-0000-4000-8000-000000000000' };
  const window = await openPayments({ 'payments.find': { rows, next } });
  await window.page.getByRole('button', { name: 'Go on' }).waitFor();
  expect(await callsTo(window, 'payments.find')).toHaveLength(2);
  expect(await newest(window)).toEqual({ text: '', limit: 100, after: next });
});

test('a refused further page is retried only by a click', async () => {
  const { rows } = found(100)['payments.find'];
  const next = { at: AT, saleId: '00000000-0000-4000-8000-000000000000' };
  const window = await openPayments({ 'payments.find': { rows, next } });
  await window.page.getByRole('row').first().focus();
  await answerWith(window, { 'payments.find': refusal('journal.unreadable') });
  await window.page.keyboard.press('End');
  const goOn = window.page.getByRole('button', { name: 'Go on' });
  await goOn.waitFor();
  await window.push(live({ service: offline }));
  expect(await callsTo(window, 'payments.find')).toHaveLength(2);
  await goOn.click();
  await expectCalls(window, 'payments.find').toHaveLength(3);
  expect(await newest(window)).toEqual({ text: '', limit: 100, after: next });
});

test('a refused reload restarts by a click without duplicates', async () => {
  const window = await openPayments();
  await expectPage(window.page.getByRole('row')).toHaveCount(5);
  await answerWith(window, { 'payments.find': refusal('journal.unreadable') });
  await window.push(live({ recent: [] }));
  const goOn = window.page.getByRole('button', { name: 'Go on' });
  await goOn.waitFor();
  await expectPage(window.page.getByRole('row')).toHaveCount(5);
  await answerWith(window, found(5));
  await goOn.click();
  await expectPage(goOn).toHaveCount(0);
  await expectPage(window.page.getByRole('row')).toHaveCount(5);
});

test('a repetitive search of all tills continues by click', async () => {
  const all = atService['payments.search-all'];
  const few = { ...all, rows: all.rows.slice(0, 5) };
  const window = await openPayments({ ...found(5), 'payments.search-all': few });
  const whose = window.page.getByRole('combobox', { name: 'Whose payments' });
  await whose.selectOption({ label: 'All tills' });
  const goOn = window.page.getByRole('button', { name: 'Go on' });
  await goOn.click();
  await expectCalls(window, 'payments.search-all').toHaveLength(3);
  await goOn.waitFor();
  // The search of all tills is reserved for managers.
  await window.show(live({ role: 'cashier' }));
  await expectPage(whose).toHaveValue('till');
});

test('a stopped search fetches nothing more', async () => {
  const window = await openPayments(found(5));
  const answer = await answerLater(window, 'payments.search-all');
  await window.page.getByRole('combobox', { name: 'Whose payments' }).selectOption({ label: 'All tills' });
  await window.page.getByRole('button', { name: 'Stop' }).click();
  await answer({ ...atService['payments.search-all'], rows: [] });
  await window.show(live({ service: offline }));
  await window.page.getByRole('button', { name: 'Go on' }).waitFor();
  expect(await callsTo(window, 'payments.search-all')).toHaveLength(1);
});

test('column headings stay outside the rows of payments', async () => {
  const window = await openPayments();
  await expectPage(window.page.getByRole('row')).toHaveCount(5);
  const heads = window.page.getByText('State · Time', { exact: true });
  const first = await window.page.getByRole('row').first().boundingBox();
  const head = await heads.boundingBox();
  expect(head?.y).toBeLessThan(first?.y ?? 0);
});

test('the Payments link shows its shortcut F2', async () => {
  const window = await windows.till(live());
  const link = window.page.getByRole('link', { name: 'Payments', exact: true });
  await expectPage(link).toContainText('F2');
  await expectPage(link).toHaveAttribute('aria-keyshortcuts', 'F2');
});
