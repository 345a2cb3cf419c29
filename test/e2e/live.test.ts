import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { playPayer } from '../../tools/demo/payer.ts';
import {
  charge,
  ends,
  expectPage,
  filesHolding,
  launchApp,
  newSale,
  preprodBand,
  type RunningApp,
  readQr,
  reads,
  type ServiceProcess,
  settingsPart,
  shredButton,
  startServiceProcess,
  trainingBand,
  unlocks,
} from './harness/index.ts';

const PIN = '48151623';

let folder: string;
let userDataDir: string;
let service: ServiceProcess;
let secrets: readonly string[];
let app: RunningApp;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillmate-e2e-'));
  userDataDir = join(folder, 'data');
  service = await startServiceProcess(folder);
  const file = JSON.parse(await readFile(service.provisioningFile, 'utf8'));
  await writeFile(service.provisioningFile, JSON.stringify({ ...file, managerPin: PIN }));
  secrets = [file.keys.signingKey.d, file.keys.apiKey, PIN];
  for (const secret of secrets) expect(secret).toMatch(/^\S{8,}$/);
  app = await launchApp({ userDataDir, args: [`--provision=${service.provisioningFile}`] });
});
afterAll(async () => {
  await app.stop();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

test('set up from a provisioning file on its first start, the till sells at a service of its own', async () => {
  await paidSale('12,50');
  await newSale(app);
});

test('environment and POS id are in sight on every view, and nothing says TRAINING', async () => {
  const header = app.till.getByRole('banner');
  await app.till.getByRole('link', { name: 'Payments' }).click();
  await reads(header, 'TILL1');
  await preprodBand(app.till).waitFor();
  await app.till.getByRole('link', { name: 'Sale' }).click();
  await preprodBand(app.till).waitFor();
  for (const window of [app.till, app.display]) await expectPage(trainingBand(window)).toHaveCount(0);
});

test('the file is offered for shredding, and is gone after that', async () => {
  await reads(app.till, `This terminal was set up from ${service.provisioningFile}. That file still holds the keys`);
  await shredButton(app).click();
  await unlocks(app, PIN);
  expect(existsSync(service.provisioningFile)).toBe(true);
  await shredButton(app).click();
  await shredButton(app).waitFor({ state: 'hidden' });
  expect(existsSync(service.provisioningFile)).toBe(false);
});

test('started again without the file it is the same till, and a sale works: the keys came from the keychain', async () => {
  await app.stop();
  app = await launchApp({ userDataDir });
  await reads(app.till.getByRole('banner'), 'TILL1');
  await paidSale('3,99');
  await newSale(app);
});

test('neither the private key nor the API key nor the PIN is in any file of the data folder, or in what the app says', async () => {
  expect(await filesHolding(userDataDir, 'TILL1')).toEqual(
    expect.arrayContaining([expect.stringMatching(/terminal\.json$/), expect.stringMatching(/journal\.sqlite$/)]),
  );
  for (const secret of secrets) expect(await filesHolding(userDataDir, secret)).toEqual([]);
  expect(secrets.filter((secret) => app.output().includes(secret))).toEqual([]);
});

test('the settings are behind the PIN, and show of the keys only that they are kept', async () => {
  await app.till.getByRole('link', { name: 'Settings' }).click();
  await unlocks(app, PIN);
  await settingsPart(app, 'Service and keys');
  await reads(app.till, 'Kept in the keychain, key id till-1. Leave empty to keep it.');
  const all = await app.till.evaluate(async () => [
    await window.tillmate.call('settings.read', {}),
    await window.tillmate.call('till.snapshot', {}),
    document.documentElement.outerHTML,
  ]);
  expect(secrets.filter((secret) => JSON.stringify(all).includes(secret))).toEqual([]);
});

async function paidSale(amount: string): Promise<void> {
  await charge(app, amount);
  const code = await readQr(app.display);
  expect(code.startsWith(service.baseUrl)).toBe(true);
  await playPayer(code, 'scan');
  await playPayer(code, 'confirm');
  await ends(app, 'Paid', 'Paid');
}
