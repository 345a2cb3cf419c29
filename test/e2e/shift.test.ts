import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { playPayer } from '../../tools/demo/payer.ts';
import { cancelPayment, charge, ends, launchApp, newSale, type RunningApp, readQr, reads } from './harness/index.ts';

/** A day from opening to its report, played in training. */

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

/** Presses of a manager, from the sale to the printed report. */
let presses = 0;
async function press(button: Locator): Promise<void> {
  presses += 1;
  await button.click();
}

const button = (name: string) => app.till.getByRole('button', { name, exact: true });
const openDay = () => press(app.till.getByRole('link', { name: 'Day' }));

async function paid(amount: string): Promise<void> {
  await charge(app, amount);
  const code = await readQr(app.display);
  await playPayer(code, 'scan');
  await playPayer(code, 'confirm');
  await ends(app, 'Paid', 'Paid');
}

/** A row of the totals, its spaces made plain ones. */
async function row(name: string): Promise<string> {
  const totals = app.till.getByRole('region', { name: 'Totals' });
  const found = totals.getByRole('row').filter({ has: app.till.getByRole('rowheader', { name, exact: true }) });
  return (await found.innerText()).replaceAll(/\s+/g, ' ').trim();
}

const printed = () => readdir(join(userDataDir, 'printed')).catch(() => []);

test('what was sold, cancelled and refunded is in the shift, which is closed and printed in four presses, as the service has it', async () => {
  await paid('12,50');
  await newSale(app);
  await charge(app, '3');
  await cancelPayment(app);
  await ends(app, 'Cancelled', 'Cancelled');
  await newSale(app);
  await paid('20');
  await button('Refund').click();
  await app.till.getByLabel('Refund amount').fill('5');
  await app.till.getByRole('button', { name: 'Confirm refund' }).click();
  await app.till.getByRole('dialog', { name: 'Refund payment' }).waitFor({ state: 'hidden' });
  await newSale(app);
  await openDay();
  await reads(app.till, /^Shift 1, since /);
  await expect.poll(() => row('Refunded')).toBe('Refunded 1 − € 5,00');
  expect(await row('Paid')).toBe('Paid 2 € 32,50');
  expect(await row('Cancelled')).toBe('Cancelled 1 € 3,00');
  expect(await row('Taken in')).toBe('Taken in € 27,50');
  await button('Print so far').click();
  if (app.runtime === 'host') await expect.poll(printed).toHaveLength(1);

  presses = 0;
  await openDay();
  await press(button('Close shift'));
  const dialog = app.till.getByRole('dialog', { name: 'Close shift 1?' });
  await reads(dialog, /Agrees with the service: 3 payments/);
  await press(button('Close it now'));
  await reads(app.till, 'Shift 1 is closed');
  expect(await row('Cancelled')).toBe('Cancelled 1 € 3,00');
  expect(await row('Taken in')).toBe('Taken in € 27,50');
  await press(button('Print'));
  if (app.runtime === 'host') await expect.poll(printed).toHaveLength(2);
  expect(presses).toBe(4);
  await button('Go on with the next shift').click();
  await reads(app.till, /^Shift 2, since /);
  expect(await row('Paid')).toBe('Paid 0 € 0,00');
});

test('after a crash the closed shift is there as it was, what is printed of it is a copy, and the next one runs', async () => {
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
