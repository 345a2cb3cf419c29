import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test, vi } from 'vitest';
import { accessibilityFaults } from '../../../test/page/accessibility.ts';
import { picture, servePage, type Visit } from './browser.ts';

// Each test opens views in a real browser, in parallel with other tests.
vi.setConfig({ testTimeout: 240_000 });

const ADMIN = 'admin@example.org';
const MANAGER = 'manager@example.org';
const CODE = /^[0-9A-F]{5}(-[0-9A-F]{5}){3}$/;
const SALE = 'sales?show=found&shop=A&till=1&sale=s12&day=2026-11-27';

const go = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();
const row = (page: Page, name: RegExp) => page.getByRole('row', { name });
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Heading expected in each view, by the end of the address. */
const views: Readonly<Record<string, string>> = {
  today: 'By shop',
  'tills?chosen=2': 'TILL2',
  sales: 'Open',
  [SALE]: 'What happened',
  'refunds?of=A&person=Zo%C3%AB': 'Zoë',
  'payouts?merchant=m&payout=payout-1': 'Payout of Fri 27 Nov',
  settings: 'Not yet by 3',
  people: 'Who did what',
};

test('a viewer sees all figures and changes nothing', async () => {
  const { visit } = await servePage();
  const { page, faults } = await visit('viewer@example.org');
  await expect.poll(() => page.getByText('€ 587,58').first().isVisible()).toBe(true);
  await page.getByText('10 % less than on Fri 20 until 14:00').waitFor();
  expect(await page.getByRole('navigation', { name: 'Views' }).getByRole('link').allTextContents()).toEqual([
    ...['Today', 'Tills', 'Sales', 'Refunds', 'Payouts'],
  ]);
  await page.getByLabel('Shop', { exact: true }).selectOption('Bakkerij Zoë');
  await page.getByRole('heading', { name: 'By till' }).waitFor();
  await page.getByLabel('Till', { exact: true }).selectOption('Counter');
  await expect.poll(() => page.getByRole('heading', { name: 'By till' }).count()).toBe(0);

  await go(page, 'Tills');
  await go(page, 'TILL2');
  await page.getByRole('heading', { name: 'TILL2' }).waitFor();
  await page.getByText('95 seconds ahead').waitFor();
  expect(await page.getByRole('button', { name: /Rename|End|Enrol/ }).count()).toBe(0);

  await go(page, 'Sales');
  await go(page, 'Any sale');
  await page.getByRole('searchbox').fill('TILL1-261127-0012');
  await click(page, 'Find');
  await go(page, 'TILL1-261127-0012');
  await page.getByText('Refund of € 5,06 begun, Anna').waitFor();
  await page.getByText('Refunded: € 5,06 (REFUNDED)').waitFor();
  await go(page, 'payout-1');
  await page.getByRole('heading', { name: 'Payout of Fri 27 Nov' }).waitFor();
  await page.getByText('No till knows it').waitFor();
  await go(page, 'At no till');
  await row(page, /STICKER/).waitFor();

  await go(page, 'Refunds');
  await row(page, /Zoë Bakkerij Zoë 2/)
    .getByRole('link')
    .click();
  await row(page, /Wrong cake/)
    .first()
    .waitFor();
  await page.evaluate(() => {
    location.hash = 'people';
  });
  await page.getByText('Your role does not allow that.').waitFor();
  expect(faults).toEqual([]);
});

