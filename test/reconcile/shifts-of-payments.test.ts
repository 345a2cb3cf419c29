import { expect, test } from 'vitest';
import { id, listed } from './scripted-lists.ts';
import { tillWithPayouts } from './till-with-payouts.ts';

const hour = (time: string) => Date.parse(`2026-03-10T${time}:00Z`);
const closedShifts = () => [
  { number: 2, from: hour('12:00'), to: hour('18:00') },
  { number: 1, from: hour('08:00'), to: hour('12:00') },
];

test('matched payments belong to the shift that was closed over them', async () => {
  const till = tillWithPayouts({ closedShifts });
  const sales = { a: '09:00', b: '12:00', c: '17:00', e: '18:00', d: '20:00' };
  for (const [name, time] of Object.entries(sales)) {
    till.sale({ paymentId: name, amount: 100, at: `2026-03-10T${time}:00Z` });
    till.lists.payments.push(listed(name, 100, `2026-03-10T${time}:00Z`, { payoutId: id('A') }));
  }
  const { shifts } = await till.fetched('2026-03-10');
  expect(shifts.map(({ number, payments }) => [number, payments.count])).toEqual([
    [2, 2],
    [1, 2],
    [0, 1],
  ]);
});

test('a payment belongs to the shift in which it was paid, though it was charged in the one before', async () => {
  const till = tillWithPayouts({ closedShifts });
  const succeededAt = '2026-03-10T12:02:00Z';
  till.sale({ paymentId: 'a', amount: 100, at: '2026-03-10T11:58:00Z', succeededAt });
  till.lists.payments = [listed('a', 100, succeededAt)];
  const { shifts } = await till.fetched('2026-03-10');
  expect(shifts.map(({ number, payments }) => [number, payments.count])).toEqual([[2, 1]]);
});

test('refunds belong to the shift in which they ended, as its report counts them', async () => {
  const till = tillWithPayouts({ closedShifts });
  const saleId = till.sale({ paymentId: 'a', amount: 100, at: '2026-03-10T09:00:00Z' });
  for (const name of ['listed', 'missing']) {
    const refundKey = till.refund(saleId, { refundId: name, amount: 20, at: '2026-03-10T11:00:00Z' }, 'pending');
    till.at('2026-03-10T13:00:00Z', {
      type: 'refund.answered',
      refundKey,
      refundId: id(name),
      status: 'REFUNDED',
      stage: 'refunded',
    });
  }
  till.lists.refunds = [listed('a', 20, '2026-03-10T11:00:00Z', { refundId: id('listed') })];
  till.lists.payments = [listed('a', 100, '2026-03-10T09:00:00Z')];
  const { shifts } = await till.fetched('2026-03-10');
  expect(till.summed('missing-at-service', 'refund')).toEqual([1, 20]);
  expect(shifts.map(({ number, refunds }) => [number, refunds.count])).toEqual([
    [2, 2],
    [1, 0],
  ]);
});
