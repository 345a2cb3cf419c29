import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openKeychain } from '../../main/terminal/keychain.ts';
import { readRecord } from '../../main/terminal/sealed-record.ts';
import {
  charge,
  ends,
  filesHolding,
  onlyOnHost,
  openShop,
  readQr,
  reads,
  type Shop,
  snapshotOf,
  unlocks,
} from './harness/index.ts';

const PIN = '471147';

let folder: string;
let shop: Shop;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-e2e-keys-'));
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  writeFileSync(join(folder, 'till-42.pem'), rsa.export({ format: 'pem', type: 'pkcs8' }));
  const answers = [{ filePaths: [join(folder, 'till-42.pem')] }, { filePath: join(folder, 'jwks.json') }];
  const env = { TILLMATE_HOST_DIALOGS: JSON.stringify(answers) };
  shop = await openShop({ provisioning: { managerPin: PIN }, launch: { env } });
});
afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});

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

const atDialogs = onlyOnHost('its dialogs answer by themselves');

test('a file that holds another kind of key is refused by its name', atDialogs, async () => {
  await openKeys();
  await press('Take a key that you were given');
  await press('Choose a file');
  await reads(till(), /^The file till-42\.pem: This is an RSA key\./);
  await till().keyboard.press('Escape');
});

test('what was cut off when it was copied is no key, and nothing of it is kept', async () => {
  await openKeys();
  await press('Take a key that you were given');
  await inDialog('Take a key that you were given').getByLabel('Paste the key').fill('{"kty":"EC","crv":"P-2');
  await press('Take it');
  await reads(till(), 'This JSON is cut off, or holds no key.');
  await till().keyboard.press('Escape');
  expect(await keysKept()).not.toHaveProperty('nextKey');
});

test('a key is made here and handed over as a code that a phone reads', async () => {
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
});

test('the file to host holds the key in use and the new one', atDialogs, async () => {
  await press('Save as a file');
  await reads(till(), 'Saved as jwks.json.');
  const { keys } = JSON.parse(readFileSync(join(folder, 'jwks.json'), 'utf8'));
  expect(keys.map(({ kid }: { kid: string }) => kid)).toEqual(['till-42-2026', 'till-42-2027']);
});

test('it is taken into use in the middle of a sale, which goes on; then the old key is removed', async () => {
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