test('a manager enrols and ends a till, and changes settings', async () => {
  const { visit, database } = await servePage();
  const { page, faults } = await visit(MANAGER);
  await go(page, 'Tills');
  await click(page, 'Enrol a till');
  await click(page, 'Make a code');
  await page.getByText(CODE).waitFor();
  await page.getByText('until 15:30').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await go(page, 'Counter');
  await click(page, 'Enrol again');
  await page.getByRole('dialog').getByText('It keeps its number here.').waitFor();
  await page.getByText(CODE).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await click(page, 'Rename');
  await page.getByRole('textbox', { name: 'Name' }).fill('Window');
  await click(page, 'Save');
  await page.getByRole('heading', { name: 'Window' }).waitFor();
  await click(page, 'End');
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
  await expect.poll(() => row(page, /Window/).count()).toBe(0);

  await go(page, 'Settings');
  await page.getByText('For every till of this shop.').waitFor();
  await click(page, 'Set here: Sales above this need a manager');
  const limit = page.getByRole('textbox', { name: 'Sales above this need a manager' });
  expect(await limit.inputValue()).toBe('1000,00');
  await limit.fill('12,5,0');
  await page.getByText('The commas and points are in the wrong places.').waitFor();
  await page.getByRole('button', { name: 'Save' }).click({ force: true });
  expect((await database.query("SELECT FROM settings WHERE scope = 'shop'")).rowCount).toBe(0);
  await limit.fill('750');
  await click(page, 'Set here: No sound');
  await page.getByRole('switch', { name: 'No sound' }).check({ force: true });
  await click(page, 'Save');
  await page.getByText(`Set by ${MANAGER}`).first().waitFor();
  const { rows } = await database.query("SELECT path, value FROM settings WHERE scope = 'shop' ORDER BY path");
  expect(rows).toEqual([
    { path: 'counter.maximum', value: 75_000 },
    { path: 'counter.sound.muted', value: true },
  ]);
  await page.getByLabel('Till', { exact: true }).selectOption('TILL2');
  await page.getByText('€ 750,00, from the shop').waitFor();
  expect(faults).toEqual([]);
});

test('an administrator makes a code for a roll-out', async () => {
  const { visit, database } = await servePage();
  const { page, faults } = await visit(ADMIN);
  await go(page, 'Tills');
  await click(page, 'Enrol a till');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expect.poll(() => dialog.count()).toBe(0);
  await click(page, 'Enrol a till');
  await dialog.getByLabel('Shop', { exact: true }).selectOption('Café Noir');
  await dialog.getByRole('textbox', { name: 'Tills' }).fill('20');
  await dialog.getByLabel('Good for').selectOption('one week');
  await click(page, 'Make a code');
  await dialog.getByText('Name the merchants of these tills').waitFor();
  await dialog.getByRole('textbox', { name: 'Merchants' }).fill('bakery, cafe');
  await picture(page, 'enrol-code');
  expect(await accessibilityFaults(page)).toEqual([]);
  await click(page, 'Make a code');
  await page.getByText(CODE).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  expect((await database.query('SELECT shop, most, merchants FROM enrol_codes')).rows).toEqual([
    { shop: 'B', most: 20, merchants: ['bakery', 'cafe'] },
  ]);
  // Caused by the code without merchants.
  expect(faults).toEqual([expect.stringContaining('status of 400')]);
});

