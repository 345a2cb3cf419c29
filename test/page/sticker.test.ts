import { expect, test } from 'vitest';
import type { TillSnapshot } from '../../preload/contract/views.ts';
import { expectPage } from '../base/expect-page.ts';
import { readQr } from '../e2e/harness/pictures.ts';
import { answerWith, callsTo, refusal } from './recorded-calls.ts';
import { live, preprod, storedSettings } from './sample-snapshots.ts';
import { windows } from './windows.ts';

const CODE = 'https://pay.example.org/pos/5f3a9c1e7b2d4f6081a2b3c4/TILL42';

interface Given {
  readonly code?: { readonly code?: string };
  readonly snapshot?: TillSnapshot;
  readonly dark?: boolean;
  readonly answers?: Readonly<Record<string, unknown>>;
}

async function openSticker({ code = { code: CODE }, snapshot = live(), dark = false, answers }: Given) {
  const read = { ...storedSettings, 'sticker.read': code, ...answers };
  const window = await windows.till(snapshot, { dark, answers: read, view: ['Settings'] });
  await window.page.getByRole('button', { name: "Sticker with this till's code" }).click();
  const dialog = window.page.getByRole('dialog', { name: 'Sticker for the counter' });
  await dialog.waitFor();
  return { ...window, dialog };
}

test('shows the known code with shop name and POS', async () => {
  const { page, dialog, faults } = await openSticker({});
  const drawing = dialog.getByRole('img', { name: 'Sticker with the code of TILL42' });
  await expectPage(drawing.locator('text')).toHaveText(['Bakkerij Zoë', 'Scan to pay', 'TILL42']);
  expect(await readQr(page)).toBe(CODE);
  expect(faults).toEqual([]);
});

test('marks the sticker at PREPROD', async () => {
  const { dialog } = await openSticker({ snapshot: preprod() });
  await expectPage(dialog.locator('svg text').filter({ hasText: 'PREPROD' })).toHaveCount(2);
});

test('without a template, refers to the service profile', async () => {
  const { dialog } = await openSticker({ code: {} });
  await dialog.getByText("The provider's service profile has to name it").waitFor();
  await expectPage(dialog.getByRole('button', { name: 'Print' })).toHaveCount(0);
});

test('warns about a POS id in mixed case', async () => {
  const snapshot = live();
  const { dialog } = await openSticker({
    snapshot: { ...snapshot, terminal: { ...snapshot.terminal, posId: 'Till42' } },
  });
  await dialog.getByText('Use capital letters only').waitFor();
});

test('saves a readable code and shows refusals', async () => {
  const window = await openSticker({ answers: { 'sticker.save': { saved: 'sticker.png' } } });
  await window.dialog.getByRole('button', { name: 'Save PNG' }).click();
  await window.dialog.getByText('Saved as sticker.png.').waitFor();
  const [asked] = (await callsTo(window, 'sticker.save')) as readonly { readonly content: string }[];
  expect(await readQr(Buffer.from(asked?.content ?? '', 'base64'))).toBe(CODE);
  await answerWith(window, { 'sticker.save': refusal('sticker.drawing'), 'paper.print': refusal('receipt.failed') });
  const failed = window.dialog.getByText('Nothing was saved: the sticker could not be drawn.');
  await window.dialog.getByRole('button', { name: 'Save SVG' }).click();
  await failed.waitFor();
  await window.dialog.getByRole('button', { name: 'Print' }).click();
  await expectPage(failed).toHaveCount(0);
  await answerWith(window, { 'sticker.save': { saved: 'sticker.svg' } });
  await window.dialog.getByRole('button', { name: 'Save SVG' }).click();
  await window.dialog.getByText('Saved as sticker.svg.').waitFor();
});

test('explains the needed change when codes are per payment', async () => {
  const snapshot = live();
  const { dialog } = await openSticker({
    snapshot: { ...snapshot, terminal: { ...snapshot.terminal, chargeWith: 'payment' } },
  });
  await dialog.getByText('This till makes a code for each payment.').waitFor();
  await expectPage(dialog.getByRole('button', { name: 'Print' })).toHaveCount(0);
});
