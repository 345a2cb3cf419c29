import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { samplePng } from '../base/sample-png.ts';
import {
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

test("a logo, words and apps set in Settings are on the customer's window at once, pictures and all", async () => {
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
});

test('the app stands beside the code, and after Paid there is a code for the receipt of this very sale', async () => {
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

test('a picture that has gone missing leaves its place to the name', async () => {
  for (const name of await kept()) await rm(join(userDataDir, 'pictures', name));
  await app.display.reload();
  await charge(app, '3,00');
  await expectPage(app.display.getByRole('listitem')).toHaveText(['Wero']);
  await expectPage(logoOn(app.display)).toHaveCount(0);
  await press('Refuse');
  await ends(app, 'Cancelled', 'Cancelled');
  await newSale(app);
});

test('a picture that the settings no longer name is removed, and nothing but pictures is served from its folder', async () => {
  await writeFile(join(userDataDir, 'pictures', 'notes.txt'), 'not for the windows');
  await app.till.getByRole('link', { name: 'Settings' }).click();
  await settingsPart(app, 'Display');
  await choosePicture(0, [0, 120, 60]);
  await app.till.getByRole('button', { name: 'No picture: Logo' }).waitFor();
  await press('Save');
  // The form is made anew with what is saved: what is changed before that is not in it.
  await reads(app.till, 'Saved.');
  expect(await kept()).toHaveLength(2);
  const [picture = ''] = (await kept()).filter((name) => name.endsWith('.png'));
  expect((await readFile(join(userDataDir, 'pictures', picture))).readUInt32BE(16)).toBe(512);
  const loads = (path: string) =>
    app.display.evaluate(async (address) => {
      const image = new Image();
      image.src = new URL(`../pictures/${address}`, document.baseURI).href;
      return image.decode().then(
        () => true,
        () => false,
      );
    }, path);
  expect(await loads(picture)).toBe(true);
  for (const path of ['notes.txt', '..%2fterminal.json', `..%2fpictures%2f${picture}`])
    expect(await loads(path)).toBe(false);
  await press('No picture: Logo');
  await press('Save');
  await app.till.getByText('Saved.').waitFor();
  // The last change can be undone, with its picture, until something else is saved.
  expect(await kept()).toContain(picture);
  await app.till.getByLabel('Message to customers').fill('Back at eight');
  await press('Save');
  await expect.poll(kept).toEqual(['notes.txt']);
});
