import { expect, test } from 'vitest';
import { id, listed } from './scripted-lists.ts';
import { tillWithPayouts } from './till-with-payouts.ts';

const hour = (time: string) => Date.parse(`2026-03-10T${time}:00Z`);
const closedShifts = () => [
  { number: 2, from: hour('12:00'), to: hour('18:00') },
  { number: 1, from: hour('08:00'), to: hour('12:00') },
];

test('matched payments belong to the shift covering their time', async () => {
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

test('a payment belongs to the shift of its payment time', async () => {
  const till = tillWithPayouts({ closedShifts });
  const succeededAt = '2026-03-10T12:02:00Z';
  till.sale({ paymentId: 'a', amount: 100, at: '2026-03-10T11:58:00Z', succeededAt });
  till.lists.payments = [listed('a', 100, '2026-03-10T11:58:00Z')];
  const { shifts } = await till.fetched('2026-03-10');
  expect(shifts.map(({ number, payments }) => [number, payments.count])).toEqual([[2, 1]]);
});

test('refunds belong to the shift of their end', async () => {
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

test('a shift counts differing and missing payments', async () => {
  const till = tillWithPayouts({ closedShifts });
  const at = '2026-03-10T09:00:00Z';
  till.sale({ paymentId: 'same', amount: 1, at });
  till.sale({ paymentId: 'dearer', amount: 10, at });
  till.sale({ paymentId: 'cancelled', amount: 100, at }, 'cancelled');
  till.sale({ paymentId: 'waiting', amount: 1_000, at }, 'waiting');
  // By the service, with a clock hours ahead, the payment is from the afternoon.
  const saleId = till.sale({ paymentId: 'missing', amount: 10_000, at }, 'waiting');
  till.at(at, {
    type: 'sale.moved',
    saleId,
    via: 'read',
    status: 'SUCCEEDED',
    stage: 'paid',
    succeededAt: Date.parse('2026-03-10T13:00:00Z'),
  });
  till.lists.payments = [
    listed('same', 1, at),
    listed('dearer', 20, at),
    listed('cancelled', 100, at),
    listed('waiting', 1_000, at),
    listed('stranger', 100_000, at, { reference: 'TILL42-260310-12340001' }),
  ];
  const { shifts } = await till.fetched('2026-03-10');
  expect(shifts.map(({ number, payments }) => [number, payments.count, payments.cents])).toEqual([
    [1, 4, 10_121],
    [0, 1, 1_000],
  ]);
});

test('charges and refunds of other tills belong to no shift', async () => {
  const till = tillWithPayouts({ closedShifts });
  const at = '2026-03-10T09:00:00Z';
  const imported = { saleId: 'theirs', paymentId: id('theirs'), reference: 'ORDER-7', amount: 100 };
  const times = { createdAt: Date.parse(at), succeededAt: Date.parse(at) };
  till.at(at, { type: 'sale.imported', ...imported, ...times, status: 'SUCCEEDED', stage: 'paid', follow: false });
  const saleId = till.sale({ paymentId: 'ours', amount: 100, at });
  const refund = { refundKey: 'key', refundId: id('r') };
  till.at(
    at,
    { type: 'refund.imported', ...refund, saleId, paymentId: id('ours'), amount: 20, createdAt: Date.parse(at) },
    { type: 'refund.answered', ...refund, status: 'REFUNDED', stage: 'refunded' },
  );
  till.lists.payments = [listed('theirs', 100, at), listed('ours', 100, at)];
  till.lists.refunds = [listed('ours', 20, at, { refundId: id('r') })];
  await till.fetched('2026-03-10');
  const { rows } = till.reconciliation.transactions({ group: 'all' }, 0, 9);
  expect(rows.map(({ state, shift }) => [state, shift])).toEqual([
    ['other-till', undefined],
    ['other-till', undefined],
    ['matched', 1],
  ]);
});
