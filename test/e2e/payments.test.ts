import { afterAll, beforeAll, expect, test } from 'vitest';
import { charge, ends, newSale, openShop, reads, type Shop, snapshotOf } from './harness/index.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test('a payment tells what happened to it, and the account for a transfer without showing it', async () => {
  const { app, sandbox } = shop;
  await charge(app, '12,50');
  shop.pay();
  await ends(app, 'Paid', 'Paid');
  await newSale(app);
  await app.till.keyboard.press('F2');
  await app.till.getByRole('table', { name: 'Payments' }).getByRole('row').first().click();
  const history = app.till.getByRole('region', { name: 'What happened' });
  await reads(history, /^Charged/);
  await reads(history, 'Paid (SUCCEEDED)');

  await app.till.getByRole('button', { name: 'Account for a transfer' }).click();
  const account = app.till.getByRole('region', { name: 'Account for a transfer back' });
  await account.getByRole('button', { name: 'Copy' }).click();
  await reads(account, /^Copied\./);
  await reads(history, /^The account for a transfer was copied/);
  const iban = sandbox.engine.store.payments.get(shop.newest())?.debtor?.iban ?? '';
  expect(iban).toMatch(/^[A-Z]{2}\d{2}/);
  const page = (await app.till.content()).replaceAll(/\s/g, '');
  expect(page).toContain(iban.slice(-2));
  expect(page).not.toContain(iban.slice(2, -4));
  expect(JSON.stringify(await snapshotOf(app))).not.toContain(iban.slice(2, -4));
});

test('all tills are searched by days, and days that cannot be searched say so', async () => {
  const { till } = shop.app;
  await till.getByRole('combobox', { name: 'Whose payments' }).selectOption({ label: 'All tills' });
  await reads(till, /^Looked through: \d+ of \d+$/);
  await expect.poll(() => till.getByRole('row').count(), { timeout: 20_000 }).toBeGreaterThan(0);
  await till.getByLabel('From').fill('2099-01-01');
  await reads(till, 'This day has not come yet. Choose today or earlier.');
});
