import { closeSync, copyFileSync, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { planDays } from '../../main/reconcile/fetch-plan.ts';
import type { JournalToMatch } from '../../main/reconcile/journal-side.ts';
import { load } from '../../main/reconcile/load.ts';
import { payoutOf } from '../../main/reconcile/payout-figures.ts';
import { openPayoutStore, type PayoutStore, recountSums, sealPayoutStore } from '../../main/reconcile/payout-store.ts';
import { putPayout } from '../../main/reconcile/payouts.ts';
import { id, listed, OWN_PROFILE, payout, ScriptedLists } from './scripted-lists.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');

let folder: string;
let store: PayoutStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-sums-'));
  store = openPayoutStore(join(folder, 'payouts.sqlite'));
  for (const [name, cents] of [
    ['a', 500],
    ['b', 300],
  ] as const)
    store.run(
      `INSERT INTO transactions (id, kind, payout, cents, date, day, state, rank, shift, pass)
       VALUES (?, 'payment', 0, ?, ?, ?, 'matched', 5, 0, 1)`,
      name,
      cents,
      NOON,
      Math.floor(NOON / 86_400_000),
    );
});

afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const sums = () =>
  store
    .all('SELECT state, payout, shift, day * 86400000 AS day, count, cents FROM sums WHERE count > 0 ORDER BY state')
    .map((row) => Object.values(row));

test.each([
  ['cents = 600', ['matched', 0, 0, 900, 2]],
  ["state = 'unverified'", ['matched', 0, 0, 300, 1]],
  ['shift = 7', ['matched', 0, 0, 300, 1]],
  ['payout = 3', ['matched', 0, 0, 300, 1]],
  ['day = day + 1', ['matched', 0, 0, 300, 1]],
])('%s of a payment updates the sums', (change, [state, payout, shift, cents, count]) => {
  store.run(`UPDATE transactions SET ${change} WHERE id = 'a'`);
  expect(sums()).toContainEqual([state, payout, shift, Math.floor(NOON / 86_400_000) * 86_400_000, count, cents]);
  expect(recountSums(store)).toBe(true);
});

test('changing amount, then state, leaves no stale sums', () => {
  store.run("UPDATE transactions SET cents = 600 WHERE id = 'a'");
  store.run("UPDATE transactions SET state = 'amount-differs' WHERE id = 'a'");
  expect(sums().map((row) => [row[0], row[4], row[5]])).toEqual([
    ['amount-differs', 1, 600],
    ['matched', 1, 300],
  ]);
});

test('wrong sums are recounted', () => {
  for (const change of [
    'UPDATE sums SET cents = cents + 600',
    "INSERT INTO sums VALUES (3, 'payment', 'matched', 0, 1, 1, 5)",
  ]) {
    store.run(change);
    expect(recountSums(store)).toBe(false);
    expect(sums().map((row) => [row[0], row[4], row[5]])).toEqual([['matched', 2, 800]]);
  }
  expect(recountSums(store)).toBe(true);
});

test('a file sealed for a different account is discarded', () => {
  const key = Buffer.alloc(32, 7);
  const file = join(folder, 'payouts.sqlite');
  const other = join(mkdtempSync(join(folder, 'other-')), 'payouts.sqlite');
  sealPayoutStore(file, key);
  // The file was open: changes still in its log would be missing under the seal.
  expect(existsSync(`${file}.seal`)).toBe(false);
  store.close();
  sealPayoutStore(file, key);
  for (const end of ['', '.seal']) copyFileSync(`${file}${end}`, `${other}${end}`);
  store = openPayoutStore(other, key);
  expect(sums()).toEqual([]);
  store.close();
  store = openPayoutStore(file, key);
  expect(sums()).toHaveLength(1);
  // Opening removes the seal, so a killed till leaves no seal on changed content.
  expect(existsSync(`${file}.seal`)).toBe(false);
});

test('an unsealed file is discarded with its log', () => {
  const file = join(folder, 'payouts.sqlite');
  const other = join(mkdtempSync(join(folder, 'other-')), 'payouts.sqlite');
  for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, `${other}${end}`);
  store.close();
  store = openPayoutStore(other, Buffer.alloc(32, 7));
  expect(sums()).toEqual([]);
});

test('a changed byte far into the file breaks the seal', () => {
  const key = Buffer.alloc(32, 7);
  const file = join(folder, 'payouts.sqlite');
  store.setFact('long', 'x'.repeat(3 << 20));
  store.close();
  sealPayoutStore(file, key);
  const handle = openSync(file, 'r+');
  writeSync(handle, 'y', 2 << 20);
  closeSync(handle);
  store = openPayoutStore(file, key);
  expect(sums()).toEqual([]);
});

test('a locked file is not discarded as damaged', () => {
  const file = join(folder, 'payouts.sqlite');
  store.close();
  const other = new DatabaseSync(file);
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  try {
    expect(() => openPayoutStore(file)).toThrow(expect.objectContaining({ code: 'payouts.disk' }));
  } finally {
    other.close();
    store = openPayoutStore(file);
  }
  expect(sums()).toHaveLength(1);
});

test('a disk full within a page discards the page', async () => {
  const lists = new ScriptedLists();
  const day = '2026-03-10';
  lists.pageSize = 200;
  lists.payments = Array.from({ length: 150 }, (_, index) =>
    listed(`p${index}`, 100, `${day}T09:00:00Z`, { payoutId: id(`P${index}`) }),
  );
  const journal = { saleOfPayment: () => undefined } as Partial<JournalToMatch> as JournalToMatch;
  planDays(store, { from: day, to: day });
  store.run(`PRAGMA max_page_count = ${Number(store.get('PRAGMA page_count')?.['page_count']) + 2}`);
  const loading = load({
    store,
    journal,
    service: lists.service,
    days: { from: day, to: day },
    own: { posId: 'TILL42', profileId: OWN_PROFILE },
    shiftOf: () => 0,
    turn: async () => undefined,
    pause: async () => undefined,
    signal: new AbortController().signal,
  });
  await expect(loading).rejects.toMatchObject({ code: 'payouts.disk-full' });
  expect(sums()).toHaveLength(1);
});

test('verified data of a payout stay until verified again', () => {
  const amounting = (payoutAmount: number) => payout('A', '2026-03-10T23:00:00Z', { payoutAmount });
  putPayout(store, amounting(100), { proven: false });
  const shown = () => payoutOf(store, 1);
  expect(shown()).toMatchObject({ verified: false, stated: { payoutCents: 100 } });
  putPayout(store, amounting(150), { proven: false });
  expect(shown()).toMatchObject({ verified: false, stated: { payoutCents: 150 } });
  putPayout(store, amounting(200), { proven: true });
  putPayout(store, amounting(300), { proven: false });
  expect(shown()).toMatchObject({ verified: true, stated: { payoutCents: 200 } });
  putPayout(store, amounting(400), { proven: true });
  expect(shown()).toMatchObject({ verified: true, stated: { payoutCents: 400 } });
});
