import { expect, test } from 'vitest';
import { expectPage } from '../base/expect-page.ts';
import { refusal } from './recorded-calls.ts';
import { live, SALE_ID, sale, till } from './sample-snapshots.ts';
import { expectCalls, windows } from './windows.ts';

const acts = ['Scan', 'Confirm', 'Refuse', 'Bank refuses', 'Time runs out'];

test('training offers exactly the possible customer actions', async () => {
  const window = await windows.till(till({ sale: sale('waiting') }));
  const { page } = window;
  const play = page.getByRole('button', { name: 'Pay as the customer' });
  await expectPage(page.getByText('TRAINING', { exact: true })).toBeVisible();
  await play.click();
  const app = page.getByRole('region', { name: "The customer's app" });
  const possible = async () => {
    const found: string[] = [];
    for (const name of acts)
      if ((await app.getByRole('button', { name, exact: true }).getAttribute('aria-disabled')) === 'false')
        found.push(name);
    return found;
  };
  await expect.poll(possible).toEqual(['Scan', 'Refuse', 'Time runs out']);
  await app.getByRole('button', { name: 'Confirm' }).click({ force: true });
  await app.getByRole('button', { name: 'Scan' }).click();
  await expectCalls(window, 'training.act').toEqual([{ saleId: SALE_ID, act: 'scan' }]);
  await window.push(till({ sale: sale('scanned') }));
  await expect.poll(possible).toEqual(['Confirm', 'Refuse', 'Bank refuses', 'Time runs out']);
  await app.getByRole('button', { name: 'Open in a browser' }).click();
  await expectCalls(window, 'training.open-payer').toEqual([{ saleId: SALE_ID }]);
  // A click here leaves the keys to the sale.
  await page.keyboard.press('Escape');
  await page.getByText('Cancel this payment?').waitFor();
  await window.push(live({ sale: sale('waiting') }));
  await expectPage(app.or(play)).toHaveCount(0);
  await expectPage(page.getByText('PROD', { exact: true })).toBeVisible();
});

test('kiosk mode offers the browser only to managers and support', async () => {
  const waiting = till({ sale: sale('waiting') });
  const counter = { ...waiting.counter, kiosk: { on: true, atStart: false } };
  const window = await windows.till({ ...waiting, counter, role: 'cashier' });
  const { page } = window;
  await page.getByRole('button', { name: 'Pay as the customer' }).click();
  await page.getByRole('button', { name: 'Time runs out' }).waitFor();
  await expectPage(page.getByRole('button', { name: 'Open in a browser' })).toHaveCount(0);
  await window.push({ ...till({ sale: sale('waiting') }), counter, role: 'manager' });
  await page.getByRole('button', { name: 'Open in a browser' }).waitFor();
});

test('shows a late customer action where the button was clicked', async () => {
  const window = await windows.till(till({ sale: sale('waiting') }), {
    answers: { 'training.act': refusal('training.too-late') },
  });
  await window.page.getByRole('button', { name: 'Pay as the customer' }).click();
  await window.page.getByRole('button', { name: 'Scan' }).click();
  await window.page.getByText('The payment is past that already.').waitFor();
});
