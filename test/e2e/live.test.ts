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
  launchApp,
  newSale,
  preprodBand,
  type RunningApp,
  readQr,
  reads,
  type ServiceProcess,
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

test('set up from a file, the till sells; the file is shredded, and started again it sells with the keys of the keychain', async () => {
  await paidSale('12,50');
  await newSale(app);
  const header = app.till.getByRole('banner');
  await app.till.getByRole('link', { name: 'Payments' }).click();
  await reads(header, 'TILL1');
  await preprodBand(app.till).waitFor();
  await app.till.getByRole('link', { name: 'Sale' }).click();
  await preprodBand(app.till).waitFor();
  for (const window of [app.till, app.display]) await expectPage(trainingBand(window)).toHaveCount(0);

  await reads(app.till, `This terminal was set up from ${service.provisioningFile}. That file still holds the keys`);
  await shredButton(app).click();
  await unlocks(app, PIN);
  expect(existsSync(service.provisioningFile)).toBe(true);
  await shredButton(app).click();
  await shredButton(app).waitFor({ state: 'hidden' });
  expect(existsSync(service.provisioningFile)).toBe(false);

  await app.stop();
  app = await launchApp({ userDataDir });
  await reads(app.till.getByRole('banner'), 'TILL1');
  await paidSale('3,99');
  await newSale(app);
});

async function paidSale(amount: string): Promise<void> {
  await charge(app, amount);
  const code = await readQr(app.display);
  expect(code.startsWith(service.baseUrl)).toBe(true);
  await playPayer(code, 'scan');
  await playPayer(code, 'confirm');
  await ends(app, 'Paid', 'Paid');
}
