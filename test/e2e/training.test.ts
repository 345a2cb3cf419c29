import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { playPayer } from '../../tools/demo/payer.ts';
import { onlyWhere } from '../base/only-where.ts';
import { findChromium } from '../host/chromium.ts';
import {
  cancelPayment,
  charge,
  chooseRuntime,
  ends,
  launchApp,
  newSale,
  type RunningApp,
  readQr,
  shows,
  trainingBand,
} from './harness/index.ts';

const silent = onlyWhere(
  'on Linux or the Chromium host',
  process.platform === 'linux' || chooseRuntime().name === 'host',
  'Windows and macOS ask a person which printer it is to be',
);

let userDataDir: string;
let app: RunningApp;
beforeAll(async () => {
  userDataDir = await mkdtemp(join(tmpdir(), 'tillmate-e2e-'));
  app = await launchApp({ userDataDir, args: ['--training'] });
});
afterAll(async () => {
  await app.stop();
  await rm(userDataDir, { recursive: true, force: true });
});

test('TRAINING is in sight on both windows at every stage of a sale', async () => {
  const everywhere = () => Promise.all([bandOn(app.till), bandOn(app.display)]);
  await app.till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  await everywhere();
  await charge(app, '12,50');
  await everywhere();
  const code = await readQr(app.display);
  await playPayer(code, 'scan');
  await shows(app.till, 'Scanned');
  await everywhere();
  await playPayer(code, 'confirm');
  await ends(app, 'Paid', 'Paid');
  await everywhere();
});

test('a receipt is printed, and says TRAINING', silent, async () => {
  await app.till.getByRole('button', { name: 'Print receipt' }).click();
  if (app.runtime === 'host') {
    const printed = join(userDataDir, 'printed');
    await expect.poll(() => readdir(printed).catch(() => [])).toHaveLength(1);
    const [name = ''] = await readdir(printed);
    // The file is there before what is written to it.
    const start = async () => (await readFile(join(printed, name))).subarray(0, 5).toString();
    await expect.poll(start).toBe('%PDF-');
  }
  await app.till.emulateMedia({ media: 'print' });
  await app.till.locator('[data-paper]').waitFor({ state: 'attached' });
  const paper = (await app.till.locator('body').innerText()).replaceAll(/\s+/g, ' ');
  await app.till.emulateMedia({ media: null });
  expect(paper).toMatch(/^TRAINING – NO MONEY MOVED .* Paid € 12,50 .* TRAINING – NO MONEY MOVED$/);
  expect(paper).not.toContain('New sale');
  await newSale(app);
});

test('the code leads to a page of the built app on which one plays the customer', async () => {
  await charge(app, '4,20');
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const answer = await page.goto(await readQr(app.display));
    expect(answer?.headers()['content-security-policy']).toContain("default-src 'none'; script-src 'self';");
    await page.getByText('€ 4,20').waitFor();
    await page.getByRole('button', { name: 'Scan' }).click();
    await shows(app.till, 'Scanned');
    await page.getByRole('button', { name: 'Confirm payment' }).click();
    await page.getByText('Thank you.').waitFor();
  } finally {
    await browser.close();
  }
  await ends(app, 'Paid', 'Paid');
  await newSale(app);
});

test('the service starts on another port when its own is taken: the sale under way is kept, and the next one works', async () => {
  await charge(app, '6,60');
  const port = Number(new URL(await readQr(app.display)).port);
  await app.stop();
  const stranger = createServer().listen(port, '127.0.0.1');
  await new Promise((resolve) => stranger.once('listening', resolve));
  app = await launchApp({ userDataDir, args: ['--training'] });
  await shows(app.till, 'Waiting');
  await cancelPayment(app);
  await ends(app, 'Cancelled', 'Cancelled');
  await newSale(app);

  await charge(app, '7,70');
  const code = new URL(await readQr(app.display));
  stranger.close();
  expect(Number(code.port)).not.toBe(port);
  await playPayer(code.href, 'scan');
  await playPayer(code.href, 'confirm');
  await ends(app, 'Paid', 'Paid');
});

async function bandOn(page: Page): Promise<void> {
  const band = trainingBand(page);
  await band.waitFor();
  const box = await band.boundingBox();
  expect(box?.y).toBeLessThan(60);
}
