import { expect, test } from 'vitest';
import { id, listed, payout } from './scripted-lists.ts';
import { bare, tillWithPayouts } from './till-with-payouts.ts';

const DAY = '2026-03-10T00:30:00Z';

/** First letter of a payout's name: S succeeded, U succeeded without proof, F failed, P an unknown status, N not listed. */
const STATUSES: Readonly<Record<string, string>> = { S: 'SUCCEEDED', U: 'SUCCEEDED', F: 'FAILED', P: 'PLANNED' };

test.each<readonly [string, string, readonly number[]]>([
  ['S1', 'matched', [100, 0, 0]],
  ['F1', 'matched', [0, 100, 0]],
  ['P1', 'matched', [0, 0, 100]],
  ['N1', 'matched', [0, 0, 100]],
  ['U1', 'matched', [0, 0, 100]],
  ['U1 U2', 'matched in-two-payouts', [0, 0, 100]],
  ['S1 S2', 'paid-out-twice paid-out-twice', [200, 0, 0]],
  ['S1 F2', 'matched paid-out-again', [100, 0, 0]],
  ['F1 S2', 'paid-out-again matched', [100, 0, 0]],
  ['S1 N2', 'matched in-two-payouts', [100, 0, 0]],
  ['N1 S2', 'in-two-payouts matched', [100, 0, 0]],
  ['S1 P2', 'matched in-two-payouts', [100, 0, 0]],
  ['P1 S2', 'in-two-payouts matched', [100, 0, 0]],
  ['F1 F2', 'paid-out-again matched', [0, 100, 0]],
  ['F1 N2', 'paid-out-again matched', [0, 0, 100]],
  ['N1 F2', 'matched paid-out-again', [0, 0, 100]],
  ['P1 N2', 'matched in-two-payouts', [0, 0, 100]],
  ['S1 S2 S3', 'paid-out-twice paid-out-twice paid-out-twice', [300, 0, 0]],
  ['N1 S2 S3', 'in-two-payouts paid-out-twice paid-out-twice', [200, 0, 0]],
  ['S1 N2 S3', 'paid-out-twice in-two-payouts paid-out-twice', [200, 0, 0]],
  ['F1 S2 S3', 'paid-out-again paid-out-twice paid-out-twice', [200, 0, 0]],
  ['S1 F2 S3', 'paid-out-twice paid-out-again paid-out-twice', [200, 0, 0]],
])('a payment in the payouts %s is %s, its money %j', async (names, states, money) => {
  const till = tillWithPayouts();
  const each = names.split(' ');
  till.sale({ paymentId: 'a', amount: 100, at: DAY });
  till.lists.payouts = each.flatMap((name) => {
    const status = STATUSES[name.slice(0, 1)];
    const totals = { totalPayments: 1, totalPaymentAmount: 100, payoutAmount: 100 };
    return status === undefined ? [] : [payout(name, '2026-03-10T01:00:00Z', { ...totals, status })];
  });
  till.lists.payments = each.map((name) => listed('a', 100, DAY, { payoutId: id(name) }));
  if (names.includes('U')) till.lists.before = ({ list }) => (list === 'payouts' ? 'verify.no-signature' : undefined);
  const { days, outstanding, shifts } = await till.fetched('2026-03-10');
  const { rows } = till.reconciliation.transactions({ group: 'all' }, 0, 9);
  const stateIn = new Map(rows.map(({ payoutId = '', state }) => [bare(payoutId), state]));
  expect(each.map((name) => stateIn.get(name)).join(' ')).toBe(states);
  expect(days.map((day) => [day.paidOut, day.outstanding, day.unknown])).toEqual([money]);
  expect(outstanding).toMatchObject({
    payments: { cents: money[1] },
    ...(money[1] === 100 && { since: Date.parse(DAY) }),
  });
  const ours = states.split(' ').filter((state) => state === 'matched' || state === 'paid-out-twice').length;
  expect(shifts).toMatchObject([{ payments: { count: ours, cents: ours * 100 } }]);
});

test('a payment keeps its payout when a list omits the payout', async () => {
  const till = tillWithPayouts();
  till.lists.pageSize = 1;
  till.lists.payouts = [payout('A', DAY, { totalPayments: 1, totalPaymentAmount: 100, payoutAmount: 100 })];
  till.lists.payments = [listed('a', 100, DAY, { payoutId: id('A') }), listed('b', 50, DAY)];
  till.lists.before = ({ list, page }) => {
    if (list === 'payments' && page === 1) till.lists.payments = ['a', 'b', 'c'].map((name) => listed(name, 100, DAY));
    return undefined;
  };
  await till.fetched('2026-03-10');
  expect(till.states().map(([name]) => name)).toEqual(['a', 'b', 'c']);
  expect(till.reconciliation.payouts(0, 1).rows).toMatchObject([{ listed: { payments: { count: 1, cents: 100 } } }]);
});

test('equal references do not make payments equal', async () => {
  const till = tillWithPayouts();
  const reference = 'TILL42-260310-12340001';
  till.sale({ paymentId: 'a', amount: 100, at: DAY, reference });
  till.lists.payments = ['a', 'b'].map((name) => listed(name, 100, DAY, { reference }));
  await till.fetched('2026-03-10');
  expect(till.states()).toEqual([
    ['b', 'missing-in-journal', 100],
    ['a', 'matched', 100],
  ]);
});

test("a payment's own payout id takes precedence over the list", async () => {
  const till = tillWithPayouts();
  const { paymentsPage } = till.lists.service;
  till.lists.service.paymentsPage = (ask, page) => paymentsPage('payoutId' in ask ? { payoutId: id('B') } : ask, page);
  const one = { totalPayments: 1, totalPaymentAmount: 100, payoutAmount: 100 };
  till.lists.payouts = ['A', 'B'].map((name) => payout(name, '2026-03-10T01:00:00Z', one));
  till.lists.payments = [listed('a', 100, '2026-03-09T09:00:00Z', { payoutId: id('B') })];
  await till.fetched('2026-03-10');
  const { rows } = till.reconciliation.payouts(0, 9);
  expect(rows.map(({ payoutId, listed: found }) => [payoutId, found.payments.count])).toEqual([
    [id('B'), 1],
    [id('A'), 0],
  ]);
});

test('a payment in two payouts precedes undisputed payments', async () => {
  const till = tillWithPayouts();
  till.sale({ paymentId: 'a', amount: 100, at: DAY });
  till.lists.payouts = [payout('S1', DAY, { totalPayments: 1, totalPaymentAmount: 100, payoutAmount: 100 })];
  till.lists.payments = [
    listed('other', 7, '2026-03-10T00:10:00Z', { paymentProfileId: 'F'.padStart(24, '0') }),
    ...['S1', 'N2'].map((name) => listed('a', 100, DAY, { payoutId: id(name) })),
  ];
  await till.fetched('2026-03-10');
  expect(till.states().map(([, state]) => state)).toEqual(['in-two-payouts', 'other-till', 'matched']);
});
