import { lstatSync, mkdirSync } from 'node:fs';
import { chmod, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notOnWindows } from '../base/only-where.ts';
import { findChromium } from '../host/chromium.ts';
import {
  cancelPayment,
  charge,
  ends,
  givenFolder,
  launchApp,
  logOf,
  newSale,
  type RunningApp,
  readQr,
  reads,
  shows,
  trainingBand,
} from './harness/index.ts';

/** A day of training from its first sale to the shift report. */

const modes = notOnWindows('Windows has no permission bits');

/** A data folder of an earlier version: payers' names in files readable by every account. */
const userDataDir = join(givenFolder(), 'data');
let app: RunningApp;
beforeAll(async () => {
  mkdirSync(join(userDataDir, 'logs'), { recursive: true });
  for (const path of ['logs/tillmate.1.log', 'logs/tillmate.log', 'service-keys.json']) {
    await writeFile(join(userDataDir, path), '');
    await chmod(join(userDataDir, path), 0o666);
  }
  for (const path of [userDataDir, join(userDataDir, 'logs')]) await chmod(path, 0o777);
  app = await launchApp({ userDataDir, args: ['--training'] });
});
afterAll(() => app.stop());

const button = (name: string) => app.till.getByRole('button', { name, exact: true });
const openDay = () => app.till.getByRole('link', { name: 'Day' }).click();

async function row(name: string): Promise<string> {
  const totals = app.till.getByRole('region', { name: 'Totals' });
  const found = totals.getByRole('row').filter({ has: app.till.getByRole('rowheader', { name, exact: true }) });
  return (await found.innerText()).replaceAll(/\s+/g, ' ').trim();
}

const printed = () => readdir(join(userDataDir, 'printed')).catch(() => []);

test('shows TRAINING in both windows throughout a sale', async () => {
  const everywhere = () => Promise.all([bandOn(app.till), bandOn(app.display)]);
  await app.till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  await everywhere();
  await charge(app, '12,50');
  await everywhere();
  for (const name of ['Pay as the customer', 'Scan']) await button(name).click();
  await Promise.all([shows(app.till, 'Scanned'), shows(app.display, 'Scanned')]);
  await everywhere();
  await button('Confirm').click();
  await ends(app, 'Paid', 'Paid');
  await everywhere();
  await newSale(app);
});

test('the code opens a page for playing the customer', async () => {
  await charge(app, '20');
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const answer = await page.goto(await readQr(app.display));
    expect(answer?.headers()['content-security-policy']).toContain("default-src 'none'; script-src 'self';");
    await page.getByText('€ 20,00').waitFor();
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

test('closes all data files to other accounts after a sale', modes, async () => {
  const names = async () => {
    const entries = await readdir(userDataDir, { recursive: true, encoding: 'utf8' });
    return entries.map((name) => name.replaceAll('\\', '/'));
  };
  // The training service writes its file some time later.
  await expect
    .poll(names)
    .toEqual(
      expect.arrayContaining([
        'terminal.json',
        'logs/tillmate.log',
        'logs/tillmate.1.log',
        'service-keys.json',
        'training/journal.sqlite',
        'training/journal.sqlite-wal',
        'training/journal.sqlite-shm',
        'training/service.json',
      ]),
    );
  const open = ['', ...(await names())].filter((name) => {
    // The browser profile is in the same folder; its files come and go.
    const found = lstatSync(join(userDataDir, name), { throwIfNoEntry: false });
    return found !== undefined && !found.isSymbolicLink() && (found.mode & 0o077) !== 0;
  });
  expect(open).toEqual([]);
  const lines = await logOf(app);
  expect(lines.map(({ msg }) => msg)).toContain('Files of an earlier version made private');
});

test("closes and prints the shift with the service's figures", async () => {
  await charge(app, '3');
  await cancelPayment(app);
  await ends(app, 'Cancelled', 'Cancelled');
  await newSale(app);
  await app.till.getByRole('link', { name: /20,00 Paid/ }).click();
  await button('Refund').click();
  await app.till.getByLabel('Refund amount').fill('5');
  await app.till.getByRole('button', { name: 'Confirm refund' }).click();
  await app.till.getByRole('dialog', { name: 'Refund payment' }).waitFor({ state: 'hidden' });
  await openDay();
  await reads(app.till, /^Shift 1, since /);
  await expect.poll(() => row('Refunded')).toBe('Refunded 1 − € 5,00');
  expect(await row('Paid')).toBe('Paid 2 € 32,50');
  expect(await row('Cancelled')).toBe('Cancelled 1 € 3,00');
  expect(await row('Taken in')).toBe('Taken in € 27,50');
  await button('Print so far').click();
  if (app.runtime === 'host') await expect.poll(printed).toHaveLength(1);

  await openDay();
  await button('Close shift').click();
  const dialog = app.till.getByRole('dialog', { name: 'Close shift 1?' });
  await reads(dialog, /Agrees with the service: 3 payments/);
  await button('Close it now').click();
  await reads(app.till, 'Shift 1 is closed');
  expect(await row('Cancelled')).toBe('Cancelled 1 € 3,00');
  expect(await row('Taken in')).toBe('Taken in € 27,50');
  await button('Print').click();
  if (app.runtime === 'host') await expect.poll(printed).toHaveLength(2);
  await button('Go on with the next shift').click();
  await reads(app.till, /^Shift 2, since /);
  expect(await row('Paid')).toBe('Paid 0 € 0,00');
});

test('keeps the closed shift through a crash and prints copies', async () => {
  await app.kill();
  app = await launchApp({ userDataDir, args: ['--training'] });
  await openDay();
  await reads(app.till, /^Shift 2, since /);
  await app.till.getByRole('tab', { name: 'Earlier shifts' }).click();
  await app.till.getByRole('button', { name: /^Shift 1/ }).click();
  expect(await row('Taken in')).toBe('Taken in € 27,50');
  await button('Print a copy').click();
  if (app.runtime === 'host') await expect.poll(printed).toHaveLength(3);
  await app.till.emulateMedia({ media: 'print' });
  const paper = (await app.till.locator('body').innerText()).replaceAll(/\s+/g, ' ');
  await app.till.emulateMedia({ media: null });
  expect(paper).toMatch(/TRAINING.*COPY.*Shift 1 closed \(Z\).*2 × Paid € 32,50.*Taken in € 27,50.*COPY/);
});

async function bandOn(page: Page): Promise<void> {
  const band = trainingBand(page);
  await band.waitFor();
  const box = await band.boundingBox();
  expect(box?.y).toBeLessThan(60);
}
