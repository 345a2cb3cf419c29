import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect as expectPage } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { makeSigningKey, publicHalf } from '../../main/service/signing-key.ts';
import {
  cancelPayment,
  charge,
  ends,
  filesHolding,
  launchApp,
  newSale,
  type RunningApp,
  reads,
  snapshotOf,
  trainingBand,
} from './harness/index.ts';

const key = makeSigningKey('till-by-hand');

let userDataDir: string;
let sandbox: Sandbox;
let app: RunningApp;
beforeAll(async () => {
  userDataDir = await mkdtemp(join(tmpdir(), 'tillmate-e2e-'));
  sandbox = await startSandbox();
  sandbox.registerKey(sandbox.profile.profileId, publicHalf(key));
  app = await launchApp({ userDataDir });
});
afterAll(async () => {
  await app.stop();
  await sandbox.close();
  await rm(userDataDir, { recursive: true, force: true });
});

test('a terminal that is not set up trains, and its settings say so', async () => {
  await app.till.getByRole('link', { name: 'Settings' }).click();
  await reads(app.till, 'This terminal is in training. Fill in and save everything below to take real payments.');
});

test.each([
  ['a space in it', 'POS id', 'TILL 42', 'Only letters and digits.'],
  ['three digits', 'Merchant id', '123', 'Exactly 24 characters.'],
  ['without TLS', 'Service address', 'http://shop.example', 'The address must start with https://.'],
  ['37 characters', 'Shop name', 'x'.repeat(37), 'At most 36 characters'],
  ['no JWK', 'Signing key (private JWK)', 'secret', 'This is not a JWK. Paste the whole key, from { to }.'],
  [
    'the public half',
    'Signing key (private JWK)',
    JSON.stringify({ ...publicHalf(key) }),
    'This is not the private key',
  ],
  ['two digits', 'Manager PIN', '12', 'The PIN has 4 to 8 digits.'],
  ['without TLS', 'Callback address', 'http://shop.example/cb', 'The address must start with https://.'],
  ['no port', 'Listen on port', '70000', 'A port from 1 to 65535'],
])('%s is refused as it is typed, in the box %s', async (_what, label, text, message) => {
  const box = app.till.getByLabel(label, { exact: true });
  await box.fill(text);
  await expectPage(box).toHaveAttribute('aria-invalid', 'true');
  await reads(app.till.getByRole('alert'), message);
  await box.fill('');
});

test('with one field wrong nothing at all is saved, and the wrong field has the focus', async () => {
  await fillAll();
  await box('POS id').fill('TILL-42');
  await app.till.getByRole('button', { name: 'Save' }).click();
  await reads(app.till, 'Nothing was saved: 1 field needs attention.');
  await box('POS id').and(app.till.locator(':focus')).waitFor();
  const kept = JSON.parse(await readFile(join(userDataDir, 'terminal.json'), 'utf8'));
  expect(Object.keys(kept).sort()).toEqual(['terminalId', 'version']);
  expect((await snapshotOf(app)).terminal).toMatchObject({ mode: 'training', provisioned: false });
});

test('filled in by hand and saved, the terminal is live at once and a sale works', async () => {
  await box('POS id').fill('TILL42');
  await app.till.getByRole('button', { name: 'Save' }).click();
  await app.till.getByRole('banner').getByText('PREPROD').waitFor();
  await expectPage(trainingBand(app.till)).toHaveCount(0);
  await app.till.getByRole('link', { name: 'Sale' }).click();
  await charge(app, '5,25');
  const paymentId = [...sandbox.engine.store.payments.keys()].at(-1) ?? '';
  sandbox.payer.scan(paymentId);
  sandbox.payer.confirm(paymentId);
  await ends(app, 'Paid', 'Paid');
  await newSale(app);
});

test('the signing key typed by hand is in no file of the data folder', async () => {
  expect(await filesHolding(userDataDir, 'TILL42')).toContainEqual(expect.stringMatching(/terminal\.json$/));
  expect(await filesHolding(userDataDir, key.d)).toEqual([]);
});

test('a change of one field keeps the keys that the keychain has', async () => {
  await app.till.getByRole('link', { name: 'Settings' }).click();
  await reads(app.till, 'Kept in the keychain, key id till-by-hand. Leave empty to keep it.');
  await box('Shop name').fill('Bakkerij Anna');
  await app.till.getByRole('button', { name: 'Save' }).click();
  await reads(app.till.getByRole('banner'), 'Bakkerij Anna');
  await app.till.getByRole('link', { name: 'Sale' }).click();
  await charge(app, '1');
  await cancelPayment(app);
  await ends(app, 'Cancelled', 'Cancelled');
  await newSale(app);
});

test('while a sale is under way the settings stay as they are, and the till says why', async () => {
  await charge(app, '2');
  await app.till.getByRole('link', { name: 'Settings' }).click();
  await box('Shop name').fill('Somebody else');
  await app.till.getByRole('button', { name: 'Save' }).click();
  await reads(app.till, 'A sale is still under way. Finish it first; nothing was changed.');
  expect((await snapshotOf(app)).terminal.shopName).toBe('Bakkerij Anna');
});

const box = (label: string) => app.till.getByLabel(label, { exact: true });

async function fillAll(): Promise<void> {
  const { profile } = sandbox;
  await box('Shop name').fill('Bakkerij Zoë');
  await box('Shop id').fill('SHOP7');
  await box('POS id').fill('TILL42');
  await box('Merchant id').fill(profile.merchantId);
  await box('Profile id').fill(profile.profileId);
  await box('Service address').fill(sandbox.baseUrl);
  await box("Address of the service's keys (JWKS)").fill(sandbox.jwksUrl);
  await box('Claim prefix').fill(sandbox.claimPrefix);
  await box('Issuer').fill(sandbox.issuer);
  await box('Signing key (private JWK)').fill(JSON.stringify(key));
  await box('API key').fill(profile.apiKey);
}
