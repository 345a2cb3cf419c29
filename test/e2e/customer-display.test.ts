import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { samplePng } from '../base/sample-png.ts';
import {
  amountOn,
  cancelPayment,
  charge,
  dialogsAnswer,
  ends,
  expectPage,
  givenFolder,
  givenTraining,
  newSale,
  onlyOnHost,
  picture,
  readQr,
  reads,
  settingsPart,
} from './harness/index.ts';

const folder = givenFolder();
const fileOf = (kind: string) => join(folder, `sticker.${kind}`);
const app = givenTraining({ env: dialogsAnswer(...['svg', 'png', 'pdf'].map((kind) => ({ filePath: fileOf(kind) }))) });

const kept = () => readdir(join(app.userDataDir, 'pictures'));
const press = (name: string) => app.till.getByRole('button', { name, exact: true }).click();
const logoOn = (window: Page) => window.locator('img');
const isDrawn = (window: Page) =>
  logoOn(window).evaluateAll((images) =>
    images.map((image) => image instanceof HTMLImageElement && image.naturalWidth > 0),
  );

async function choosePicture(nth: number, colour: [number, number, number]): Promise<void> {
  const buffer = samplePng(900, 300, colour);
  await app.till
    .locator('input[type="file"]')
    .nth(nth)
    .setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer });
}

test('shows logo, message, apps and a receipt code', async () => {
  await app.till.getByRole('link', { name: 'Settings' }).click();
  await settingsPart(app, 'Display');
  await app.till.getByLabel('Message to customers').fill('Fresh bread from six');
  await choosePicture(0, [255, 72, 133]);
  await app.till.getByRole('button', { name: 'No picture: Logo' }).waitFor();
  await press('Add an app');
  await app.till.getByRole('textbox', { name: 'Name of app 1' }).fill('Wero');
  // Index 1 is the picture of the idle display.
  await choosePicture(2, [10, 90, 200]);
  await app.till.getByRole('button', { name: 'No picture: Wero' }).waitFor();
  await app.till.getByLabel('Address of the receipt').fill('https://bakery.example/r/{reference}');
  // Long enough for a phone, even on a busy machine, to read the code of the thanks screen.
  await app.till.getByLabel('Thanks stay for').fill('60');
  await press('Save');
  await reads(app.display, 'Fresh bread from six');
  await expect.poll(() => isDrawn(app.display)).toEqual([true]);
  expect(await kept()).toHaveLength(2);
  const logo = (await app.display.locator('img').first().getAttribute('src')) ?? '';
  const file = join(app.userDataDir, new URL(logo, app.display.url()).pathname);
  const own = await readFile(file);
  await writeFile(file, samplePng(8, 8));
  await app.display.reload();
  await reads(app.display, 'Fresh bread from six');
  await expect.poll(() => isDrawn(app.display)).toEqual([]);
  await writeFile(file, own);
  await app.display.reload();
  await expect.poll(() => isDrawn(app.display)).toEqual([true]);
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

test('saves the sticker as drawing, picture and PDF', onlyOnHost('files are chosen'), async () => {
  await charge(app, '12,50');
  const code = await readQr(app.display);
  const { till } = app;
  await till.getByRole('link', { name: 'Settings', exact: true }).click();
  await till.getByRole('tab', { name: 'Shop and till' }).click();
  await till.getByRole('button', { name: "Sticker with this till's code" }).click();
  const dialog = till.getByRole('dialog', { name: 'Sticker for the counter' });
  const drawing = dialog.getByRole('img', { name: 'Sticker with the code of TRAIN1' });
  await expect
    .poll(() => drawing.locator('text').allTextContents())
    .toEqual(['Training shop', 'Scan to pay', 'TRAIN1', 'TRAINING', 'TRAINING']);
  for (const kind of ['svg', 'png', 'pdf']) {
    await till.getByRole('button', { name: `Save ${kind.toUpperCase()}` }).click();
    await reads(till, `Saved as sticker.${kind}.`);
  }
  expect(await readQr(await readFile(fileOf('png')))).toBe(code);
  const svg = await readFile(fileOf('svg'), 'utf8');
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg".* width="105mm" height="148mm"/);
  expect(svg).toContain('TRAIN1');
  const page = await till.context().newPage();
  await page.setContent(svg);
  expect(await readQr(await picture(page))).toBe(code);
  await page.close();
  expect((await readFile(fileOf('pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
  await till.keyboard.press('Escape');
  await till.getByRole('link', { name: 'Sale' }).click();
  await cancelPayment(app);
  await newSale(app);
});

test('till and display each change language by one touch', async () => {
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
  await app.till.getByText('Deze betaling annuleren?').waitFor();
  await cancel.click();
  await Promise.all([
    app.till.getByRole('heading', { name: 'Geannuleerd', exact: true }).waitFor(),
    reads(app.display, 'Annulé'),
  ]);
  // The receipt uses the customer's language.
  await app.till.keyboard.press('F2');
  await app.till.getByRole('main').getByRole('row').first().click();
  await app.till.getByRole('button', { name: 'Bon printen' }).click();
  await expectPage(app.till.locator('[data-paper]')).toHaveAttribute('lang', 'fr');
});
