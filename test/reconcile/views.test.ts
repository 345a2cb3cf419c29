import { expect, test } from 'vitest';
import { everyTransaction } from '../../main/reconcile/payout-figures.ts';
import { openPayoutStore } from '../../main/reconcile/payout-store.ts';
import { id, listed, payout } from './scripted-lists.ts';
import { bare, tillWithPayouts } from './till-with-payouts.ts';

const at = (time: string) => `2026-03-10T${time}:00Z`;

test('transactions are paged and exported in the same order', async () => {
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

test('an export of some states lists differences first', async () => {
  const till = tillWithPayouts();
  for (const paymentId of ['same', 'dearer']) till.sale({ paymentId, amount: 100, at: at('09:00') });
  till.lists.payments = [
    listed('same', 100, at('09:00')),
    listed('dearer', 101, at('09:00')),
    listed('b', 7, at('08:00')),
  ];
  await till.fetched('2026-03-10');
  const states = ['matched', 'amount-differs'] as const;
  const { rows } = till.reconciliation.transactions({ group: 'all', states }, 0, 9);
  expect(rows.map(({ id: name }) => bare(name))).toEqual(['dearer', 'same']);
  const store = openPayoutStore(till.file);
  try {
    expect([...everyTransaction(store, { group: 'all', states }, 1)]).toEqual(rows.map((row) => [row]));
  } finally {
    store.close();
  }
});

test('the oldest outstanding transaction may be a refund', async () => {
  const till = tillWithPayouts();
  till.lists.refunds = ['11:00', '10:00'].map((time) => listed('a', 40, at(time), { refundId: id(time) }));
  const { outstanding } = await till.fetched('2026-03-10');
  expect(outstanding).toMatchObject({ payments: { count: 0 }, refunds: { count: 2 }, since: Date.parse(at('10:00')) });
});

test('unverified transactions are not money of other days', async () => {
  const till = tillWithPayouts();
  till.lists.payments = [listed('a', 100, at('09:00'), { payoutId: id('B') })];
  till.lists.before = ({ list }) => (list === 'payments' ? 'verify.no-signature' : undefined);
  const { otherDays } = await till.fetched('2026-03-10');
  expect(otherDays.payments).toEqual({ count: 0, cents: 0 });
  expect(otherDays.sums).toMatchObject([{ state: 'unverified', count: 1 }]);
});

test('a typed reference does not match a given-up sale', async () => {
  const till = tillWithPayouts();
  till.givenUp('ORDER-7');
  till.lists.payments = [listed('another', 950, at('09:00'), { reference: 'ORDER-7' })];
  await till.fetched('2026-03-10');
  expect(till.states()).toEqual([['another', 'till-unknown', 950]]);
});

test('only listed payouts are shown, paged newest first', async () => {
  const till = tillWithPayouts();
  till.lists.payouts = [payout('A', at('22:00')), payout('B', at('23:00')), payout('C', at('23:00'))];
  till.lists.payments = [listed('a', 100, at('09:00'), { payoutId: id('D') })];
  expect(await till.fetched('2026-03-10')).toMatchObject({ payouts: 3 });
  const { total, rows } = till.reconciliation.payouts(0, 9);
  expect([total, rows.map(({ payoutId = '' }) => bare(payoutId))]).toEqual([3, ['C', 'B', 'A']]);
  expect(till.reconciliation.payouts(1, 1)).toEqual({ total: 3, rows: rows.slice(1, 2) });
  const unnamed = Math.max(...rows.map(({ number }) => number)) + 1;
  expect(till.reconciliation.transactions({ group: { payout: unnamed } }, 0, 9).total).toBe(1);
  expect(() => till.reconciliation.payout(unnamed)).toThrow(expect.objectContaining({ field: 'number' }));
});

test('a transaction shows its payment, payout and shift', async () => {
  const closedShifts = () => [{ number: 4, from: Date.parse(at('08:00')), to: Date.parse(at('10:00')) }];
  const till = tillWithPayouts({ closedShifts });
  till.sale({ paymentId: 'a', amount: 100, at: at('09:00') });
  till.lists.payments = [listed('a', 100, at('09:00'), { payoutId: id('A'), reference: 'ORDER-7' })];
  till.lists.refunds = [listed('a', 40, at('11:00'), { refundId: id('r') })];
  await till.fetched('2026-03-10');
  const payment = { kind: 'payment', state: 'matched', cents: 100, date: Date.parse(at('09:00')) };
  const refund = { kind: 'refund', state: 'other-till', cents: 40, date: Date.parse(at('11:00')) };
  expect(till.reconciliation.transactions({ group: 'all' }, 0, 9).rows).toEqual([
    { ...refund, id: id('r'), paymentId: id('a') },
    { ...payment, id: id('a'), paymentId: id('a'), reference: 'ORDER-7', payoutId: id('A'), shift: 4 },
  ]);
});

test('a vanished transaction leaves no zero sums', async () => {
  const till = tillWithPayouts();
  till.sale({ paymentId: 'gone', amount: 100, at: at('09:00') }, 'cancelled');
  till.lists.pageSize = 1;
  till.lists.payments = [listed('gone', 100, at('09:00')), listed('b', 50, '2026-03-11T09:00:00Z')];
  till.lists.before = ({ list, page }) => {
    if (list === 'payments' && page === 1) till.lists.payments = till.lists.payments.slice(-1);
    return undefined;
  };
  const { sums, shifts, days } = await till.fetched('2026-03-10', '2026-03-11');
  expect(sums).toEqual([{ kind: 'payment', state: 'till-unknown', count: 1, cents: 50 }]);
  expect([shifts.length, days.length]).toEqual([0, 1]);
});

test('daily sums exclude missing and unproven payments', async () => {
  const till = tillWithPayouts();
  till.lists.pageSize = 1;
  till.sale({ paymentId: 'missing', amount: 400, at: at('10:00') });
  till.lists.payouts = [payout('A', at('23:00'), { totalPayments: 1, totalPaymentAmount: 100, payoutAmount: 100 })];
  till.lists.payments = [
    listed('next', 7, at('23:00')),
    listed('unpaid', 50, at('22:59')),
    listed('paid', 100, at('09:00'), { payoutId: id('A') }),
    listed('forged', 1_000, at('09:00')),
  ];
  till.lists.refunds = [listed('unpaid', 20, at('12:00'), { refundId: id('r') })];
  till.lists.before = ({ list, page }) => (list === 'payments' && page === 3 ? 'verify.no-signature' : undefined);
  const { days, outstanding } = await till.fetched('2026-03-10', '2026-03-11');
  expect(till.summed('missing-at-service')).toEqual([1, 400]);
  expect(days).toEqual([
    { at: Date.parse(at('12:00')), paidOut: 100, outstanding: 30, unknown: 0 },
    { at: Date.parse('2026-03-11T12:00:00Z'), paidOut: 0, outstanding: 7, unknown: 0 },
  ]);
  expect(outstanding).toMatchObject({ payments: { count: 2, cents: 57 }, refunds: { count: 1, cents: 20 } });
});
