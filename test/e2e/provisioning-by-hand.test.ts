import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encryptForPassphrase } from '../../main/identity/passphrase-file.ts';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { notOnWindows } from '../base/only-where.ts';
import { connectProxy } from '../service/connect-proxy.ts';
import {
  dialogsAnswer,
  expectPage,
  givenFolder,
  launchApp,
  onlyOnHost,
  type RunningApp,
  reads,
  shredButton,
  snapshotOf,
} from './harness/index.ts';

const FROM_OUTSIDE = ['--passphrase-from-stdin', '--pin-from-stdin'];
const PASSPHRASE = 'correct horse battery';
const shops = {
  service: {
    environment: 'PREPROD',
    baseUrl: 'https://service.test',
    jwksUrl: 'https://service.test/keys',
    claimPrefix: 'https://service.example',
    issuer: 'Payments',
  },
  merchant: { merchantId: 'm'.repeat(24), profileId: 'p'.repeat(24) },
  shop: { shopId: 'SHOP7', shopName: 'Bakkerij Zoë' },
  keys: { signingKey: makeSigningKey('shop-7-2026') },
};

const folder = givenFolder();
const encrypted = join(folder, 'shop-7.jwe');
let app: RunningApp;
beforeAll(async () => {
  const text = new TextEncoder().encode(JSON.stringify(shops));
  await writeFile(encrypted, await encryptForPassphrase(text, PASSPHRASE, 'tillmate-provisioning'));
  app = await launchApp({
    userDataDir: join(folder, 'data'),
    args: ['--training'],
    env: dialogsAnswer({ filePaths: [encrypted] }),
  });
});
afterAll(() => app.stop());

const dialog = (name: string) => app.till.getByRole('dialog', { name });

test(
  'an encrypted file asks for passphrase, POS and PIN',
  onlyOnHost('it plays the dialog of the system'),
  async () => {
    await app.till.getByRole('link', { name: 'Support' }).click();
    await app.till.getByRole('tab', { name: 'Terminal' }).click();
    await app.till.getByRole('button', { name: 'Set up from a file' }).click();
    const asking = dialog('This file is encrypted');
    await asking.getByLabel('Passphrase').fill('wrong horse battery');
    await asking.getByRole('button', { name: 'Open the file' }).click();
    await reads(asking, 'This passphrase does not open the file.');
    await asking.getByLabel('Passphrase').fill(PASSPHRASE);
    await asking.getByRole('button', { name: 'Open the file' }).click();
    const missing = dialog('Something is missing from the file');
    await missing.getByLabel('POS id').fill('TILL7');
    await missing.getByLabel('PIN for the manager').fill('471147');
    await missing.getByRole('button', { name: 'Go on' }).click();
    const asked = dialog('Set this terminal up?');
    await expectPage(asked.getByRole('row').filter({ hasText: 'POS id' })).toHaveText(/none\s*TILL7/);
    expect((await snapshotOf(app)).terminal.provisioned).toBe(false);
    await asked.getByRole('button', { name: 'Use this file' }).click();
    await asked.waitFor({ state: 'hidden' });
    await expectPage(shredButton(app)).toBeVisible();
    expect((await snapshotOf(app)).terminal.provisioned).toBe(true);
    const kept = await readFile(join(folder, 'data', 'terminal.json'), 'utf8');
    for (const secret of [PASSPHRASE, '471147', shops.keys.signingKey.d]) {
      expect(kept).not.toContain(secret);
      expect(app.output()).not.toContain(secret);
    }
  },
);

test('a dropped file asks first', onlyOnHost('it drops files'), async () => {
  const other = join(folder, 'other.json');
  await writeFile(
    other,
    JSON.stringify({ ...shops, pos: { posId: 'TILL7' }, shop: { shopId: 'S9', shopName: 'Elsewhere' } }),
  );
  const address = app.till.url();
  await app.play({ host: 'drop', title: 'Tillmate', files: [other] });
  const asked = dialog('Set up this terminal again?');
  await expectPage(asked.getByRole('row').filter({ hasText: 'Shop name' })).toHaveText(/Bakkerij Zoë\s*Elsewhere/);
  await asked.getByRole('button', { name: 'Refuse' }).click();
  await asked.waitFor({ state: 'hidden' });
  await app.play({ host: 'drop', title: 'Tillmate', files: [other, encrypted] });
  await reads(app.till, 'Drop one file at a time.');
  await app.till.getByRole('button', { name: 'Close' }).click();
  const shown = app.display.url();
  // The display shows no reaction, so its page reports the drop.
  await app.display.evaluate(() => {
    const dropped = new Promise<void>((resolve) => addEventListener('dragleave', () => resolve(), { once: true }));
    Object.assign(window, { dropped });
  });
  await app.play({ host: 'drop', title: 'Tillmate – customer display', files: [other] });
  await app.display.evaluate(() => (window as unknown as { dropped: Promise<void> }).dropped);
  await reads(app.display, /./);
  expect([app.till.url(), app.display.url()]).toEqual([address, shown]);
  expect(existsSync(other)).toBe(true);
});

test('a fleet tool passes secrets in a file', async () => {
  await app.stop();
  const secrets = join(folder, 'secrets.txt');
  await writeFile(secrets, `${PASSPHRASE}\r\n471147\r\n`, { mode: 0o600 });
  app = await launchApp({
    userDataDir: join(folder, 'windows'),
    args: [`--provision=${encrypted}`, '--pos-id=TILL9', ...FROM_OUTSIDE, `--secrets-from=${secrets}`],
  });
  await expect.poll(async () => (await snapshotOf(app)).terminal.provisioned).toBe(true);
  expect((await snapshotOf(app)).terminal).toMatchObject({ posId: 'TILL9', pinSet: true });
  expect(existsSync(secrets)).toBe(false);
  for (const secret of [PASSPHRASE, '471147']) expect(app.output()).not.toContain(secret);
});

const onStandardInput = notOnWindows('Electron has no standard input there');
test('a fleet tool passes secrets on standard input', onStandardInput, async () => {
  await app.stop();
  await using proxy = await connectProxy(1);
  proxy.answer = 407;
  const [, address] = proxy.entry.split(' ');
  app = await launchApp({
    userDataDir: join(folder, 'fleet'),
    args: [`--provision=${encrypted}`, '--pos-id=TILL8', ...FROM_OUTSIDE, `--proxy-server=${address}`],
    input: `${PASSPHRASE}\r\n471147\r\n`,
  });
  const codes = async () => (await snapshotOf(app)).notices.map(({ code }) => code);
  // The till opens after the file is applied; its window exists earlier.
  await expect.poll(codes).toContain('provision.shred');
  const { terminal } = await snapshotOf(app);
  expect(terminal).toMatchObject({ provisioned: true, posId: 'TILL8', pinSet: true });
  for (const secret of [PASSPHRASE, '471147']) expect(app.output()).not.toContain(secret);
  await reads(app.till.getByRole('alert'), 'the proxy of this network asks for a name and a password');
  expect(new Set(proxy.asked)).toEqual(new Set(['service.test:443']));
});