test('an administrator decides conflicting reports of two tills', async () => {
  const { visit, database, address } = await servePage();
  await database.query(await readFile(join(import.meta.dirname, 'conflicts.sql'), 'utf8'));
  const { page, faults } = await visit(ADMIN);
  await page.getByRole('heading', { name: '8 to look at' }).waitFor();
  await picture(page, 'alerts');
  await row(page, /Set back or installed again/)
    .getByRole('button', { name: 'Enrol again' })
    .click();
  await page.getByText(CODE).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await row(page, /Two tills charged/)
    .getByRole('button', { name: 'Keep Counter' })
    .click();
  await page.getByRole('dialog').getByText('Counter and Bar charged the same payment').waitFor();
  await picture(page, 'decide-claim');
  await page.getByRole('dialog').getByRole('link', { name: 'payment00000000000000012' }).click();
  await row(page, /TILL3-261127-9999/).waitFor();
  await picture(page, 'claimed-sales');
  await page.goto(`${address}/#payouts?merchant=m&payout=payout-1`);
  await page.getByText('Reported by Bar').waitFor();
  await picture(page, 'payout-reports');
  await page.goto(`${address}/#tills?chosen=3`);
  await page.getByRole('button', { name: 'Try again', exact: true }).waitFor();
  await picture(page, 'till-alerts');
  expect(await accessibilityFaults(page)).toEqual([]);
  await click(page, 'Confirm');
  await page.getByRole('dialog').getByText('Bar sends payments of the merchant PROD foreign').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Confirm', exact: true }).count()).toBe(0);
  await page.goto(`${address}/#tills?chosen=1`);
  await click(page, 'Set aside');
  await page.getByRole('dialog').getByRole('button', { name: 'Set aside', exact: true }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Set aside', exact: true }).count()).toBe(0);
  const { rows } = await database.query(
    "SELECT till FROM till_merchants WHERE merchant IN ('foreign', 'm') AND till IN (1, 3)",
  );
  expect(rows).toContainEqual({ till: 3 });
  expect(rows).not.toContainEqual({ till: 1 });
  expect(faults).toEqual([]);
});

test('an administrator manages shops and people', async () => {
  const { visit, database } = await servePage();
  const { page, faults } = await visit(ADMIN);
  await click(page, 'Seen');
  await expect.poll(() => page.getByRole('heading', { name: '1 to look at' }).isVisible()).toBe(true);
  await go(page, 'Tills');
  await click(page, 'Add shop');
  await page.getByRole('textbox', { name: 'Shop id' }).fill('C');
  await page.getByRole('textbox', { name: 'Shop name' }).fill('New shop');
  await click(page, 'Save');
  await page.locator('option[label="New shop"]').waitFor({ state: 'attached' });

  await go(page, 'People');
  await click(page, 'Add person');
  await page.getByRole('textbox', { name: 'Mail address' }).fill('zoe');
  await page.getByText('Type a whole address').waitFor();
  await page.getByRole('textbox', { name: 'Mail address' }).fill('Zoe@Example.org');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Zoë');
  await page.getByLabel('Role').selectOption('Manager');
  await page.getByRole('checkbox', { name: 'All shops' }).uncheck();
  await page.getByRole('checkbox', { name: 'New shop' }).check();
  await click(page, 'Save');
  await row(page, /Zoë zoe@example.org Manager New shop/).waitFor();
  await click(page, 'Remove Vera Viewer');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.poll(() => row(page, /Vera Viewer viewer/).count()).toBe(0);
  await click(page, 'Reset sign-in: Otto Other');
  await page.getByRole('dialog').getByRole('button', { name: 'Reset sign-in', exact: true }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Reset sign-in: Otto Other' }).count()).toBe(0);
  expect(
    await row(page, /Ada Admin/)
      .getByRole('button')
      .count(),
  ).toBe(0);
  expect((await database.query('SELECT did FROM audit ORDER BY entry')).rows.map(({ did }) => did)).toEqual([
    ...['alert.seen', 'shop.saved', 'member.saved', 'member.removed', 'member.unbound'],
  ]);
  await page.reload();
  await row(page, /Removed a person/).waitFor();
  expect(faults).toEqual([]);
});

test.each([
  ['en', 'Calendar', 'The month before', '3 October 2026'],
  ['nl', 'Kalender', 'De maand ervoor', '3 oktober 2026'],
] as const)('a day is chosen in the calendar, in %s', async (language, calendar, previous, day) => {
  const { visit } = await servePage();
  const { page, faults } = await visit('viewer@example.org', { language });
  await page.getByText('€ 587,58').first().waitFor();
  await click(page, calendar);
  await click(page, previous);
  await picture(page, `calendar-${language}`);
  await click(page, day);
  await expect.poll(() => page.url()).toContain('day=2026-10-03');
  await page.getByText('€ 0,00').first().waitFor();
  expect(faults).toEqual([]);
});

test("a table is exported in the page's language", async () => {
  const { visit } = await servePage();
  const { page } = await visit(MANAGER);
  await go(page, 'Sales');
  const download = page.waitForEvent('download');
  await go(page, 'Save as CSV');
  const file = await download;
  expect(file.suggestedFilename()).toBe('sales-2026-10-28-2026-11-27.csv');
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('TILL1-261127-0012;10,12;paid');
});

test('a fault is explained while earlier data stays visible', async () => {
  const { visit, database, address } = await servePage();
  const { page } = await visit(undefined);
  await page.getByRole('heading', { name: 'The tills of your chain' }).waitFor();
  await page.goto(`${address}/?sign-in=no-member`);
  await page.getByRole('alert').getByText('Ask an administrator').waitFor();
  await page.goto(`${address}/sign-in/link?token=once`);
  await page.getByText('€ 587,58').first().waitFor();

  await page.goto(`${address}/#sales?show=found`);
  await page.getByText('Type a reference, a payment id or an amount').waitFor();
  await page.getByRole('searchbox').fill('10,12');
  await click(page, 'Find');
  await page.getByText('Choose a shop above to find an amount.').waitFor();
  await page.getByRole('textbox', { name: 'From' }).fill('01/01/2026');
  await page.getByText('at most 92').waitFor();
  await page.getByRole('textbox', { name: 'To' }).fill('01/12/2026');
  await page.getByText('This day has not come yet.').waitFor();

  await go(page, 'Payouts');
  await page.getByRole('row').first().waitFor();
  await database.query('ALTER TABLE payouts RENAME TO away');
  await page.getByRole('textbox', { name: 'From' }).fill('20/11/2026');
  await page.getByText('The collector could not answer.').waitFor();
  expect(await page.getByRole('row').count()).toBeGreaterThan(1);
});

test('the keyboard reaches every control', async () => {
  const { visit, address } = await servePage();
  const { page } = await visit(MANAGER);
  await page.goto(`${address}/#tills`);
  await page.getByRole('row', { name: /Counter/ }).waitFor();
  const focus = async (name: string) => {
    for (let tries = 0; tries < 40; tries += 1) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate(() => document.activeElement?.textContent)) === name) return;
    }
    throw new Error(`${name} is not reached.`);
  };
  await focus('Counter');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Counter' }).waitFor();
  await focus('Rename');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  await page.keyboard.type('By keys');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /By keys/ }).waitFor();
});

