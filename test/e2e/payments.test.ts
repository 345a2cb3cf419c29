import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  charge,
  ends,
  logOf,
  newSale,
  onlyOnHost,
  openShop,
  reads,
  runHeadless,
  type Shop,
  snapshotOf,
} from './harness/index.ts';

let folder: string;
let shop: Shop;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-exported-'));
  const env = { TILLMATE_HOST_DIALOGS: JSON.stringify([{ filePath: join(folder, 'payments.csv') }]) };
  shop = await openShop({ launch: { env } });
  const { till } = shop.app;
  await till.getByRole('textbox', { name: 'Description' }).fill('=HYPERLINK("evil.test")');
  await till.getByRole('textbox', { name: 'Amount' }).focus();
  await charge(shop.app, '12,50');
  shop.pay();
  await ends(shop.app, 'Paid', 'Paid');
  await newSale(shop.app);
});
afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a payment tells what happened to it, and the account for a transfer without showing it', async () => {
  const { app, sandbox } = shop;
  await app.till.getByRole('link', { name: 'Payments' }).click();
  await app.till.getByRole('table', { name: 'Payments' }).getByRole('row').first().click();
  const history = app.till.getByRole('region', { name: 'What happened' });
  await reads(history, /^Charged/);
  await reads(history, 'Paid (SUCCEEDED)');

  await app.till.getByRole('button', { name: 'Account for a transfer' }).click();
  const account = app.till.getByRole('region', { name: 'Account for a transfer back' });
  await account.getByRole('button', { name: 'Copy' }).click();
  await reads(account, /^Copied\./);
  await reads(history, /^The account for a transfer was copied/);
  const iban = sandbox.engine.store.payments.get(shop.newest())?.debtor?.iban ?? '';
  expect(iban).toMatch(/^[A-Z]{2}\d{2}/);
  const page = (await app.till.content()).replaceAll(/\s/g, '');
  expect(page).toContain(iban.slice(-2));
  expect(page).not.toContain(iban.slice(2, -4));
  expect(JSON.stringify(await snapshotOf(app))).not.toContain(iban.slice(2, -4));
});

test(
  'a manager saves what the payments show, with the headings of the till',
  onlyOnHost('its save dialogs answer by themselves'),
  async () => {
    const { till } = shop.app;
    await till.getByRole('link', { name: 'Payments' }).click();
    await till.getByRole('button', { name: 'Export', exact: true }).click();
    await till.getByRole('dialog').getByRole('button', { name: 'Save as…' }).click();
    await reads(till, 'payments.csv is saved. Rows: 1.');
    expect((await logOf(shop.app)).filter(({ msg }) => /without a thread/.test(msg))).toEqual([]);
    const [head, row, end] = readFileSync(join(folder, 'payments.csv'), 'utf8').split('\r\n');
    expect(head).toMatch(/^\ufeffCharged at;Reference;Amount;/);
    expect(row).toContain(';12,50;EUR;paid;SUCCEEDED;');
    expect(row).toContain(`;"'=HYPERLINK(""evil.test"")";`);
    expect(end).toBe('');
    await till.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  },
);

test('a nightly job exports beside the till that runs, opens no window and leaves the till as it is', async () => {
  const file = join(folder, 'night.jsonl');
  const { status, out } = await runHeadless(
    shop.userDataDir,
    '--export=payments',
    '--from=today',
    '--to=today',
    `--out=${file}`,
  );
  expect(status).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ export: 'payments', rows: 1, file, format: 'jsonl', environment: 'PREPROD' });
  const [line] = readFileSync(file, 'utf8').trim().split('\n');
  expect(JSON.parse(line ?? '')).toMatchObject({ amountCents: 1_250, paidCents: 1_250, status: 'SUCCEEDED' });
  await shop.app.till.getByRole('link', { name: 'Sale' }).click();
  await charge(shop.app, '1,00');
});
