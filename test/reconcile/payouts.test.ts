import { expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { Payout } from '../../main/domain/payment-service.ts';
import { id, listed, payout } from './scripted-lists.ts';
import { bare, tillWithPayouts } from './till-with-payouts.ts';

test('a payout with wrong totals shows the difference', async () => {
  const till = tillWithPayouts();
  till.lists.payouts = [
    payout('A', '2026-03-10T23:00:00Z', {
      totalPayments: 2,
      totalPaymentAmount: 1_000,
      totalRefunds: 1,
      totalRefundAmount: 1_300,
      payoutAmount: -301,
    }),
  ];
  till.lists.payments = [listed('a', 900, '2026-03-10T09:00:00Z', { payoutId: id('A') })];
  till.lists.refunds = [listed('a', 300, '2026-03-10T10:00:00Z', { payoutId: id('A'), refundId: id('r') })];
  const { days } = await till.fetched('2026-03-10');
  expect(till.reconciliation.payouts(0, 1).rows).toMatchObject([
    {
      offCents: -1,
      stated: { payoutCents: -301 },
      listed: { payments: { count: 1, cents: 900 }, refunds: { count: 1, cents: 300 } },
    },
  ]);
  expect(days).toMatchObject([{ paidOut: 600 }]);
});

test.each([
  ['sums differ, though the counts are right', [1, 1_000, 1, 400]],
  ['counts differ, though the sums are right', [2, 900, 2, 300]],
] as const)('a payout whose %s, is read in detail', async (_what, totals) => {
  const till = tillWithPayouts();
  const [totalPayments, totalPaymentAmount, totalRefunds, totalRefundAmount] = totals;
  till.lists.payouts = [
    payout('A', '2026-03-10T23:00:00Z', { totalPayments, totalPaymentAmount, totalRefunds, totalRefundAmount }),
  ];
  till.lists.payments = [listed('a', 900, '2026-03-10T09:00:00Z', { payoutId: id('A') })];
  till.lists.refunds = [listed('a', 300, '2026-03-10T10:00:00Z', { payoutId: id('A'), refundId: id('r') })];
  await till.fetched('2026-03-10');
  const own = till.lists.asked.filter(({ query }) => query === id('A'));
  expect(own.map(({ list }) => list)).toEqual(['payments', 'refunds']);
});

test("a payout's own list need not name the payout", async () => {
  const till = tillWithPayouts();
  const { paymentsPage } = till.lists.service;
  till.lists.service.paymentsPage = async (ask, page) => {
    const { items, ...envelope } = await paymentsPage(ask, page);
    return { ...envelope, items: [...items].map(({ payoutId: _payoutId, ...item }) => item) };
  };
  till.lists.payouts = [
    payout('A', '2026-03-11T00:10:00Z', { totalPayments: 1, totalPaymentAmount: 100, payoutAmount: 100 }),
  ];
  till.lists.payments = [listed('a', 100, '2026-03-10T09:00:00Z', { payoutId: id('A') })];
  till.sale({ paymentId: 'evening', amount: 300, at: '2026-03-11T21:00:00Z' });
  await till.fetched('2026-03-11');
  expect(till.reconciliation.payouts(0, 1).rows[0]?.listed.payments).toEqual({ count: 1, cents: 100 });
  expect(till.reconciliation.overview().shifts).toMatchObject([{ payments: { count: 1, cents: 300 } }]);
  // Such a list is no proof either: the service may still omit payments before their payout.
  expect(till.states()).toContainEqual(['evening', 'not-listed-yet', 300]);
});

test('an unverified list of a payout changes no verified data', async () => {
  const till = tillWithPayouts();
  const day = '2026-03-10T09:00:00Z';
  till.sale({ paymentId: 'a', amount: 100, at: day });
  till.lists.payouts = [payout('A', day, { totalPayments: 2, totalPaymentAmount: 200 })];
  till.lists.payments = [listed('a', 100, day, { payoutId: id('A') })];
  till.lists.before = ({ query }) => {
    if (query !== id('A')) return undefined;
    till.lists.payments = [listed('a', 90, day, { payoutId: id('A') })];
    return 'verify.no-signature';
  };
  await till.fetched('2026-03-10');
  expect(till.states()).toEqual([['a', 'matched', 100]]);
});

test('a payout unknown to the service keeps its listed totals', async () => {
  const till = tillWithPayouts();
  till.lists.payouts = [payout('A', '2026-03-10T23:00:00Z', { totalPayments: 1, totalPaymentAmount: 100 })];
  till.lists.before = ({ query }) => {
    if (query === id('A')) throw new TillError('payout.not-found', 'No such payout', { status: 404 });
    return undefined;
  };
  expect(await till.fetched('2026-03-10')).toMatchObject({ stage: 'complete', payouts: 1 });
});

test('a missing list (404) stops instead of counting as empty', async () => {
  const till = tillWithPayouts();
  till.lists.before = () => {
    throw new TillError('service.not-found', 'Not found', { status: 404 });
  };
  const { stage, problem } = await till.fetched('2026-03-10');
  expect([stage, problem?.code]).toEqual(['stopped', 'service.not-found']);
});

test("transactions of other days come from their payout's list", async () => {
  const till = tillWithPayouts();
  till.lists.payouts = [
    payout('A', '2026-03-11T00:10:00Z', { totalPayments: 4, totalPaymentAmount: 1_000, payoutAmount: 1_000 }),
    payout('B', '2026-03-11T00:20:00Z', { totalPayments: 1, totalPaymentAmount: 7, payoutAmount: 7 }),
  ];
  till.lists.payments = [
    listed('a', 100, '2026-03-09T09:00:00Z', { payoutId: id('A') }),
    listed('b', 200, '2026-03-10T09:00:00Z', { payoutId: id('A') }),
    listed('c', 300, '2026-03-10T09:00:00Z', { payoutId: id('A') }),
    listed('d', 400, '2026-03-11T09:00:00Z', { payoutId: id('A') }),
    listed('e', 7, '2026-03-11T09:00:00Z', { payoutId: id('B') }),
    listed('f', 9, '2026-03-11T09:00:00Z', { payoutId: id('C') }),
  ];
  const overview = await till.fetched('2026-03-11');
  expect(overview.otherDays.payments).toEqual({ count: 1, cents: 9 });
  expect(overview.progress.rows).toBe(7);
  expect(
    till.reconciliation.payouts(0, 9).rows.map(({ stated, listed: found }) => [stated.payments, found.payments]),
  ).toEqual([
    [
      { count: 1, cents: 7 },
      { count: 1, cents: 7 },
    ],
    [
      { count: 4, cents: 1_000 },
      { count: 4, cents: 1_000 },
    ],
  ]);
  expect(till.lists.asked.map(({ list, query, page }) => `${list} ${bare(query)} ${page}`)).toEqual([
    'payouts 2026-03-11 0',
    'payments 2026-03-11/2026-03-11 0',
    'refunds 2026-03-11/2026-03-11 0',
    'payments A 0',
    'payments A 1',
  ]);
});

test('a failed payout without an id is shown once', async () => {
  const till = tillWithPayouts();
  const failed = payout(undefined, '2026-03-10T01:00:00Z', { status: 'FAILED', totalPayments: 1, payoutAmount: 5 });
  till.lists.payouts = [failed, { ...failed }];
  await till.fetched('2026-03-10');
  const { total, rows } = till.reconciliation.payouts(0, 9);
  expect(total).toBe(1);
  // Without an id, the payout has no list of its own to request.
  expect(till.lists.asked.map(({ list }) => list)).toEqual(['payouts', 'payments', 'refunds']);
  const others: readonly Partial<Payout>[] = [
    { payoutId: id('A') },
    { date: Date.parse('2026-03-10T01:00:01Z') },
    { status: 'PLANNED' },
    { iban: 'SHORT' },
    { bulkId: 'WEEK' },
    { totalPayments: 2 },
    { totalPaymentAmount: 1 },
    { totalRefunds: 1 },
    { totalRefundAmount: 1 },
    { payoutAmount: 6 },
  ];
  till.lists.payouts = [...others.map((other) => ({ ...failed, ...other })), failed];
  await till.fetched('2026-03-10');
  expect(till.reconciliation.payouts(0, 20).total).toBe(11);
  expect(rows[0]).toMatchObject({ status: 'FAILED', stated: { payoutCents: 5 } });
  expect(rows[0]).not.toHaveProperty('payoutId');
});

test('an unfetched payout id is refused at its field', async () => {
  const till = tillWithPayouts();
  till.lists.payouts = [payout('A', '2026-03-10T23:00:00Z')];
  till.lists.payments = [listed('b', 100, '2026-03-10T09:00:00Z', { payoutId: id('B') })];
  await till.fetched('2026-03-10');
  expect(till.reconciliation.find(id('A'))).toBe(till.reconciliation.payouts(0, 1).rows[0]?.number);
  expect(() => till.reconciliation.find(id('B'))).toThrow(expect.objectContaining({ field: 'payoutId' }));
});

test('a payout of an unverified answer can be found', async () => {
  const till = tillWithPayouts();
  till.lists.payouts = [payout('A', '2026-03-10T23:00:00Z')];
  till.lists.before = () => 'verify.no-signature';
  await till.fetched('2026-03-10');
  expect(till.reconciliation.find(id('A'))).toBe(till.reconciliation.payouts(0, 1).rows[0]?.number);
});
