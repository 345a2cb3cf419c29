import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openKeychain } from '../../main/identity/keychain.ts';
import { readRecord } from '../../main/identity/sealed-record.ts';
import {
  charge,
  ends,
  filesHolding,
  openShop,
  readQr,
  reads,
  type Shop,
  snapshotOf,
  unlocks,
} from './harness/index.ts';

const PIN = '471147';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ provisioning: { managerPin: PIN } });
});
afterAll(() => shop.close());

const till = () => shop.app.till;
const press = (name: string) => till().getByRole('button', { name, exact: true }).click();
const inDialog = (title: string) => till().getByRole('dialog', { name: title });

async function openKeys(): Promise<void> {
  await till().getByRole('link', { name: 'Support' }).click();
  if ((await snapshotOf(shop.app)).role === 'cashier') await unlocks(shop.app, PIN);
  await till().getByRole('tab', { name: 'Keys' }).click();
  await till().getByRole('list', { name: 'Keys of this terminal' }).waitFor();
}

/** What the terminal has in the keychain of this session. */
async function keysKept() {
  const { terminalId } = JSON.parse(readFileSync(join(shop.userDataDir, 'terminal.json'), 'utf8'));
  const record = await readRecord(await openKeychain(), terminalId);
  return record?.current;
}

test('a key is made here, handed over as a code that a phone reads, and taken into use in the middle of a sale', async () => {
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
  await press('Take the key till-42-2027 into use');
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

test('what is private is in the keychain alone, and the app that was killed has the key', async () => {
  const kept = await keysKept();
  expect(kept).toMatchObject({ signingKey: { kid: 'till-42-2027' } });
  expect(kept?.previousKey).toBeUndefined();
  expect(await filesHolding(shop.userDataDir, kept?.signingKey?.d ?? '')).toEqual([]);
  await shop.restart('kill');
  await openKeys();
  await press('Test the key till-42-2027');
  await reads(till(), 'The payment service accepts the key till-42-2027:');
});
