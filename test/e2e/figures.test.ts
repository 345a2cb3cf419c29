import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  cancelPayment,
  charge,
  ends,
  expectPage,
  launchApp,
  newSale,
  onlyOnHost,
  picture,
  type RunningApp,
  readQr,
  reads,
  shows,
} from './harness/index.ts';

/** A manager looks at what the till took, and makes the sticker with its code. */

let app: RunningApp;
let folder = '';
let code = '';
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

test('a paid sale is in the figures of its hour, day and week, one that was cancelled is counted apart', async () => {
  const { till } = app;
  await charge(app, '12,50');
  code = await readQr(app.display);
  await till.getByRole('button', { name: 'Pay as the customer' }).click();
  await till.getByRole('button', { name: 'Scan', exact: true }).click();
  await shows(till, 'Scanned');
  await till.getByRole('button', { name: 'Confirm', exact: true }).click();
  await ends(app, 'Paid', 'Paid');
  await newSale(app);
  await till.keyboard.type('3,10');
  await till.keyboard.press('Enter');
  await cancelPayment(app);
  await ends(app, 'Cancelled', 'Cancelled');
  await newSale(app);

  await till.getByRole('link', { name: 'Day', exact: true }).click();
  await till.getByRole('tab', { name: 'Figures' }).click();
  const total = (table: string) => till.getByRole('table', { name: table }).getByRole('row', { name: 'Total' });
  await expectPage(total('Sales by hour')).toContainText(/1\s*€\s12,50/);
  await expectPage(total('Sales by day')).toContainText(/1\s*€\s12,50\s*€\s0,00/);
  const ended = till.getByRole('table', { name: 'What became of the payments' });
  await expectPage(ended.getByRole('row', { name: /Cancelled 1 €\s3,10/ })).toBeVisible();
  await reads(till, 'Nothing was refunded in this week or the week before.');
});

test('the sticker shows the code that both payments had, with TRAINING across it', async () => {
  const { till } = app;
  await till.getByRole('link', { name: 'Settings', exact: true }).click();
  await till.getByRole('tab', { name: 'Shop and till' }).click();
  await till.getByRole('button', { name: "Sticker with this till's code" }).click();
  const dialog = till.getByRole('dialog', { name: 'Sticker for the counter' });
  const drawing = dialog.getByRole('img', { name: 'Sticker with the code of TRAIN1' });
  await drawing.waitFor();
  await expect.poll(async () => readQr(await picture(till))).toBe(code);
  expect(await drawing.locator('text').allTextContents()).toEqual([
    'Training shop',
    'Scan to pay',
    'TRAIN1',
    'TRAINING',
    'TRAINING',
  ]);
});

test(
  'it is saved as a drawing, a picture and a PDF, and a phone reads the code from them',
  onlyOnHost('files are chosen'),
  async () => {
    const { till } = app;
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
