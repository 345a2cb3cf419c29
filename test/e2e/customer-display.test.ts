import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { samplePng } from '../base/sample-png.ts';
import {
  amountOn,
  charge,
  ends,
  expectPage,
  launchApp,
  newSale,
  type RunningApp,
  readQr,
  reads,
  settingsPart,
} from './harness/index.ts';

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

const kept = () => readdir(join(userDataDir, 'pictures'));
const press = (name: string) => app.till.getByRole('button', { name, exact: true }).click();
const logoOn = (window: Page) => window.locator('img');
const isDrawn = (window: Page) =>
  logoOn(window).evaluateAll((images) =>
    images.map((image) => image instanceof HTMLImageElement && image.naturalWidth > 0),
  );

/** As a person would: through the input of the nth picture of the part. */
async function choosePicture(nth: number, colour: [number, number, number]): Promise<void> {
  const buffer = samplePng(900, 300, colour);
  await app.till
    .locator('input[type="file"]')
    .nth(nth)
    .setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer });
}

test("a logo, words and apps are on the customer's window at once, and after Paid a code for the receipt of this very sale", async () => {
  await app.till.getByRole('link', { name: 'Settings' }).click();
  await settingsPart(app, 'Display');
  await app.till.getByLabel('Message to customers').fill('Fresh bread from six');
  await choosePicture(0, [255, 72, 133]);
  await app.till.getByRole('button', { name: 'No picture: Logo' }).waitFor();
  await press('Add an app');
  await app.till.getByRole('textbox', { name: 'Name of app 1' }).fill('Wero');
  // Between them stand the pictures of the idle display.
  await choosePicture(2, [10, 90, 200]);
  await app.till.getByRole('button', { name: 'No picture: Wero' }).waitFor();
  await app.till.getByLabel('Address of the receipt').fill('https://bakery.example/r/{reference}');
  // Long enough for a phone, and for a busy machine, to read the code that comes with them.
  await app.till.getByLabel('Thanks stay for').fill('60');
  await press('Save');
  await reads(app.display, 'Fresh bread from six');
  await expect.poll(() => isDrawn(app.display)).toEqual([true]);
  expect(await kept()).toHaveLength(2);
  await app.till.getByRole('link', { name: 'Sale' }).click();

  await charge(app, '12,50');
  await expectPage(app.display.getByRole('listitem')).toHaveText(['Wero']);
  await expect.poll(() => isDrawn(app.display)).toEqual([true]);
  await press('Pay as the customer');
  await press('Scan');
  await press('Confirm');
  await ends(app, 'Paid', 'Paid');
  await app.display.getByRole('img', { name: 'Receipt QR code' }).waitFor();
  const reference = await app.till
    .getByText(/^Reference /)
    .first()
    .innerText();
  await expect.poll(() => readQr(app.display)).toBe(`https://bakery.example/r/${reference.replace('Reference ', '')}`);
  await newSale(app);
});

test('the customer switches the display by one touch, the cashier the till, and each window speaks its own language', async () => {
  await charge(app, '12,50');
  await app.display.getByRole('button', { name: 'Français' }).click();
  await app.display.locator('html[lang="fr"]').waitFor({ state: 'attached' });
  await expect.poll(() => amountOn(app.display)).toBe('12,50 €');
  await expect.poll(() => amountOn(app.till)).toBe('€ 12,50');

  await app.till.getByRole('button', { name: 'Language' }).click();
  await app.till.getByRole('button', { name: 'Nederlands' }).click();
  await app.till.getByRole('button', { name: 'Betaling annuleren' }).waitFor();

  const cancel = app.till.getByRole('button', { name: 'Betaling annuleren' });
  await cancel.click();
  await cancel.click();
  await Promise.all([
    app.till.getByRole('heading', { name: 'Geannuleerd', exact: true }).waitFor(),
    reads(app.display, 'Annulé'),
  ]);
  // The receipt speaks as its customer did.
  await app.till.keyboard.press('F2');
  await app.till.getByRole('main').getByRole('row').first().click();
  await app.till.getByRole('button', { name: 'Bon printen' }).click();
  await expectPage(app.till.locator('[data-paper]')).toHaveAttribute('lang', 'fr');
});
