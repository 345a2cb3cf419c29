import type { Locator } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  charge,
  ends,
  expectPage,
  filesHolding,
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

test('a manager names themself and adds a cashier; what is wrong stands at its box', async () => {
  await openPart('People');
  await button('Change Manager').click();
  const change = till().getByRole('dialog', { name: 'Change Manager' });
  await box(change, 'Name').fill('Zoë');
  await button('Save', change).click();
  await reads(till().getByRole('banner'), /^Zoë$/);

  await button('Add person').click();
  const add = till().getByRole('dialog', { name: 'Add person' });
  await box(add, 'Name').fill('zoë');
  await box(add, 'PIN').fill(PIN);
  await box(add, 'The same PIN again').fill('471148');
  await button('Save', add).click();
  await reads(add, 'The two are not the same. Type the PIN twice.');
  await box(add, 'The same PIN again').fill(PIN);
  await button('Save', add).click();
  await reads(add, 'Choose another PIN.');
  await box(add, 'PIN').fill(AVAS_PIN);
  await box(add, 'The same PIN again').fill(AVAS_PIN);
  await button('Save', add).click();
  await reads(add, 'Somebody at this till has this name.');
  await box(add, 'Name').fill('Ava');
  await box(add, 'PIN').fill(AVAS_PIN);
  await box(add, 'The same PIN again').fill(AVAS_PIN);
  await button('Save', add).click();
  await add.waitFor({ state: 'hidden' });
  await reads(till().getByRole('list', { name: 'People at this till' }), 'Ava');
});

test('the last manager cannot be ended', async () => {
  await button('End Zoë').click();
  const end = till().getByRole('dialog', { name: 'End Zoë?' });
  await button('End', end).click();
  await reads(end, 'This is the last manager. Make somebody else a manager first.');
  await button('Keep', end).click();
});

test('the cashier signs in by PIN, is in the header, and charges; settings stay closed to her', async () => {
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
  await till().getByRole('link', { name: 'Settings' }).click();
  const needed = till().getByRole('dialog', { name: 'Manager needed' });
  await box(needed, 'Manager PIN').fill(AVAS_PIN);
  await button('Unlock', needed).click();
  await reads(needed, "That PIN is right, but it is no manager's. This needs a manager.");
  await button('Not now', needed).click();
});

test('her refund takes a manager, and both stand in the record, once', async () => {
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
  await till().getByLabel('Kind of entry').selectOption('Signing in');
  await expectPage(rows.filter({ hasText: /Refund of/ })).toHaveCount(0);
  await expectPage(rows.filter({ hasText: 'Wanted a PIN that somebody else has' })).toHaveCount(1);
});

test('whoever has ended signs in no more', async () => {
  await settingsPart(shop.app, 'People');
  await button('End Ava').click();
  await button('End', till().getByRole('dialog', { name: 'End Ava?' })).click();
  await till().getByText('Ended (1)').waitFor();
  await button('Lock').click();
  await button('Lock').waitFor({ state: 'hidden' });
  await expectPage(button('Sign in')).toHaveCount(0);
  expect(await snapshotOf(shop.app)).not.toHaveProperty('person');
  expect(await filesHolding(shop.app.userDataDir, AVAS_PIN)).toEqual([]);
});
