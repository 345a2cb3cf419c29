import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPayoutStore, type PayoutStore, recountSums, sealPayoutStore } from '../../main/reconcile/payout-store.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');

let folder: string;
let store: PayoutStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-sums-'));
  store = openPayoutStore(join(folder, 'payouts.sqlite'));
  for (const [id, cents] of [
    ['a', 500],
    ['b', 300],
  ] as const)
    store.run(
      `INSERT INTO transactions (id, kind, payout, cents, date, state, rank, shift, pass)
       VALUES (?, 'payment', 0, ?, ?, 'matched', 5, 0, 1)`,
      id,
      cents,
      NOON,
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
  [`date = ${NOON + 86_400_000}`, ['matched', 0, 0, 300, 1]],
])('%s of one payment is followed by the sums', (change, [state, payout, shift, cents, count]) => {
  store.run(`UPDATE transactions SET ${change} WHERE id = 'a'`);
  expect(sums()).toContainEqual([state, payout, shift, Math.floor(NOON / 86_400_000) * 86_400_000, count, cents]);
  expect(recountSums(store)).toBe(true);
});

test('another amount and another state, one after the other, leave nothing behind', () => {
  store.run("UPDATE transactions SET cents = 600 WHERE id = 'a'");
  store.run("UPDATE transactions SET state = 'amount-differs' WHERE id = 'a'");
  expect(sums().map((row) => [row[0], row[4], row[5]])).toEqual([
    ['amount-differs', 1, 600],
    ['matched', 1, 300],
  ]);
});

test('sums that do not add up are counted anew', () => {
  store.run('UPDATE sums SET cents = cents + 600');
  expect(recountSums(store)).toBe(false);
  expect(sums().map((row) => [row[0], row[4], row[5]])).toEqual([['matched', 2, 800]]);
  expect(recountSums(store)).toBe(true);
});

test('what is sealed for one account is not taken for the lists of another', () => {
  const key = Buffer.alloc(32, 7);
  const file = join(folder, 'payouts.sqlite');
  const other = join(mkdtempSync(join(folder, 'other-')), 'payouts.sqlite');
  store.close();
  sealPayoutStore(file, key);
  for (const end of ['', '.seal']) copyFileSync(`${file}${end}`, `${other}${end}`);
  store = openPayoutStore(other, key);
  expect(sums()).toEqual([]);
  store.close();
  store = openPayoutStore(file, key);
  expect(sums()).toHaveLength(1);
});
