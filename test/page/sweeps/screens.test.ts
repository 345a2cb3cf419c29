import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { language } from '../../../preload/contract/setting-values.ts';
import { accessibilityFaults } from '../accessibility.ts';
import { misnamedOf, targetsOf, textSizesOf, tooLongTextsOf } from '../layout-measurements.ts';
import { outlineFaults } from '../page-structure.ts';
import { type Act, opens, presses, type Shot, settledShot, tillShot } from '../pictures/shot.ts';
import { shotOf, shots } from '../pictures/shots.ts';
import { refusal } from '../recorded-calls.ts';
import { keysAnswers } from '../sample-keys.ts';
import { logAnswers, packAnswers } from '../sample-logs.ts';
import { payoutAnswers } from '../sample-payouts.ts';
import { backup, found as foundPayments, live, sale } from '../sample-snapshots.ts';
import { windows } from '../windows.ts';

/** Shots of the till other than the screens of a sale, which `accessibility` and `languages` measure. */
const screens = [
  'payments',
  'payments-none',
  'parked-opened',
  'refund',
  'refund-unsettled',
  'paid-refunds',
  'alarm',
  'leaving',
  'other-path',
  'customers-app',
  'first',
  'unlock',
  'sign-in',
  'person',
  'person-ends',
  'settings',
  'settings-money',
  'settings-display',
  'settings-app',
  'settings-head-office',
  'settings-head-office-enrolled',
  'settings-money-head-office',
  'settings-service',
  'settings-advanced',
  'settings-people',
  'settings-record',
  'settings-refused',
  'sticker',
  'provisioning',
  'provisioning-no-pin',
  'provisioning-passphrase',
  'provisioning-missing',
  'provisioning-faults',
  'day-full',
  'day-closing',
  'day-closed',
  'day-earlier',
  'figures',
  'payouts-all',
  'payouts-wrong',
  'help',
  'checks-wrong',
  'keys-locked',
  'keys-refused',
  'keys-code',
] as const;

/** False positives of axe. */
const untold: Partial<Record<(typeof screens)[number], RegExp>> = {
  // Text in a drawing has the colours of the text next to the drawing.
  sticker: /: <text |contains an image node/,
  // Lines that the dialog scrolls: axe cannot determine the contrast of clipped text.
  'provisioning-no-pin': /color-contrast/,
  'provisioning-faults': /<span>This has another value in the file already|<p>Not shown: /,
  figures: /: <text |contains an image node/,
  'keys-locked': /<pre>/,
  'keys-refused': /<pre>/,
  'keys-code': /<pre>/,
};

const SIZE = { width: 1024, height: 768 };

const first =
  (where: Act, button: string): Act =>
  async (page, t) => {
    await where(page, t);
    await page.getByRole('button', { name: button }).first().click();
  };

const openBackup = opens('nav.support', 'support.tab.backup');
const openPack = presses(opens('nav.support', 'support.tab.logs'), 'pack.open');
const supportKey = { kid: 'support', thumbprint: 'b2f0' };

/** Screens without a picture. */
const more = [
  tillShot('backup', live(), openBackup, backup(null)),
  tillShot('backup-set', live(), presses(openBackup, 'backup.daily.set'), backup(null)),
  tillShot('signs-out', live({ role: 'cashier', signsIn: true, person: { name: 'Ava', role: 'cashier' } }), (page) =>
    page.getByRole('button', { name: 'At the till: Ava' }).click(),
  ),
  tillShot('no-api-key', live(), opens('nav.support', 'support.tab.keys'), keysAnswers({ apiKey: undefined })),
  tillShot('pack-key', live(), openPack, { ...logAnswers, ...packAnswers, 'pack.key': { key: supportKey } }),
  tillShot(
    'calendar',
    live(),
    async (page, t) => {
      await first((list) => list.keyboard.press('F2'), 'Calendar')(page, t);
      await page.getByRole('button', { name: 'The month before' }).waitFor();
    },
    foundPayments(40),
  ),
  tillShot(
    'payouts-by-day',
    live(),
    async (page, t) => {
      await presses(opens('nav.payouts'), 'figures.payouts')(page, t);
      await page.getByRole('dialog').getByRole('table').waitFor();
    },
    payoutAnswers({ days: [{ at: Date.UTC(2026, 10, 20), paidOut: 1_250, outstanding: 400, unknown: 0 }] }),
  ),
  tillShot('languages', live(), (page) => page.getByRole('button', { name: 'Language' }).click()),
  tillShot(
    'printer-gone',
    live({ sale: sale('paid') }),
    (page) => page.getByRole('button', { name: 'Print receipt' }).click(),
    {
      'receipt.print': refusal('receipt.printer-gone', { values: { printer: 'FRONT' } }),
      'paper.printers': { printers: [{ name: 'BACK', label: 'Back' }] },
    },
  ),
];

