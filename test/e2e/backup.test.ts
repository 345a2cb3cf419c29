import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  type AppAgain,
  charge,
  dialogsAnswer,
  ends,
  givenFolder,
  givenShop,
  launchApp,
  onlyOnHost,
  PIN,
  pressLast,
  reads,
  snapshotOf,
  startsAgain,
  unlocks,
} from './harness/index.ts';

const PASSPHRASE = 'drie appels en een peer';
const folder = givenFolder();
const file = join(folder, 'till.tillmate');
const shop = givenShop({ provisioning: { managerPin: PIN }, launch: { env: dialogsAnswer({ filePath: file }) } });
let restored: AppAgain | undefined;
afterAll(() => restored?.close());

const atDialogs = onlyOnHost('its dialogs answer by themselves');

test('restores from a backup without repeating a later refund', atDialogs, async () => {
  const { till } = shop.app;
  await shop.sellAndLeave('12,50');

  await till.getByRole('link', { name: 'Support' }).click();
  await unlocks(shop.app, PIN);
  await till.getByRole('tab', { name: 'Backup' }).click();
  await till.getByRole('button', { name: 'Create backup' }).click();
  const dialog = till.getByRole('dialog', { name: 'Create backup' });
  await dialog.getByLabel('Passphrase', { exact: true }).fill('too short');
  await dialog.getByLabel('The same passphrase again').fill('too short');
  await dialog.getByRole('button', { name: 'Save as…' }).click();
  await reads(dialog, 'At least 12 characters.');
  await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await dialog.getByLabel('The same passphrase again').fill(PASSPHRASE);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Save as…' }).click();
  await reads(till, /^The backup is saved: till\.tillmate, \d+ kB$/);
  await dialog.waitFor({ state: 'hidden' });
  expect(readFileSync(file, 'latin1')).not.toContain(shop.signingKey.d);

  // After the backup: a refund of the first payment, and a second payment.
  const found = await till.evaluate(() => window.tillmate.call('payments.find', { text: '', limit: 10 }));
  const saleId = found.ok ? (found.value.rows[0]?.saleId ?? '') : '';
  const refund = await till.evaluate((ask) => window.tillmate.call('refund.start', ask), {
    wish: randomUUID(),
    saleId,
    amount: 500,
    seen: 1250,
    managerPin: PIN,
  });
  expect(refund.ok).toBe(true);
  const { refunds } = shop.sandbox.engine.store;
  await expect.poll(() => refunds.size).toBe(1);
  shop.sandbox.engine.endRefund([...refunds.keys()][0] ?? '', 'REFUNDED');
  await till.keyboard.press('F2');
  await till.keyboard.press('F2');
  await shop.sell('9');
  const before = [...shop.sandbox.engine.store.payments.values()].map(({ reference }) => reference);
  await shop.app.kill('SIGKILL');

  // Disk and data are lost; a new machine has only the file and the passphrase.
  const cut = join(folder, 'cut.tillmate');
  writeFileSync(cut, readFileSync(file).subarray(0, -300));
  const userDataDir = join(folder, 'new');
  const env = dialogsAnswer({ filePaths: [cut] }, { filePaths: [file] });
  const fresh = await launchApp({ userDataDir, env });
  await fresh.till.getByRole('link', { name: 'Support' }).click();
  await fresh.till.getByRole('tab', { name: 'Backup' }).click();
  const restore = fresh.till.getByRole('dialog', { name: 'Restore a backup' });
  const opens = async (passphrase: string) => {
    await restore.getByLabel('Passphrase').fill(passphrase);
    await restore.getByRole('button', { name: /^Open / }).click();
  };
  await fresh.till.getByRole('button', { name: 'Restore' }).click();
  await opens(PASSPHRASE);
  await reads(restore, /^The end of cut\.tillmate is missing/);
  await restore.getByRole('button', { name: 'Not now' }).click();
  await fresh.till.getByRole('button', { name: 'Restore' }).click();
  await opens('vier appels en een peer');
  await reads(restore, /^This passphrase does not open the file/);
  await opens(PASSPHRASE);
  const preview = restore.getByRole('region', { name: 'What would change' });
  await reads(preview, /^1 payment, until /);
  await reads(preview, 'The keys are then those of the backup.');
  await reads(preview, 'TILL42');
  expect(existsSync(join(userDataDir, 'journals'))).toBe(false);
  const startAgain = startsAgain(fresh);
  await pressLast(restore.getByRole('button', { name: 'Restore and start again' }));
  restored = await startAgain();
  const app = restored;

  const asked = async () => (await snapshotOf(app)).notices.find(({ code }) => code.startsWith('backup.ask'));
  await expect.poll(asked).toMatchObject({ code: 'backup.asked', values: { count: 2 } });
  const row = async () => {
    const rows = await app.till.evaluate(() => window.tillmate.call('payments.find', { text: '', limit: 10 }));
    return rows.ok ? rows.value.rows.find((one) => one.saleId === saleId) : undefined;
  };
  // The list shows the refund; the till reads its outcome afterwards.
  await expect.poll(row).toMatchObject({ refunded: 500 });
  await reads(app.till, /The record of payments comes from a backup, and no manager was asked/);
  await charge(app, '3');
  shop.pay();
  await ends(app, 'Paid', 'Paid');
  const references = [...shop.sandbox.engine.store.payments.values()].map(({ reference }) => reference);
  expect(new Set(references).size).toBe(before.length + 1);
  const ask = { wish: randomUUID(), saleId, amount: 1250, seen: 1250, managerPin: PIN };
  const again = () => app.till.evaluate((what) => window.tillmate.call('refund.start', what), ask);
  expect(await again()).toMatchObject({ ok: false, error: { code: 'journal.tampered' } });
  await app.till.getByRole('button', { name: 'Clear the alarm' }).click();
  await unlocks(app, PIN);
  // Refunds wait for a second query of the service, a minute after the start.
  await expect.poll(again, { timeout: 90_000 }).toMatchObject({ ok: false, error: { code: 'refund.above-remaining' } });

  // The manager refunds the remaining amount in the window.
  await app.till.getByRole('link', { name: 'Payments' }).click();
  await app.till.getByRole('row').filter({ hasText: '12,50' }).click();
  await reads(app.till, /5,00 of €\s12,50 refunded/);
  await app.till.getByRole('button', { name: 'Refund', exact: true }).click();
  await app.till.getByRole('button', { name: /^Confirm refund/ }).click();
  await expect.poll(() => [...refunds.values()].map(({ amount }) => amount)).toEqual([500, 750]);
  shop.sandbox.engine.endRefund([...refunds.keys()].at(-1) ?? '', 'REFUNDED');
  await expect.poll(row).toMatchObject({ refunded: 1250 });
});
