import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import {
  charge,
  chooseRuntime,
  drawn,
  ends,
  expectPage,
  givenShop,
  logOf,
  PIN,
  provisioningQuestion,
  reads,
  snapshotOf,
  unlocks,
  usesFile,
} from './harness/index.ts';

const shop = givenShop({ provisioning: { managerPin: PIN } });
let file: string;
beforeAll(async () => {
  const own = JSON.parse(await readFile(shop.provisioningFile, 'utf8'));
  file = join(shop.provisioningFile, '..', 'foreign.json');
  const foreign = { ...own, shop: { shopId: 'SHOP9', shopName: 'Elsewhere' }, pos: { posId: 'TILL99' } };
  await writeFile(file, JSON.stringify({ ...foreign, managerPin: '999999' }));
});

const shopName = async () => (await snapshotOf(shop.app)).terminal.shopName;

test('shows the changes; refusing keeps the settings', async () => {
  await shop.restart('quit', { args: [`--provision=${file}`] });
  const dialog = provisioningQuestion(shop.app);
  await reads(dialog, 'The file foreign.json asks for it. Nothing has changed yet.');
  const rows = dialog.getByRole('row');
  await expectPage(rows.filter({ hasText: 'Shop name' })).toHaveText(/Bakkerij Zoë\s*Elsewhere/);
  await expectPage(rows.filter({ hasText: 'POS id' })).toHaveText(/TILL42\s*TILL99/);
  await expectPage(rows).toHaveCount(5);
  await dialog.getByLabel('Manager PIN').fill('9999');
  await dialog.getByRole('button', { name: 'Use this file' }).click();
  await reads(dialog, 'The PIN is not right. Try again.');
  await dialog.getByRole('button', { name: 'Refuse' }).click();
  await reads(shop.app.till, 'The provisioning file foreign.json was refused. Nothing was changed.');
  await shop.app.till.getByRole('button', { name: 'Understood' }).click();
  expect(await shopName()).toBe('Bakkerij Zoë');
  const lines = await logOf(shop);
  expect(lines.map(({ msg }) => msg)).toContain('Provisioning file declined: nothing changed');
  expect(lines).toContainEqual(expect.objectContaining({ act: 'provisioning-refused', role: 'cashier' }));
});

test("a running till asks about a second start's file", async () => {
  await charge(shop.app, '12,50');
  const { command, args } = chooseRuntime();
  const second = spawn(command, [...args, `--user-data-dir=${shop.userDataDir}`, `--provision=${file}`]);
  const [said] = await Promise.all([text(second.stderr), once(second, 'exit')]);
  expect(said).toContain('Tillmate is already running');
  expect(said).toContain(`The running till asks for approval of the provisioning file ${file}`);
  await reads(shop.app.till, 'The till asks about it after this sale.');
  await drawn(shop.app);
  await expectPage(provisioningQuestion(shop.app)).toHaveCount(0);
  shop.pay();
  await ends(shop.app, 'Paid', 'Paid');

  const dialog = provisioningQuestion(shop.app);
  for (const digit of PIN) await dialog.getByRole('button', { name: digit, exact: true }).click();
  await usesFile(shop.app);
  expect(await shopName()).toBe('Elsewhere');
  await shop.restart('kill');
  const alarm = shop.app.till.getByRole('alert');
  await reads(alarm, 'This terminal was set up again from foreign.json on ');
  await alarm.getByRole('button', { name: 'I have checked it' }).click();
  await unlocks(shop.app, '999999');
  await expectPage(alarm.getByText('set up again')).toHaveCount(0);
  expect((await snapshotOf(shop.app)).notices).toEqual([]);
});
