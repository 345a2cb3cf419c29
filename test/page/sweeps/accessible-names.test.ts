import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { misnamedOf } from '../layout-measurements.ts';
import { type Act, opens, presses, settledShot, tillShot } from '../pictures/shot.ts';
import { shots } from '../pictures/shots.ts';
import { refusal } from '../recorded-calls.ts';
import { keysAnswers } from '../sample-keys.ts';
import { logAnswers, packAnswers } from '../sample-logs.ts';
import { payoutAnswers } from '../sample-payouts.ts';
import { backup, found, live, sale } from '../sample-snapshots.ts';
import { windows } from '../windows.ts';

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
    found(40),
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

test('each documented accessible name is on a screen', async () => {
  const seen = new Set<string>();
  for (const shot of [...shots, ...more]) {
    const { window, names } = await settledShot(windows, shot, { width: 1280, height: 800 });
    for (const name of names) seen.add(name);
    expect.soft(await misnamedOf(window.page), shot.name).toEqual([]);
    await window.close();
  }
  const all = [...seen];
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
