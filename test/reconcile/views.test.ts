import { expect, test } from 'vitest';
import { everyTransaction } from '../../main/reconcile/payout-figures.ts';
import { openPayoutStore } from '../../main/reconcile/payout-store.ts';
import { id, listed } from './scripted-lists.ts';
import { bare, tillWithPayouts } from './till-with-payouts.ts';

const at = (time: string) => `2026-03-10T${time}:00Z`;

test('transactions are shown page by page, and written out in the same order, each once', async () => {
  const till = tillWithPayouts();
  till.sale({ paymentId: 'ours', amount: 100, at: at('09:00') });
  till.lists.payments = [
    listed('b', 200, at('10:00'), { reference: 'ORDER-2' }),
    listed('c', 300, at('10:00')),
    listed('a', 400, at('08:00')),
    listed('ours', 100, at('09:00')),
  ];
  await till.fetched('2026-03-10');
  const { reconciliation } = till;
  const all = reconciliation.transactions({ group: 'all' }, 0, 9).rows;
  expect(all.map(({ id: name }) => bare(name))).toEqual(['a', 'b', 'c', 'ours']);
  expect(all[1]).toMatchObject({ reference: 'ORDER-2' });
  expect(reconciliation.transactions({ group: 'all' }, 1, 2)).toEqual({ total: 4, rows: all.slice(1, 3) });
  const states = ['matched'] as const;
  expect(reconciliation.transactions({ group: 'all', states }, 0, 9)).toEqual({ total: 1, rows: all.slice(3) });
  const store = openPayoutStore(till.file);
  try {
    for (const atOnce of [2, 3]) expect([...everyTransaction(store, { group: 'all' }, atOnce)].flat()).toEqual(all);
  } finally {
    store.close();
  }
});

test('the oldest of what is outstanding may be a refund', async () => {
  const till = tillWithPayouts();
  till.lists.refunds = ['11:00', '10:00'].map((time) => listed('a', 40, at(time), { refundId: id(time) }));
  const { outstanding } = await till.fetched('2026-03-10');
  expect(outstanding).toMatchObject({ payments: { count: 0 }, refunds: { count: 2 }, since: Date.parse(at('10:00')) });
});

test('what is not proven is no money of other days', async () => {
  const till = tillWithPayouts();
  till.lists.payments = [listed('a', 100, at('09:00'), { payoutId: id('B') })];
  till.lists.before = ({ list }) => (list === 'payments' ? 'verify.no-signature' : undefined);
  const { otherDays } = await till.fetched('2026-03-10');
  expect(otherDays.payments).toEqual({ count: 0, cents: 0 });
  expect(otherDays.sums).toMatchObject([{ state: 'unverified', count: 1 }]);
});

test('a reference that a cashier typed brings no money to a sale that was given up', async () => {
  const till = tillWithPayouts();
  till.givenUp('ORDER-7');
  till.lists.payments = [listed('another', 950, at('09:00'), { reference: 'ORDER-7' })];
  await till.fetched('2026-03-10');
  expect(till.states()).toEqual([['another', 'till-unknown', 950]]);
});
