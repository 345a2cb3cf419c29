import { expect, test } from 'vitest';
import { id, listed } from './scripted-lists.ts';
import { tillWithPayouts } from './till-with-payouts.ts';

/** Lists changing while being read: only an entry proven gone by the last reading is removed. */

test('an unverified answer removes nothing from a list', async () => {
  const till = tillWithPayouts();
  const day = '2026-03-10T09:00:00Z';
  till.sale({ paymentId: 'a', amount: 100, at: day });
  till.lists.payments = ['a', 'b', 'c', 'd'].map((name) => listed(name, 100, day));
  let isForged = false;
  till.lists.before = ({ list, page }) => {
    isForged ||= list === 'payments' && page === 1;
    if (!isForged || list !== 'payments') return undefined;
    till.lists.payments = [];
    return 'verify.signature-mismatch';
  };
  expect(await till.fetched('2026-03-10')).toMatchObject({ stage: 'complete', unverifiedAnswers: 1 });
  expect(till.states()).toContainEqual(['a', 'matched', 100]);
});

test('an unverified answer no longer counts after a verified reading', async () => {
  const till = tillWithPayouts();
  till.lists.payments = ['a', 'b', 'c', 'd'].map((name) => listed(name, 100, '2026-03-10T09:00:00Z'));
  till.lists.before = ({ list, page }) => {
    if (list !== 'payments' || till.lists.payments.length > 4) return undefined;
    if (page === 1) till.lists.payments.push(listed('e', 100, '2026-03-10T09:00:00Z'));
    return page === 0 ? 'verify.no-signature' : undefined;
  };
  expect(await till.fetched('2026-03-10')).toMatchObject({ unverifiedAnswers: 0, notListed: 0 });
  expect(till.summed('till-unknown')).toEqual([5, 500]);
});

test('an entry missing in the last reading is removed', async () => {
  const till = tillWithPayouts();
  const day = '2026-03-10T09:00:00Z';
  for (const paymentId of ['same', 'dearer']) till.sale({ paymentId, amount: 100, at: day });
  till.lists.payments = [listed('same', 100, day), listed('dearer', 101, day), listed('typed', 102, day)];
  const later = [
    ['a', 'b', 'c', 'd'],
    ['a', 'b', 'c', 'd', 'e'],
  ];
  till.lists.before = ({ list, page }) => {
    if (list === 'payments' && page === 1)
      till.lists.payments = later.shift()?.map((name) => listed(name, 1, day)) ?? till.lists.payments;
    return undefined;
  };
  till.lists.payments.push(listed('last', 103, day), listed('very last', 104, day));
  expect(await till.fetched('2026-03-10')).toMatchObject({ notListed: 0 });
  expect(till.summed('till-unknown')).toEqual([5, 5]);
  expect(till.summed('missing-at-service')).toEqual([2, 200]);
  expect(till.states()).toHaveLength(7);
});

test('a second reading keeps entries of the previous list', async () => {
  const till = tillWithPayouts();
  till.lists.pageSize = 1;
  till.lists.payments = [listed('a', 100, '2026-03-10T09:00:00Z')];
  till.lists.refunds = ['r', 's'].map((name) => listed('a', 10, '2026-03-10T10:00:00Z', { refundId: id(name) }));
  till.lists.before = ({ list, page }) => {
    if (list === 'refunds' && page === 1) till.lists.refunds = till.lists.refunds.slice(-1);
    return undefined;
  };
  await till.fetched('2026-03-10');
  expect(till.states().map(([name]) => name)).toEqual(['a', 's']);
});

test('pending pages are not counted as left out', async () => {
  const till = tillWithPayouts();
  till.lists.payments = ['a', 'b', 'c', 'd'].map((name) => listed(name, 100, '2026-03-10T09:00:00Z'));
  const counts: number[] = [];
  till.lists.before = () => void counts.push(till.reconciliation.overview().notListed) as undefined;
  await till.fetched('2026-03-10');
  expect(new Set(counts)).toEqual(new Set([0]));
});

test.each([
  ['shrinks', ['b', 'c', 'd', 'x', 'y'], ['c', 'd', 'x', 'y']],
  ['grows', ['b', 'c', 'd', 'e', 'x'], ['n', 'b', 'c', 'd', 'e', 'x']],
])('the last reading proves nothing gone while the list %s', async (_how, ...last) => {
  const till = tillWithPayouts();
  const day = '2026-03-10T09:00:00Z';
  const list = (names: readonly string[]) => names.map((name) => listed(name, 100, day));
  till.sale({ paymentId: 'x', amount: 100, at: day });
  till.lists.payments = list(['x', 'b', 'c', 'd', 'e']);
  const later = [['b', 'c', 'd', 'x'], ...last];
  till.lists.before = ({ list: name, page }) => {
    if (name === 'payments' && page === 1) till.lists.payments = list(later.shift() ?? []);
    return undefined;
  };
  expect(await till.fetched('2026-03-10')).toMatchObject({ notListed: 1 });
  expect(later).toEqual([]);
  expect(till.states()).toContainEqual(['x', 'matched', 100]);
});
