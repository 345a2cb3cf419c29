import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  cancelPayment,
  charge,
  launchApp,
  newSale,
  onlyOnHost,
  picture,
  type RunningApp,
  readQr,
  reads,
} from './harness/index.ts';

let app: RunningApp;
let folder = '';
const fileOf = (kind: string) => join(folder, `sticker.${kind}`);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillmate-sticker-'));
  const answers = ['svg', 'png', 'pdf'].map((kind) => ({ filePath: fileOf(kind) }));
  app = await launchApp({ args: ['--training'], env: { TILLMATE_HOST_DIALOGS: JSON.stringify(answers) } });
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

test(
  'the sticker has the code of the till, and a phone reads it from the drawing, the picture and the PDF that are saved',
  onlyOnHost('files are chosen'),
  async () => {
    await charge(app, '12,50');
    const code = await readQr(app.display);
    await cancelPayment(app);
    await newSale(app);
    // A code that two payments had is the till's own.
    await charge(app, '3,10');
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
  },
);