test.each(['light', 'dark'] as const)('each view is accessible in the %s scheme', async (scheme) => {
  const { visit, address } = await servePage();
  const { page, faults } = await visit(ADMIN, { dark: scheme === 'dark' });
  for (const [view, heading] of Object.entries(views)) {
    await page.goto(`${address}/#${view}`);
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    await picture(page, `${view.replace(/\?.*sale=.*/, '-one').replace(/\?.*/, '')}-${scheme}`);
    // Charts are hidden from screen readers: the table next to a chart has the figures.
    const found = (await accessibilityFaults(page)).filter((fault) => !/<(text|tspan) /.test(fault));
    expect(found, view).toEqual([]);
  }
  expect(faults).toEqual([]);
});

test.each([
  ['nl', 390],
  ['fr', 1024],
  ['de', 768],
] as const)('in %s, %i px wide, each view fits', async (language, width) => {
  const { visit, address } = await servePage();
  const { page, faults }: Visit = await visit(ADMIN, { language, width });
  for (const view of Object.keys(views)) {
    await page.goto(`${address}/#${view}`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([view, Math.max(0, wide)]).toEqual([view, 0]);
    expect(await page.locator('main').innerText(), view).not.toMatch(/\b(chain|error)\.[a-z]/);
    await picture(page, `${view.replace(/\?.*sale=.*/, '-one').replace(/\?.*/, '')}-${language}`);
  }
  expect(faults).toEqual([]);
});
