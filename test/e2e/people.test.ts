import type { Locator } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  charge,
  ends,
  expectPage,
  newSale,
  openShop,
  reads,
  type Shop,
  settingsPart,
  snapshotOf,
  unlocks,
} from './harness/index.ts';

const PIN = '471147';
const AVAS_PIN = '815815';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ provisioning: { managerPin: PIN } });
});
afterAll(() => shop.close());

const till = () => shop.app.till;
const button = (name: string, within: Locator | Shop['app']['till'] = till()) =>
  within.getByRole('button', { name, exact: true });
const box = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true });

async function openPart(name: string): Promise<void> {
  await till().getByRole('link', { name: 'Settings' }).click();
  if ((await snapshotOf(shop.app)).role === 'cashier') await unlocks(shop.app, PIN);
  await settingsPart(shop.app, name);
}

test('a manager adds a cashier, who signs in, charges, and refunds with a manager: both stand in the record, once', async () => {
  await openPart('People');
  await button('Change Manager').click();
  const change = till().getByRole('dialog', { name: 'Change Manager' });
  await box(change, 'Name').fill('Zoë');
  await button('Save', change).click();
  await reads(till().getByRole('banner'), /^Zoë$/);

  await button('Add person').click();
  const add = till().getByRole('dialog', { name: 'Add person' });
  await box(add, 'Name').fill('Ava');
  await box(add, 'PIN').fill(AVAS_PIN);
  await box(add, 'The same PIN again').fill(AVAS_PIN);
  await button('Save', add).click();
  await add.waitFor({ state: 'hidden' });
  await reads(till().getByRole('list', { name: 'People at this till' }), 'Ava');

  await button('Lock').click();
  await button('Sign in').click();
  const signIn = till().getByRole('dialog', { name: 'Sign in' });
  await box(signIn, 'Your PIN').fill(AVAS_PIN);
  await button('Sign in', signIn).click();
  await button('At the till: Ava').waitFor();
  expect(await snapshotOf(shop.app)).toMatchObject({ role: 'cashier', person: { name: 'Ava' } });
  await charge(shop.app, '12,50');
  shop.pay();
  await ends(shop.app, 'Paid', 'Paid');

  await button('Refund').click();
  const refund = till().getByRole('dialog', { name: 'Refund payment' });
  await box(refund, 'Refund amount').fill('5');
  await box(refund, 'Manager PIN').fill(PIN);
  await refund.getByRole('button', { name: /^Confirm refund/ }).click();
  await refund.waitFor({ state: 'hidden' });
  await newSale(shop.app);
  await openPart('Record');
  const rows = till().getByRole('table', { name: 'Record' }).getByRole('row');
  await expectPage(rows.filter({ hasText: /Refund of/ })).toHaveCount(1);
  await expectPage(rows.filter({ hasText: /Refund of €\s5,00 for TILL42/ })).toContainText(['Ava']);
  await expectPage(rows.filter({ hasText: /Refund of/ })).toContainText(['Allowed by Zoë']);
  await expectPage(rows.filter({ hasText: 'Added Ava: Cashier' })).toContainText(['Zoë']);
});
