import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { playPayer } from '../../tools/demo/payer.ts';
import {
  charge,
  ends,
  expectPage,
  givenFolder,
  launchApp,
  newSale,
  PIN,
  preprodBand,
  projectRoot,
  type RunningApp,
  readQr,
  reads,
  shredButton,
  trainingBand,
  unlocks,
} from './harness/index.ts';

/** `npm run sandbox` in a process of its own. */
interface ServiceProcess {
  readonly baseUrl: string;
  /** Where it wrote a till's provisioning file. */
  readonly provisioningFile: string;
  stop(): Promise<void>;
}

const folder = givenFolder();
const userDataDir = join(folder, 'data');
let service: ServiceProcess;
let app: RunningApp;

beforeAll(async () => {
  service = await startServiceProcess(folder);
  const file = JSON.parse(await readFile(service.provisioningFile, 'utf8'));
  await writeFile(service.provisioningFile, JSON.stringify({ ...file, managerPin: PIN }));
  app = await launchApp({ userDataDir, args: [`--provision=${service.provisioningFile}`] });
});
afterAll(async () => {
  await app.stop();
  await service.stop();
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

/** Starts it on any ports, its keys in `folder`. Rejects with what it said when it ends before it listens. */
async function startServiceProcess(folder: string): Promise<ServiceProcess> {
  const script = join(projectRoot, 'main/sandbox/cli.ts');
  const child = spawn(process.execPath, [script, '--port=0', '--control-port=0', `--key-dir=${folder}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
      if (said.includes('\ncurl')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The service ended (${code}):\n${said}`)));
  });
  const provisioningFile = join(folder, 'provision.json');
  const { service } = JSON.parse(await readFile(provisioningFile, 'utf8')) as { service: { baseUrl: string } };
  return {
    baseUrl: service.baseUrl,
    provisioningFile,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
