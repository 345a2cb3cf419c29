import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  dialogsAnswer,
  givenFolder,
  givenShop,
  logOf,
  onlyOnHost,
  reads,
  settingsPart,
  snapshotOf,
} from './harness/index.ts';

const folder = givenFolder();
const files = ['data/mine.pdf', 'gone/refund.pdf', 'refund.pdf'].map((path) => ({ filePath: join(folder, path) }));
const shop = givenShop({ userDataDir: join(folder, 'data'), launch: { env: dialogsAnswer(...files) } });

const button = (name: string) => shop.app.till.getByRole('button', { name, exact: true });
const printers = (...names: string[]) =>
  shop.app.play({
    host: 'printers',
    printers: names.map((name) => ({ name, displayName: name.toLowerCase() })),
  });

/** Returns width and height in mm of all prints, newest last. */
async function prints(): Promise<readonly (readonly number[])[]> {
  const printed = join(shop.userDataDir, 'printed');
  const names = (await readdir(printed).catch(() => [])).sort();
  return Promise.all(names.map(async (name) => sizeOf(await readFile(join(printed, name), 'latin1'))));
}

/** Waits for so many prints, and until the till has the last print's result: the till prints one sheet at a time. */
async function cameOut(count: number): Promise<void> {
  const noted = async () => (await logOf(shop.app)).filter(({ act }) => act?.endsWith('-printed')).length;
  await expect.poll(noted).toBe(count);
  // The response to this call comes after the response about the print.
  await snapshotOf(shop.app);
  expect(await prints()).toHaveLength(count);
}

function sizeOf(pdf: string): readonly number[] {
  const points = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)?.slice(1) ?? [];
  return points.map((length) => Math.round((Number(length) / 72) * 25.4));
}

async function paper(): Promise<string> {
  const { till } = shop.app;
  await till.emulateMedia({ media: 'print' });
  const text = await till.locator('[data-paper]').innerText();
  await till.emulateMedia({ media: null });
  return text.replaceAll(/\s+/g, ' ');
}

describe('receipts', onlyOnHost('printers and save dialogs'), () => {
  test('prints on the chosen printer and paper', async () => {
    const { till } = shop.app;
    await printers('FRONT', 'BACK');
    await till.getByRole('link', { name: 'Settings' }).click();
    await settingsPart(shop.app, 'Receipts and printers');
    await button('Look again').click();
    await reads(till, '2 printers found on this computer.');
    await till.getByRole('combobox', { name: 'Printer' }).selectOption({ label: 'front' });
    await till.getByText('58 mm roll', { exact: true }).click();
    await till.getByRole('switch', { name: /^Print without asking/ }).click();
    await till.getByRole('switch', { name: /^Print a receipt after each paid sale/ }).click();
    await button('Test print').click();
    await cameOut(1);
    expect(await prints()).toMatchObject([[58, expect.any(Number)]]);
    expect(await paper()).toContain('€ 999.999,99');
    await button('Save').click();
    await till.getByText('Saved.', { exact: true }).first().waitFor();
    await till.getByRole('link', { name: 'Sale', exact: true }).click();
  });

  test('prints a receipt when paid, and then copies', async () => {
    await shop.sell('12,50');
    await cameOut(2);
    const original = await paper();
    expect(original).toMatch(/^PREPROD .* Paid € 12,50 .* Proof of payment.* PREPROD – TEST ENVIRONMENT$/);
    expect(original).not.toContain('COPY');
    await button('Print receipt').click();
    await cameOut(3);
    expect(await paper()).toMatch(/COPY 1 Original of \d/);
  });

  test('saves a refund receipt as complete PDF', async () => {
    const { till } = shop.app;
    await button('Refund').click();
    await till.getByRole('textbox', { name: 'Refund amount' }).fill('5');
    await till.getByRole('textbox', { name: 'Reason' }).fill('Brought back');
    await till.getByRole('button', { name: 'Confirm refund' }).click();
    await button('Print refund receipt').click();
    await cameOut(4);
    expect(await paper()).toMatch(/Refund Amount € 5,00 .*Brought back.* Of a payment of € 12,50/);
    await button('Save refund as PDF').click();
    await reads(till, 'Tillmate keeps its own data in that folder');
    await button('Save refund as PDF').click();
    await reads(till, 'that folder is not there any more');
    await button('Save refund as PDF').click();
    await reads(till, 'Saved as refund.pdf.');
    expect(sizeOf(await readFile(join(folder, 'refund.pdf'), 'latin1'))[0]).toBe(58);
    expect((await readdir(folder)).sort()).toEqual(['data', 'refund.pdf']);
  });
});
