import { lstatSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notOnWindows } from '../base/only-where.ts';
import { findChromium } from '../host/chromium.ts';
import {
  charge,
  ends,
  launchApp,
  logOf,
  newSale,
  type RunningApp,
  readQr,
  shows,
  trainingBand,
} from './harness/index.ts';

const modes = notOnWindows('Windows has no permission bits');

/** A data folder as somebody left it: with names of payers in files that every account may read. */
let above: string;
let userDataDir: string;
let app: RunningApp;
beforeAll(async () => {
  above = await mkdtemp(join(tmpdir(), 'tillmate-e2e-'));
  userDataDir = join(above, 'data');
  await mkdir(join(userDataDir, 'logs'), { recursive: true });
  for (const path of ['logs/tillmate.1.log', 'logs/tillmate.log', 'service-keys.json']) {
    await writeFile(join(userDataDir, path), '');
    await chmod(join(userDataDir, path), 0o666);
  }
  for (const path of [userDataDir, join(userDataDir, 'logs')]) await chmod(path, 0o777);
  app = await launchApp({ userDataDir, args: ['--training'] });
});
afterAll(async () => {
  await app.stop();
  await rm(above, { recursive: true, force: true });
});

test('a whole sale is played at the till, with TRAINING in sight on both windows at every stage', async () => {
  const everywhere = () => Promise.all([bandOn(app.till), bandOn(app.display)]);
  await app.till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  await everywhere();
  await charge(app, '12,50');
  await everywhere();
  for (const name of ['Pay as the customer', 'Scan']) await press(name);
  await Promise.all([shows(app.till, 'Scanned'), shows(app.display, 'Scanned')]);
  await everywhere();
  await press('Confirm');
  await ends(app, 'Paid', 'Paid');
  await everywhere();
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

test(
  'after a sale no file of the data folder is open to another account, not the ones of an earlier version either',
  modes,
  async () => {
    const names = async () => {
      const entries = await readdir(userDataDir, { recursive: true, encoding: 'utf8' });
      return entries.map((name) => name.replaceAll('\\', '/'));
    };
    // The training service writes its own file when it comes to it.
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
      // The browser's profile is in the same folder, and its files come and go.
      const found = lstatSync(join(userDataDir, name), { throwIfNoEntry: false });
      return found !== undefined && !found.isSymbolicLink() && (found.mode & 0o077) !== 0;
    });
    expect(open).toEqual([]);
    const lines = await logOf(app);
    expect(lines.map(({ msg }) => msg)).toContain('Files of an earlier version were closed to other accounts');
  },
);

const press = (name: string) => app.till.getByRole('button', { name, exact: true }).click();

async function bandOn(page: Page): Promise<void> {
  const band = trainingBand(page);
  await band.waitFor();
  const box = await band.boundingBox();
  expect(box?.y).toBeLessThan(60);
}