const folder = join(import.meta.dirname, '..');
const [, table = ''] = readFileSync(join(folder, '../../docs/interface.md'), 'utf8').split(
  /^## (?:Accessible names|Keys)$/m,
);

const roles =
  /\b(button|link|tab|textbox|searchbox|combobox|dialog|alertdialog|region|table|list|status|timer|switch|radio|group|heading|img|progressbar)\b/g;

/** Each name with the possible roles of its row. */
const wanted = [...table.matchAll(/^\| (?:till|display)[^|]*\| ([^|]*) \| ([^|]*) \|$/gm)].flatMap(
  ([, cell = '', names = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({ name, roles: cell.match(roles) ?? [] })),
);

/** The other tests of windows, whose screens are not opened here. */
const otherTests = [folder, join(folder, '../e2e'), join(folder, '../e2e/long')]
  .flatMap((where) => readdirSync(where).map((name) => join(where, name)))
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => readFileSync(name, 'utf8'))
  .join('\n');

/** The accessible names on each screen opened so far. */
const namesOn = new Map<string, ReadonlySet<string>>();

async function openShot(shot: Shot) {
  const { window, names } = await settledShot(windows, shot, SIZE);
  namesOn.set(shot.name, names);
  return window;
}

// A single visit for everything that is measured: opening a screen takes longer than its measurements.
test.each(screens)('%s is accessible and fits in every language', async (name) => {
  const window = await openShot(shotOf(`till-${name}`));
  const { page } = window;
  const small = (await textSizesOf(page)).filter(({ size }) => size < 16).map(({ text }) => `small: ${text}`);
  const isDialog = (await page.getByRole('dialog').count()) > 0;
  expect.soft([...small, ...(isDialog ? [] : await outlineFaults(page))]).toEqual([]);
  expect.soft(await lightAndDarkFaults(page, untold[name])).toEqual([]);
  const faults: string[] = [];
  const targets: number[] = [];
  for (const spoken of language.options) {
    await window.speak(spoken);
    const measured = await targetsOf(page);
    targets.push(measured.length);
    const found = [...(await tooLongTextsOf(page)), ...(await tooWideOf(page)), ...(await misnamedOf(page))];
    for (const target of measured)
      if (target.name !== '' && target.height < 56) found.push(`${target.name} is ${target.height} px high`);
    faults.push(...found.map((fault) => `${spoken}: ${fault}`));
    expect.soft(await page.getByText('{{').count()).toBe(0);
  }
  expect([...faults, ...window.faults]).toEqual([]);
  // Otherwise another language would have been measured on another screen.
  expect(new Set(targets).size).toBe(1);
});

test.each(['shop-idle', 'shop-apps-6', 'shop-receipt'])('a shop display is accessible: %s', async (name) => {
  const { page } = await openShot(shotOf(`display-${name}`));
  expect(await lightAndDarkFaults(page)).toEqual([]);
});

async function lightAndDarkFaults(page: Page, noFault?: RegExp): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    faults.push(...(await accessibilityFaults(page)).filter((fault) => !noFault?.test(fault)));
  }
  return faults;
}

function tooWideOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main section, main table, main [role="list"]')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1)
      .map((one) => `${one.innerText.slice(0, 20)} is too wide`),
  );
}

test('each documented accessible name is on a screen', async () => {
  for (const shot of [...shots, ...more].filter(({ name }) => !namesOn.has(name))) {
    const window = await openShot(shot);
    expect.soft(await misnamedOf(window.page), shot.name).toEqual([]);
    await window.close();
  }
  const all = [...namesOn.values()].flatMap((names) => [...names]);
  // Some accessible names continue with the name of their subject.
  const isSeen = (role: string, name: string) =>
    all.some(
      (one) => one.startsWith(`${role} ${name}`) && /^(?![\p{L}\d])/u.test(one.slice(role.length + 1 + name.length)),
    );
  const unseen = wanted.filter(({ name, roles: listed }) => !listed.some((role) => isSeen(role, name)));
  const missing = unseen.filter(({ name }) => !otherTests.includes(`'${name}`) && !otherTests.includes(`/^${name}`));
  expect(missing).toEqual([]);
  expect(wanted.length).toBeGreaterThan(300);
});
