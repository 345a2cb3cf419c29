import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import type { Language } from '../../preload/contract/setting-values.ts';
import type { ShiftReportView } from '../../preload/contract/shifts.ts';
import type { OpenWindow } from './open-windows.ts';
import { refusal } from './recorded-calls.ts';
import { fullReport, report, shiftAnswers } from './sample-shifts.ts';
import { live } from './sample-snapshots.ts';
import { finder } from './texts.ts';
import { windows } from './windows.ts';

const SIZE = { width: 1024, height: 768 };

async function openDay(now: ShiftReportView = report(), more: object = {}, spoken: Language = 'en') {
  const answers = { ...shiftAnswers(now), ...more };
  const window = await windows.till(live(), { ...SIZE, language: spoken, answers });
  const t = finder(spoken);
  await window.page.getByRole('link', { name: t('nav.day') }).click();
  await window.page.getByRole('table').first().waitFor();
  return { window, page: window.page, t };
}

const row = async (page: Page, name: string) => {
  const found = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  return (await found.first().innerText()).replaceAll(/\s+/g, ' ').trim();
};
const asked = async ({ calls }: OpenWindow, name: string) => (await calls()).filter((call) => call.name === name);

describe('the figures of a shift', () => {
  test('list payments, refunds, corrections and takings', async () => {
    const { page } = await openDay(fullReport);
    expect(await row(page, 'Paid')).toBe('Paid 37 € 412,80');
    expect(await row(page, 'Refunded')).toBe('Refunded 2 − € 14,20');
    expect(await row(page, 'Corrections')).toBe('Corrections 2 € 15,00');
    expect(await row(page, 'Taken in')).toBe('Taken in € 413,60');
    expect(await row(page, 'of these unknown')).toBe('of these unknown 2 € 15,50');
    expect(await row(page, 'Cancelled')).toBe('Cancelled 5 € 43,60');
    expect(await row(page, 'Failed · Refunds not made')).toBe('Failed · Refunds not made 0');
  });

  test('distinguish namesakes and omit people without money moved', async () => {
    const { page } = await openDay(fullReport);
    expect(await row(page, 'Zoë (1)')).toBe('Zoë (1) 30 € 330,00 € 0,00');
    expect(await row(page, 'Zoë (2) · Not recorded who')).toBe('Zoë (2) · Not recorded who 0');
  });

  test('link open sales to the payment', async () => {
    const { window, page } = await openDay();
    await page.getByRole('button', { name: 'See it: TILL42-261120-00010042' }).click();
    await page.getByRole('searchbox', { name: 'Find a payment' }).waitFor();
    expect(await asked(window, 'payments.open')).toMatchObject([{ ask: { saleId: report().open[0]?.saleId } }]);
  });

  test('name each difference with both sides and the fix', async () => {
    const { page } = await openDay(fullReport);
    await page.getByText('3 differences from the service').waitFor();
    const items = page.getByRole('listitem').filter({ hasText: 'At the service, not at this till' });
    const text = (await items.innerText()).replaceAll(/\s+/g, ' ');
    expect(text).toContain('TILL42-261120-99990001');
    expect(text).toContain('Here: nothing · at the service: € 11,50 paid');
    expect(text).toContain('In Payments, look for its reference at other tills');
  });
});

describe('closing a shift', () => {
  test('compares first, then closes the displayed shift', async () => {
    const { window, page } = await openDay();
    await page.getByRole('button', { name: 'Close shift' }).click();
    await page.getByRole('button', { name: 'Close it now' }).click();
    await page.getByRole('heading', { name: 'Shift 42 is closed' }).waitFor();
    expect(await asked(window, 'shift.compare')).toHaveLength(1);
    expect(await asked(window, 'shift.close')).toMatchObject([{ ask: { number: 42 } }]);
  });

  test('waits for the service, and comparing can be stopped', async () => {
    const { window, page } = await openDay(report(), { 'shift.compare': 'never' });
    await page.getByRole('button', { name: 'Close shift' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close shift 42?' });
    await dialog.getByText('100 of 240 payments asked for').waitFor();
    await dialog.getByRole('button', { name: 'Close it now' }).click({ force: true });
    await dialog.getByRole('button', { name: 'Stop comparing' }).click();
    expect(await asked(window, 'shift.close')).toEqual([]);
    expect(await asked(window, 'shift.stop-comparing')).toHaveLength(1);
  });

  test('shows why main refuses and keeps the shift', async () => {
    const { page } = await openDay(report(), { 'shift.close': refusal('shift.sale-running') });
    await page.getByRole('button', { name: 'Close shift' }).click();
    await page.getByRole('button', { name: 'Close it now' }).click();
    await page.getByText('A sale is under way, and its end belongs to this shift.').waitFor();
    await page.getByRole('button', { name: 'Not now' }).click();
    await page.getByRole('heading', { name: /^Shift 42, since/ }).waitFor();
  });
});

test('an unavailable report shows the reason instead of figures', async () => {
  const answers = { 'shift.so-far': refusal('journal.full') };
  const window = await windows.till(live(), { ...SIZE, answers, view: ['Day'] });
  await window.page.getByText('The disk is full, so nothing new can be charged.', { exact: false }).first().waitFor();
});

test('a cashier needs a PIN before any figures appear', async () => {
  const window = await windows.till(live({ role: 'cashier' }), { ...SIZE, answers: shiftAnswers(), view: ['Day'] });
  await window.page.getByRole('dialog', { name: 'Manager needed' }).waitFor();
  expect(await asked(window, 'shift.so-far')).toEqual([]);
});

test('hides the figures when the session ends', async () => {
  const { window, page } = await openDay();
  await window.show(live({ role: 'cashier' }));
  await page.getByText('The figures of the day are for managers.', { exact: false }).waitFor();
  expect(await page.getByRole('table').count()).toBe(0);
});

test('lists earlier shifts page by page and opens a shift', async () => {
  const { window, page } = await openDay();
  await page.getByRole('tab', { name: 'Earlier shifts' }).click();
  await page.getByRole('button', { name: /^Shift 41/ }).waitFor();
  await page.getByRole('button', { name: 'Show earlier ones' }).click();
  await expect.poll(() => asked(window, 'shift.list')).toMatchObject([{ ask: { limit: 30 } }, { ask: { before: 38 } }]);
  await page
    .getByRole('button', { name: /^Shift 41/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Shift 41' }).waitFor();
  await page.getByRole('button', { name: 'Back to the list' }).click();
});
