import { expect, test, vi } from 'vitest';
import type { ErrorCode } from '../../main/base/error-codes.ts';
import { TillError } from '../../main/base/till-error.ts';
import { id, listed, payout } from './scripted-lists.ts';
import { bare, tillWithPayouts } from './till-with-payouts.ts';

/** Refunds of payments missing in the journal: looked for in the lists, then read at the service. */

const DAY = '2026-03-10';
const PAID = `${DAY}T09:00:00Z`;
const refundOf = (paymentId: string, refundId: string, change = {}) =>
  listed(paymentId, 40, `${DAY}T10:00:00Z`, { refundId: id(refundId), ...change });
const states = (till: ReturnType<typeof tillWithPayouts>) => Object.fromEntries(till.states());
const askedFor = ({ lists }: ReturnType<typeof tillWithPayouts>) =>
  lists.asked.filter(({ list }) => list === 'payment').map(({ query }) => bare(query));

test('a payment named by several refunds is read once', async () => {
  const till = tillWithPayouts();
  till.lists.refunds = ['r1', 'r2', 'r3'].map((name) => refundOf('ghost', name));
  await till.fetched(DAY);
  expect(askedFor(till)).toEqual(['ghost']);
  expect(till.summed('no-payment', 'refund')).toEqual([3, 120]);
});

test('at most 200 payments are read, each in its turn', async () => {
  let turns = 0;
  const isSelling = () => {
    turns += 1;
    return false;
  };
  const till = tillWithPayouts({ isSelling });
  const { service } = till.lists;
  const readPayment = vi.spyOn(service, 'readPayment');
  till.lists.pageSize = 500;
  till.lists.refunds = Array.from({ length: 201 }, (_, index) => refundOf(`p${index}`, `r${index}`));
  till.lists.payments = [listed('other', 100, PAID)];
  till.lists.before = ({ list }) => (list === 'payouts' ? 'verify.no-signature' : undefined);
  // The payment may be listed on the next day, so the next day's list is requested.
  till.sale({ paymentId: 'late', amount: 200, at: `${DAY}T23:59:00Z`, succeededAt: '2026-03-11T00:00:30Z' });
  await till.fetched(DAY);
  expect(askedFor(till)).toHaveLength(200);
  expect([till.summed('no-payment', 'refund'), till.summed('unchecked', 'refund')]).toEqual([
    [200, 8_000],
    [1, 40],
  ]);
  expect(readPayment).toHaveBeenLastCalledWith(expect.anything(), {
    urgency: 'background',
    signal: expect.any(AbortSignal),
  });
  expect(turns).toBe(till.lists.asked.length);
});

test('a forbidden payment leaves its refund unchecked', async () => {
  const till = tillWithPayouts();
  till.lists.refunds = ['theirs', 'ghost'].map((name) => refundOf(name, `r-${name}`));
  till.lists.before = ({ query }) => {
    if (query === id('theirs')) throw new TillError('auth.authority', 'Not yours', { status: 403 });
    return undefined;
  };
  expect(await till.fetched(DAY)).toMatchObject({ stage: 'complete' });
  expect(states(till)).toEqual({ 'r-theirs': 'unchecked', 'r-ghost': 'no-payment' });
});

test.each<readonly [string, ErrorCode, number | undefined]>([
  ['that is away', 'network.reset', undefined],
  ['that a proxy answers for', 'answer.unreadable', 404],
  ['that does not know this till', 'auth.key', 401],
])('a service %s stops the look-ups until resumed', async (_how, code, status) => {
  const till = tillWithPayouts();
  till.lists.refunds = [refundOf('ghost', 'r')];
  till.lists.before = ({ list }) => {
    if (list === 'payment') throw new TillError(code, 'No', { status });
    return undefined;
  };
  expect(await till.fetched(DAY)).toMatchObject({ stage: 'stopped', problem: { code } });
  till.lists.before = () => undefined;
  till.reconciliation.resume();
  expect(await till.ended()).toMatchObject({ stage: 'complete' });
  expect(states(till)).toEqual({ r: 'no-payment' });
});

test('an unpaid payment need not be listed', async () => {
  const till = tillWithPayouts();
  till.lists.payments = [listed('other', 100, PAID)];
  till.lists.refunds = [refundOf('cancelled', 'r')];
  till.lists.known = [{ paymentId: id('cancelled') as never, status: 'CANCELLED', createdAt: Date.parse(PAID) }];
  await till.fetched(DAY);
  expect(states(till)).toMatchObject({ r: 'other-till' });
});

test.each([
  ['made here', 'TILL42-260309-12340001', 'missing-in-journal'],
  ['made next door', 'TILL43-260309-12340001', 'other-till'],
  ['typed', 'ORDER-7', 'till-unknown'],
])('a payment listed later by its payout (%s) is not read', async (_where, reference, state) => {
  const till = tillWithPayouts();
  const totals = { totalPayments: 1, totalPaymentAmount: 100, payoutAmount: 100 };
  till.lists.payouts = [payout('A', `${DAY}T23:00:00Z`, totals)];
  till.lists.payments = [listed('before', 100, '2026-03-09T09:00:00Z', { payoutId: id('A'), reference })];
  till.lists.refunds = [refundOf('before', 'r')];
  await till.fetched(DAY);
  expect([askedFor(till), states(till)['r']]).toEqual([[], state]);
});

test('a refund belongs to the till of its payment', async () => {
  const till = tillWithPayouts();
  till.lists.pageSize = 9;
  till.lists.payments = [
    listed('lost', 100, PAID, { reference: 'TILL42-260310-12340001' }),
    listed('typed', 100, PAID, { reference: 'ORDER-7' }),
    listed('next-door', 100, PAID, { reference: 'TILL43-260310-12340001' }),
    listed('told', 100, PAID, { paymentProfileId: 'q'.repeat(24), extra: { posId: 'TILL42' } }),
  ];
  till.lists.refunds = [
    ...['lost', 'typed', 'next-door', 'told'].map((name) => refundOf(name, `r-${name}`)),
    refundOf('typed', 'r-own', { reference: 'TILL43-260310-12340001' }),
  ];
  await till.fetched(DAY);
  expect(states(till)).toEqual({
    lost: 'missing-in-journal',
    'r-lost': 'missing-in-journal',
    typed: 'till-unknown',
    'r-typed': 'till-unknown',
    'r-own': 'other-till',
    'next-door': 'other-till',
    'r-next-door': 'other-till',
    told: 'missing-in-journal',
    'r-told': 'missing-in-journal',
  });
});

test('a payment in no verified list is read', async () => {
  const till = tillWithPayouts();
  till.lists.payments = [listed('a', 100, PAID)];
  till.lists.refunds = [refundOf('a', 'r')];
  till.lists.before = ({ list }) => (list === 'payments' ? 'verify.no-signature' : undefined);
  await till.fetched(DAY);
  expect(askedFor(till)).toEqual(['a']);
});

test('a bug of the till proves nothing about a payment', async () => {
  const till = tillWithPayouts();
  till.lists.refunds = [refundOf('ghost', 'r')];
  till.lists.before = ({ list }) => {
    if (list === 'payment') throw new TypeError('a bug');
    return undefined;
  };
  expect(await till.fetched(DAY)).toMatchObject({ stage: 'stopped' });
  expect(states(till)).toEqual({ r: 'unchecked' });
});
