import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onlyWhere } from '../base/only-where.ts';
import { charge, ends, logOf, newSale, onlyOnHost, openShop, reads, type Shop } from './harness/index.ts';
import { chooseRuntime } from './harness/runtime.ts';
import { smallDisk } from './harness/small-disk.ts';

const disk = smallDisk();
let folder: string;
let shop: Shop;

/** What the save dialogs answer, in their order. */
const answers = () => [
  { filePath: join(folder, 'payments.csv') },
  { filePath: join(folder, 'a folder.csv') },
  ...(disk === undefined ? [] : [{ filePath: join(disk.folder, 'payments.csv') }]),
];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-exported-'));
  mkdirSync(join(folder, 'a folder.csv'));
  const env = { TILLMATE_HOST_DIALOGS: JSON.stringify(answers()) };
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
  disk?.close();
  rmSync(folder, { recursive: true, force: true });
});

const atDialogs = onlyOnHost('its save dialogs answer by themselves');

async function exportAgain(): Promise<void> {
  await shop.app.till.getByRole('dialog').getByRole('button', { name: 'Save as…' }).click();
}

test('a manager saves what the payments show, with the headings of the till', atDialogs, async () => {
  const { till } = shop.app;
  await till.keyboard.press('F2');
  await till.getByRole('button', { name: 'Export', exact: true }).click();
  await exportAgain();
  await reads(till, 'payments.csv is saved. Rows: 1.');
  expect((await logOf(shop.app)).filter(({ msg }) => /without a thread/.test(msg))).toEqual([]);
  const [head, row, end] = readFileSync(join(folder, 'payments.csv'), 'utf8').split('\r\n');
  expect(head).toMatch(/^\ufeffCharged at;Reference;Amount;/);
  expect(row).toContain(';12,50;EUR;paid;SUCCEEDED;');
  expect(row).toContain(`;"'=HYPERLINK(""evil.test"")";`);
  expect(end).toBe('');
});

test('onto a folder: the till says so, and leaves nothing behind', atDialogs, async () => {
  const { till } = shop.app;
  await exportAgain();
  await reads(till, 'A folder is called a folder.csv. Choose another name for the export.');
  expect(readdirSync(folder).toSorted()).toEqual(['a folder.csv', 'payments.csv']);
});

test(
  'onto a disk without room: the till says so, and leaves nothing behind',
  onlyWhere('as root on Linux', disk !== undefined, 'a small disk of its own is mounted, and filled up'),
  async () => {
    disk?.fill();
    await exportAgain();
    await reads(shop.app.till, 'There is no room on the disk for payments.csv.');
    expect(readdirSync(disk?.folder ?? '').filter((name) => name !== 'filler')).toEqual([]);
  },
);

test('a day that is to come, or days the wrong way round, are said at their fields, and nothing is asked', async () => {
  const { till } = shop.app;
  await till.getByLabel('First day').fill('2099-01-01');
  await reads(till, 'The first day is in the future. Choose a day that has begun.');
  await till.getByLabel('First day').fill('2026-02-02');
  await till.getByLabel('Last day').fill('2026-02-01');
  await reads(till, 'The last day is before the first one. Change one of them.');
  await till.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
});

/** The app as a nightly job starts it, on the till's own folder. */
async function job(
  ...words: readonly string[]
): Promise<{ readonly status: number; readonly out: string; readonly err: string }> {
  const { command, args } = chooseRuntime();
  const child = spawn(command, [...args, `--user-data-dir=${shop.userDataDir}`, ...words]);
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const [status] = (await once(child, 'close')) as [number];
  return { status, out, err };
}

test('a nightly job exports beside the till that runs, opens no window and leaves the till as it is', async () => {
  const file = join(folder, 'night.jsonl');
  const { status, out } = await job('--export=payments', '--from=today', '--to=today', `--out=${file}`);
  expect(status).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ export: 'payments', rows: 1, file, format: 'jsonl', environment: 'PREPROD' });
  const [line] = readFileSync(file, 'utf8').trim().split('\n');
  expect(JSON.parse(line ?? '')).toMatchObject({ amountCents: 1_250, paidCents: 1_250, status: 'SUCCEEDED' });
  await shop.app.till.getByRole('link', { name: 'Sale' }).click();
  await charge(shop.app, '1,00');
});

test('one that cannot do what it was asked to ends with a status and words, and keeps the old file', async () => {
  const file = join(folder, 'old.csv');
  writeFileSync(file, 'old');
  expect(await job('--export=everything', `--out=${file}`)).toMatchObject({
    status: 2,
    out: '',
    err: expect.stringContaining('--export is one of payments, refunds, shifts, and not everything'),
  });
  const own = join(shop.userDataDir, 'terminal.json');
  const before = readFileSync(own, 'utf8');
  expect(await job('--export=payments', `--out=${own}`)).toMatchObject({
    status: 1,
    err: expect.stringContaining("is among the till's data"),
  });
  expect([readFileSync(file, 'utf8'), readFileSync(own, 'utf8')]).toEqual(['old', before]);
});
