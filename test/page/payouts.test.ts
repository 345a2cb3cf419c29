import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import type { TillSnapshot } from '../../preload/contract/views.ts';
import { expectPage } from '../base/expect-page.ts';
import type { OpenWindow } from './open-windows.ts';
import { callsTo, refusal } from './recorded-calls.ts';
import { overview, payoutAnswers, transactions } from './sample-payouts.ts';
import { live, offline, till } from './sample-snapshots.ts';
import { expectCalls, windows } from './windows.ts';

async function opened(answers: Record<string, unknown>): Promise<OpenWindow> {
  const window = await windows.till(live(), { width: 1024, height: 768, answers, view: ['Payouts'] });
  await window.page.getByRole('table').first().waitFor();
  return window;
}

const rowOf = (page: Page, name: string | RegExp, index: number) =>
  page.getByRole('table', { name }).getByRole('row').nth(index);

test('of 10,000 rows, only visible rows are rendered and fetched', async () => {
  const answers = { ...payoutAnswers(), 'payouts.transactions': { total: 10_000, rows: transactions(100) } };
  const window = await opened(answers);
  const { page } = window;
  const table = page.getByRole('table', { name: 'Payout', exact: true });
  await expect.poll(() => table.getAttribute('aria-rowcount')).toBe('10000');
  expect(await table.getByRole('row').count()).toBeLessThan(60);
  await table.getByRole('row').first().focus();
  await page.keyboard.press('End');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex'))).toBe('10000');
  expect(await table.getByRole('row').count()).toBeLessThan(60);
  const asked = (await callsTo(window, 'payouts.transactions')) as {
    readonly offset: number;
    readonly limit: number;
  }[];
  expect(asked.every(({ limit }) => limit === 100)).toBe(true);
  expect(asked.map(({ offset }) => offset)).toContain(9_900);
  expect(asked.length).toBeLessThan(10);
  // Each filter has its own rows.
  await page.getByRole('combobox').selectOption({ index: 1 });
  const chosen = { states: [expect.any(String)] };
  await expectCalls(window, 'payouts.transactions').toContainEqual(expect.objectContaining(chosen));
  await table.getByRole('row').first().focus();
  await page.keyboard.press('End');
  await expectCalls(window, 'payouts.transactions').toContainEqual(
    expect.objectContaining({ offset: 9_900, ...chosen }),
  );
});

test('a future first day has its own message', async () => {
  const window = await opened(payoutAnswers());
  const { page } = window;
  await page.getByLabel('From').fill('2031-01-01');
  await page.getByText('This day has not come yet. Choose today or earlier.').waitFor();
  await expectPage(page.getByLabel('From')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Payout id').click();
  await expectPage(page.getByLabel('From')).toHaveValue('01/01/2031');
});

test('head and rows scroll together, new lists from the top', async () => {
  const window = await opened({ ...payoutAnswers(), 'payouts.transactions': { total: 200, rows: transactions(100) } });
  const { page } = window;
  await rowOf(page, 'Payouts', 0).click();
  const head = page.getByRole('heading', { level: 2 });
  await page.getByRole('table', { name: 'Payout', exact: true }).getByRole('row').first().focus();
  for (let pressed = 0; pressed < 20; pressed += 1) await page.keyboard.press('ArrowDown');
  await expectPage(head).not.toBeInViewport();
  await expectPage(page.getByText('State · Time (Brussels)')).toBeInViewport();
  await expectPage(page.locator('[aria-rowindex="21"]:focus')).toBeInViewport({ ratio: 0.9 });
  await page.getByRole('button', { name: 'All days' }).click();
  await expectPage(page.getByRole('heading', { level: 2, name: 'All days' })).toBeInViewport();
});

test('before fetching, explains the view and pays out in training', async () => {
  const answers = { 'payouts.read': { ...overview, range: null, stage: 'none' } };
  const window = await windows.till(till(), { width: 1024, height: 768, answers, view: ['Payouts'] });
  await window.page.getByText(/Choose the days and press Fetch\. .*In training nobody waits for midnight/).waitFor();
  await window.page.getByRole('button', { name: 'Practise: pay out now' }).click();
  await expectCalls(window, 'payouts.pay-out').toEqual([{}]);
  await window.page.getByRole('button', { name: 'Fetch' }).click();
  await expectCalls(window, 'payouts.load').toEqual([{ from: '2026-11-16', to: '2026-11-22' }]);
});

test('opening the view fetches the due days once', async () => {
  const due = { from: '2026-11-16', to: '2026-11-22' };
  const answers = payoutAnswers({ range: null, stage: 'none', due });
  const openedAs = (snapshot: TillSnapshot) => windows.till(snapshot, { answers, view: ['Payouts'] });
  const window = await openedAs(live());
  await expectCalls(window, 'payouts.load').toEqual([due]);
  await window.push(live({ service: offline }));
  for (const other of [await openedAs(till({ role: 'manager' })), await openedAs(live({ service: offline }))]) {
    await other.page.getByText(/Choose the days and press Fetch/).waitFor();
    expect(await callsTo(other, 'payouts.load')).toEqual([]);
  }
  expect(await callsTo(window, 'payouts.load')).toHaveLength(1);
});

test('Fetch and Stop both work while payouts are loading', async () => {
  const { range } = overview;
  const window = await opened(payoutAnswers({ stage: 'loading', progress: { done: 5, of: 12, rows: 20_000 } }));
  await window.page.getByRole('button', { name: 'Fetch', exact: true }).click();
  await expectCalls(window, 'payouts.load').toEqual([range]);
  expect(await callsTo(window, 'payouts.cancel')).toEqual([]);
  await window.page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expectCalls(window, 'payouts.cancel').toEqual([{}]);
});

test('marks the days whose automatic fetch main refuses', async () => {
  const due = { from: '2026-11-16', to: '2026-11-22' };
  const answers = { ...payoutAnswers({ due }), 'payouts.load': refusal('payouts.exporting') };
  const { page } = await windows.till(live(), { answers, view: ['Payouts'] });
  await expectPage(page.getByLabel('To', { exact: true })).toHaveAttribute('aria-invalid', 'true');
});
