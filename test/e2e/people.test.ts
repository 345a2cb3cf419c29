import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { expect, test } from 'vitest';
import { openKeychain } from '../../main/identity/open-keychain.ts';
import { readRecord } from '../../main/identity/sealed-record.ts';
import {
  charge,
  drawn,
  ends,
  expectPage,
  filesHolding,
  givenShop,
  newSale,
  PIN,
  preprodBand,
  readQr,
  reads,
  settingsPart,
  shredButton,
  snapshotOf,
  trainingBand,
  unlocks,
} from './harness/index.ts';

const AVAS_PIN = '815815';

const shop = givenShop({ provisioning: { managerPin: PIN } });

const till = () => shop.app.till;
const button = (name: string, within: Locator | ReturnType<typeof till> = till()) =>
  within.getByRole('button', { name, exact: true });
const press = (name: string) => button(name).click();
const box = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true });
const inDialog = (title: string) => till().getByRole('dialog', { name: title });

async function openAsManager(view: 'Settings' | 'Support'): Promise<void> {
  await till().getByRole('link', { name: view }).click();
  if ((await snapshotOf(shop.app)).role === 'cashier') await unlocks(shop.app, PIN);
}

async function openPart(name: string): Promise<void> {
  await openAsManager('Settings');
  await settingsPart(shop.app, name);
}

async function openKeys(): Promise<void> {
  await openAsManager('Support');
  await till().getByRole('tab', { name: 'Keys' }).click();
  await till().getByRole('list', { name: 'Keys of this terminal' }).waitFor();
}

test('a manager shreds the provisioning file with the keys', async () => {
  const { provisioningFile } = shop;
  await reads(till(), `This terminal was set up from ${provisioningFile}. That file still holds the keys`);
  await shredButton(shop.app).click();
  expect(existsSync(provisioningFile)).toBe(true);
  await unlocks(shop.app, PIN);
  await shredButton(shop.app).waitFor({ state: 'hidden' });
  expect(existsSync(provisioningFile)).toBe(false);
});

test("a cashier refunds with a manager's approval, recorded once", async () => {
  await openPart('People');
  await button('Change Manager').click();
  const change = inDialog('Change Manager');
  await box(change, 'Name').fill('Zoë');
  await button('Save', change).click();
  await reads(till().getByRole('banner'), /^Zoë$/);

  await button('Add person').click();
  const add = inDialog('Add person');
  await box(add, 'Name').fill('Ava');
  await box(add, 'PIN').fill(AVAS_PIN);
  await box(add, 'The same PIN again').fill(AVAS_PIN);
  await button('Save', add).click();
  await add.waitFor({ state: 'hidden' });
  await reads(till().getByRole('list', { name: 'People at this till' }), 'Ava');

  await button('Lock').click();
  await button('Sign in').click();
  const signIn = inDialog('Sign in');
  await box(signIn, 'Your PIN').fill(AVAS_PIN);
  await button('Sign in', signIn).click();
  await button('At the till: Ava').waitFor();
  expect(await snapshotOf(shop.app)).toMatchObject({ role: 'cashier', person: { name: 'Ava' } });
  await shop.sell('12,50');

  await button('Refund').click();
  const refund = inDialog('Refund payment');
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

async function keysKept() {
  const { terminalId } = JSON.parse(readFileSync(join(shop.userDataDir, 'terminal.json'), 'utf8'));
  const record = await readRecord(await openKeychain(), terminalId);
  return record?.current;
}

test('creates a key and signs with the new key', async () => {
  await openKeys();
  await press('Make a new key');
  const dialog = inDialog('Make a new key');
  await dialog.getByLabel('Key id (kid)').fill('till-42-2027');
  await dialog.getByRole('button', { name: 'Make it' }).click();
  await reads(till(), 'The key till-42-2027 is made. Hand its public half over.');
  await press('Test the key till-42-2027');
  await reads(till(), 'The payment service does not accept the key till-42-2027 yet.');
  await press('Show QR code');
  const code = till().getByRole('img', { name: 'QR code of the public key till-42-2027' });
  const jwk = JSON.parse(await readQr(await code.screenshot()));
  expect(jwk).toMatchObject({ kty: 'EC', crv: 'P-256', kid: 'till-42-2027', use: 'sig', alg: 'ES256' });
  expect(jwk).not.toHaveProperty('d');
  await till().keyboard.press('Escape');
  shop.sandbox.registerKey(shop.sandbox.profile.profileId, jwk);

  await press('Test the key till-42-2027');
  await reads(till(), 'The payment service accepts the key till-42-2027:');
  await till().getByRole('link', { name: 'Sale', exact: true }).click();
  await charge(shop.app, '12,50');
  await openKeys();
  await press('Take into use the key till-42-2027');
  await inDialog('Take the new key into use?').getByRole('button', { name: 'Take into use' }).click();
  await reads(till(), 'The key till-42-2027 signs from now on.');
  await till().getByRole('link', { name: 'Sale', exact: true }).click();
  shop.pay();
  await ends(shop.app, 'Paid', 'Paid');
  await openKeys();
  await press('Remove the key till-42-2026');
  await inDialog('Remove this key?').getByRole('button', { name: 'Remove' }).click();
  await reads(till(), 'The key till-42-2026 is removed.');
});

test('keeps private keys only in the keychain', async () => {
  const kept = await keysKept();
  expect(kept).toMatchObject({ signingKey: { kid: 'till-42-2027' } });
  expect(kept?.previousKey).toBeUndefined();
  expect(await filesHolding(shop.userDataDir, kept?.signingKey?.d ?? '')).toEqual([]);
  await shop.restart('kill');
  await drawn(shop.app);
  await preprodBand(till()).waitFor();
  for (const window of [till(), shop.app.display]) await expectPage(trainingBand(window)).toHaveCount(0);
  await reads(till().getByRole('banner'), 'TILL42');
  await newSale(shop.app);
  await shop.sellAndLeave('3,99');
  await openKeys();
  await press('Test the key till-42-2027');
  await reads(till(), 'The payment service accepts the key till-42-2027:');
});
