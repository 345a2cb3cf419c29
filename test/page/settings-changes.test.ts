import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { expectPage } from '../base/expect-page.ts';
import type { OpenWindow } from './open-windows.ts';
import { answerWith, callsTo, refusal } from './recorded-calls.ts';
import { live, storedSettings } from './sample-snapshots.ts';
import { expectCalls, windows } from './windows.ts';

const read = storedSettings['settings.read'];
const undo = {
  settings: { ...read.settings, shop: { shopId: 'SHOP7', shopName: 'Bakkerij Anna' } },
  counter: { ...read.counter, refundPinAbove: 1_000 },
};

/** Settings saved meanwhile by a different manager. */
const newer = { ...read, version: 'v2', settings: { ...read.settings, shop: { shopId: 'S9', shopName: 'Zoë & Co' } } };

async function settings(answers: object = {}): Promise<OpenWindow> {
  const window = await windows.till(live(), { answers: { ...storedSettings, ...answers }, view: ['Settings'] });
  await window.page.getByRole('textbox', { name: 'Shop name' }).waitFor();
  return window;
}

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const rows = (page: Page) => page.getByRole('region', { name: 'What will be saved' }).locator('tbody tr');
const part = (page: Page, name: string) => page.getByRole('tab', { name }).click();

describe('unsaved changes', () => {
  test('are listed before and after until undone', async () => {
    const { page } = await settings();
    await box(page, 'Shop name').fill('Bakkerij Anna');
    await part(page, 'Money and limits');
    await box(page, 'Refunds above this ask for the PIN').fill('75');
    await box(page, 'Manager PIN').fill('471147');
    await box(page, 'The same PIN again').fill('471147');
    await part(page, 'Display');
    await page.getByRole('switch', { name: 'Show the logo' }).click();
    await part(page, 'Advanced');
    await page.getByText('The path and the query').click();
    await expectPage(rows(page)).toHaveText([
      'Shop nameBakkerij ZoëBakkerij Anna',
      'Signatures holdThe pathThe path and the query',
      'Manager PINnot shownanother one',
      'Refunds above this ask for the PIN50,0075',
      'Show the logoyesno',
    ]);
    expect(await page.locator('section', { hasText: '471147' }).count()).toBe(0);
    await page.getByText('5 changes, not saved yet.').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expectPage(rows(page)).toHaveCount(0);
    await part(page, 'Shop and till');
    await expectPage(box(page, 'Shop name')).toHaveValue('Bakkerij Zoë');
  });

  test('survive a concurrent save, next to the stored values', async () => {
    const window = await settings({ 'settings.save': refusal('settings.stale') });
    const { page } = window;
    await box(page, 'Shop name').fill('Bakkerij Anna');
    await answerWith(window, { 'settings.read': newer });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Something else was saved since you opened these settings.').waitFor();
    await expectPage(box(page, 'Shop name')).toHaveValue('Bakkerij Anna');
    await expectPage(box(page, 'Shop id')).toHaveValue('S9');
    await expectPage(rows(page)).toHaveText(['Shop nameZoë & Co (saved meanwhile)Bakkerij Anna']);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => (await callsTo(window, 'settings.save')).at(-1))
      .toMatchObject({ version: 'v2', shop: { shopName: 'Bakkerij Anna', shopId: 'S9' } });
  });
});

describe('the last save', () => {
  test('is undone after a preview', async () => {
    const window = await settings({ 'settings.read': { ...read, undo } });
    const { page } = window;
    await page.getByRole('button', { name: 'Undo the last change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Undo the last change?' });
    await expectPage(dialog.locator('tbody tr')).toHaveText([
      'Shop nameBakkerij ZoëBakkerij Anna',
      'Refunds above this ask for the PIN50,0010,00',
    ]);
    await dialog.getByRole('button', { name: 'Undo it' }).click();
    await expectCalls(window, 'settings.undo').toEqual([{ version: 'v1' }]);
    await page.getByText('Saved.').waitFor();
  });

  test('cannot be undone when main refuses', async () => {
    const { page } = await settings({
      'settings.read': { ...read, undo },
      'settings.undo': refusal('settings.nothing-to-undo'),
    });
    await page.getByRole('button', { name: 'Undo the last change' }).click();
    await page.getByRole('button', { name: 'Undo it' }).click();
    await page.getByRole('dialog').getByText('There is nothing to undo').waitFor();
  });

  test('is not undone after a concurrent save', async () => {
    const window = await settings({ 'settings.read': { ...read, undo }, 'settings.undo': refusal('settings.stale') });
    const { page } = window;
    await page.getByRole('button', { name: 'Undo the last change' }).click();
    await answerWith(window, { 'settings.read': newer });
    await page.getByRole('button', { name: 'Undo it' }).click();
    await page.getByText('Something else was saved meanwhile, so nothing was undone.').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expectPage(box(page, 'Shop name')).toHaveValue('Zoë & Co');
    await expectPage(page.getByRole('button', { name: 'Undo the last change' })).toHaveCount(0);
  });
});

describe('the texts of each payment', () => {
  test('preview the bank statement and the next reference', async () => {
    const { page } = await settings();
    await box(page, 'Shop name').fill('Bakkerij Zoë aan de Grote Markt');
    await page.getByText('On bank statements: Bakkerij Zoë aan de Gro', { exact: true }).waitFor();
    await box(page, 'Usual description').fill('Brood, gebak en koffie van Bakkerij Zoë');
    await page.getByText('On bank statements: Brood, gebak en koffie van Bakkerij', { exact: true }).waitFor();
    await box(page, 'Form of the references').fill('{sequence}/{yyMMdd}');
    await page.getByText('Such as 45410042/261120. No other till may use this form').waitFor();
  });
});
