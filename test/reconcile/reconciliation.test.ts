import { expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { Transaction } from '../../main/domain/payment-service.ts';
import { id, listed, payout } from './scripted-lists.ts';
import { bare, tillWithPayouts } from './till-with-payouts.ts';

/** The only payout of the tenth, with the given totals. */
const payoutOf = (totalPaymentAmount: number, totalPayments = 2) =>
  payout('A', '2026-03-10T23:00:00Z', { totalPayments, totalPaymentAmount, payoutAmount: totalPaymentAmount });

test('a payment paid out with the same amount is matched', async () => {
  const till = tillWithPayouts();
  till.sale({ paymentId: 'a', amount: 1_250, at: '2026-03-10T09:00:00Z' });
  till.lists.payouts = [payoutOf(1_250, 1)];
  till.lists.payments = [listed('a', 1_250, '2026-03-10T09:00:00Z', { payoutId: id('A') })];
  const overview = await till.fetched('2026-03-10');
  expect(overview).toMatchObject({ stage: 'complete', payouts: 1, notListed: 0, unverifiedAnswers: 0 });
  expect(till.states()).toEqual([['a', 'matched', 1_250]]);
  expect(till.reconciliation.payouts(0, 10).rows).toMatchObject([
    {
      payoutId: id('A'),
      iban: 'NL91**********4300',
      offCents: 0,
      stated: { payments: { count: 1, cents: 1_250 }, refunds: { count: 0, cents: 0 }, payoutCents: 1_250 },
      listed: { payments: { count: 1, cents: 1_250 }, refunds: { count: 0, cents: 0 } },
    },
  ]);
  expect(overview.outstanding).toEqual({
    payments: { count: 0, cents: 0 },
    refunds: { count: 0, cents: 0 },
    sums: [],
  });
});

test('fetching other days discards the earlier days', async () => {
  const till = tillWithPayouts();
  till.lists.payouts = [payout('A', '2026-03-10T21:00:00Z')];
  await till.fetched('2026-03-10');
  expect(till.reconciliation.payouts(0, 10).total).toBe(1);
  till.lists.payouts = [];
  await till.fetched('2026-03-11');
  expect(till.reconciliation.payouts(0, 10)).toEqual({ total: 0, rows: [] });
});

test('each difference has its state and cents', async () => {
  const till = tillWithPayouts();
  const { lists } = till;
  const day = '2026-03-10T09:00:00Z';
  till.sale({ paymentId: 'ok', amount: 100, at: day });
  till.sale({ paymentId: 'dearer', amount: 200, at: day });
  till.sale({ paymentId: 'cancelled', amount: 300, at: day }, 'cancelled');
  till.sale({ paymentId: 'gone', amount: 400, at: day });
  lists.payments = [
    listed('ok', 100, day, { payoutId: id('A') }),
    listed('dearer', 201, day, { payoutId: id('A') }),
    listed('cancelled', 300, day, { payoutId: id('A') }),
    listed('lost', 500, day, { payoutId: id('A'), reference: 'TILL42-260310-12340001' }),
    listed('next-door', 600, day, { payoutId: id('A'), reference: 'TILL43-260310-12340001' }),
    listed('other-shop', 700, day, { payoutId: id('A'), paymentProfileId: 'q'.repeat(24) }),
    listed('typed', 800, day, { payoutId: id('A'), reference: 'ORDER-7' }),
    listed('later', 900, '2026-03-10T20:00:00Z'),
  ];
  await till.fetched('2026-03-10');
  expect(till.states()).toEqual([
    ['dearer', 'amount-differs', 201],
    ['cancelled', 'outcome-differs', 300],
    ['lost', 'missing-in-journal', 500],
    ['gone', 'missing-at-service', 400],
    ['typed', 'till-unknown', 800],
    ['later', 'till-unknown', 900],
    ['next-door', 'other-till', 600],
    ['other-shop', 'other-till', 700],
    ['ok', 'matched', 100],
  ]);
  const { rows } = till.reconciliation.transactions({ group: 'all', states: ['amount-differs'] }, 0, 10);
  expect(rows).toMatchObject([{ cents: 201, journalCents: 200 }]);
  expect(till.summed('missing-at-service')).toEqual([1, 400]);
});

test('money for a given-up sale is found by reference', async () => {
  const till = tillWithPayouts();
  const day = '2026-03-10T09:00:00Z';
  till.givenUp('TILL42-260310-12340009', { counter: 'TILL42/260310', sequence: 9 });
  till.lists.payments = [listed('ghost', 950, day, { reference: 'TILL42-260310-12340009' })];
  await till.fetched('2026-03-10');
  expect(till.states()).toEqual([['ghost', 'outcome-differs', 950]]);
});

test.each(['oldest', 'newest'])('unlisted unpaid payments raise no alarm, %s listed first', async (first) => {
  const till = tillWithPayouts();
  till.sale({ paymentId: 'old', amount: 100, at: '2026-03-10T08:00:00Z' });
  till.sale({ paymentId: 'skipped', amount: 150, at: '2026-03-10T08:10:00Z' });
  till.sale({ paymentId: 'paid-out', amount: 200, at: '2026-03-10T12:00:00Z' });
  till.sale({ paymentId: 'evening', amount: 300, at: '2026-03-10T21:00:00Z' });
  till.lists.payments = [
    listed('old', 100, '2026-03-10T08:00:00Z', { payoutId: id('A') }),
    listed('paid-out', 200, '2026-03-10T12:00:00Z', { payoutId: id('A') }),
  ];
  if (first === 'newest') till.lists.payments.reverse();
  const { outstanding } = await till.fetched('2026-03-10');
  expect(till.states()).toEqual([
    ['skipped', 'missing-at-service', 150],
    ['evening', 'not-listed-yet', 300],
    ['old', 'matched', 100],
    ['paid-out', 'matched', 200],
  ]);
  expect(outstanding).toMatchObject({
    payments: { count: 1, cents: 300 },
    since: Date.parse('2026-03-10T21:00:00Z'),
  });
});

test('a recently paid payment is not missing', async () => {
  const till = tillWithPayouts();
  till.lists.payments = [listed('unpaid', 50, '2026-03-20T08:00:00Z')];
  till.sale({ paymentId: 'fresh', amount: 100, at: '2026-03-20T11:58:00Z' });
  till.sale({ paymentId: 'slow', amount: 120, at: '2026-03-20T11:40:00Z', succeededAt: '2026-03-20T11:50:00Z' });
  await till.fetched('2026-03-20');
  expect(till.states()).toEqual([
    ['unpaid', 'till-unknown', 50],
    ['slow', 'not-listed-yet', 120],
    ['fresh', 'not-listed-yet', 100],
  ]);
});

test('payouts of a different bulk id prove nothing', async () => {
  const till = tillWithPayouts();
  const day = '2026-03-10';
  till.sale({ paymentId: 'weekly', amount: 100, at: `${day}T08:00:00Z`, bulkId: 'WEEK' });
  till.sale({ paymentId: 'skipped', amount: 150, at: `${day}T08:10:00Z`, bulkId: 'DAY' });
  till.sale({ paymentId: 'daily', amount: 200, at: `${day}T12:00:00Z`, bulkId: 'DAY' });
  till.sale({ paymentId: 'early', amount: 50, at: `${day}T07:00:00Z`, bulkId: 'DAY' });
  till.lists.payments = [
    listed('early', 50, `${day}T07:00:00Z`, { payoutId: id('A') }),
    listed('daily', 200, `${day}T12:00:00Z`, { payoutId: id('A') }),
  ];
  await till.fetched(day);
  expect(till.states()).toEqual([
    ['skipped', 'missing-at-service', 150],
    ['weekly', 'not-listed-yet', 100],
    ['early', 'matched', 50],
    ['daily', 'matched', 200],
  ]);
});

test.each<readonly [string, readonly Transaction[]]>([
  [
    'newer payments are paid out',
    ['12', '08'].map((hour) => listed(hour, 200, `2026-03-10T${hour}:00:00Z`, { payoutId: id('A') })),
  ],
  [
    'unpaid payments are listed',
    [listed('unpaid', 50, '2026-03-10T08:00:00Z'), listed('paid', 50, '2026-03-10T08:00:00Z', { payoutId: id('A') })],
  ],
])('a skipped payment is missing where %s, also after a restart', async (_why, payments) => {
  const till = tillWithPayouts();
  for (const hour of ['12', '10', '08'])
    if (hour === '10' || payments.some(({ paymentId }) => bare(paymentId) === hour))
      till.sale({ paymentId: hour, amount: 200, at: `2026-03-10T${hour}:00:00Z`, bulkId: 'DAY' });
  till.lists.payments = [...payments];
  till.lists.pageSize = 1;
  till.lists.before = ({ list, page }) => {
    if (list === 'payments' && page === 1) throw new TillError('network.reset', 'broke');
    return undefined;
  };
  expect(await till.fetched('2026-03-10')).toMatchObject({ stage: 'stopped' });
  till.lists.before = () => undefined;
  await till.restart();
  till.reconciliation.resume();
  expect(await till.ended()).toMatchObject({ stage: 'complete' });
  expect(till.summed('missing-at-service')).toEqual([1, 200]);
});

test('an amount changed later keeps the sums right', async () => {
  const till = tillWithPayouts();
  const day = '2026-03-10T08:00:00Z';
  till.sale({ paymentId: 'bread', amount: 500, at: day });
  till.lists.payments = [listed('bread', 500, day)];
  till.lists.payouts = [payout('A', day, { totalPayments: 1, totalPaymentAmount: 600 })];
  till.lists.before = ({ query }) => {
    if (query.includes(id('A'))) till.lists.payments = [listed('bread', 600, day, { payoutId: id('A') })];
    return undefined;
  };
  await till.fetched('2026-03-10');
  expect(till.states()).toEqual([['bread', 'amount-differs', 600]]);
  expect(till.reconciliation.payouts(0, 1).rows[0]?.listed.payments).toEqual({ count: 1, cents: 600 });
  expect([till.summed('matched'), till.summed('amount-differs')]).toEqual([
    [0, 0],
    [1, 600],
  ]);
});

test('refunds: partial, repeated, of earlier payouts, and differences', async () => {
  const till = tillWithPayouts();
  const { lists } = till;
  const day = '2026-03-10T09:00:00Z';
  const refundOf = (refundId: string, paymentId: string, amount: number, change = {}) =>
    listed(paymentId, amount, '2026-03-12T10:00:00Z', { refundId: id(refundId), payoutId: id('B'), ...change });
  const bread = till.sale({ paymentId: 'bread', amount: 1_000, at: day });
  till.refund(bread, { refundId: 'r1', amount: 300, at: '2026-03-12T10:00:00Z' });
  till.refund(bread, { refundId: 'r2', amount: 200, at: '2026-03-12T10:00:00Z' });
  till.refund(bread, { refundId: 'r3', amount: 100, at: '2026-03-12T10:00:00Z' }, 'failed');
  till.refund(bread, { amount: 50, at: '2026-03-12T10:00:00Z' }, 'not-made');
  till.refund(bread, { refundId: 'r7', amount: 70, at: '2026-03-12T10:00:00Z' });
  till.refund(bread, { refundId: 'r8', amount: 80, at: '2026-03-12T10:00:00Z' });
  lists.refunds = [
    refundOf('r1', 'bread', 300),
    refundOf('r2', 'bread', 201),
    refundOf('r3', 'bread', 100),
    refundOf('r4', 'bread', 50),
    refundOf('r5', 'bread', 20),
    refundOf('r6', 'ghost', 60),
    refundOf('r7', 'bread', 70),
    refundOf('r9', 'older', 90),
  ];
  lists.payments = [listed('x', 1, '2026-03-12T10:00:00Z')];
  lists.known = [
    { paymentId: id('older') as never, status: 'SUCCEEDED', createdAt: Date.parse('2026-01-02T00:00:00Z') },
  ];
  await till.fetched('2026-03-12');
  expect(till.states().filter(([name]) => String(name).startsWith('r'))).toEqual([
    ['r2', 'amount-differs', 201],
    ['r3', 'outcome-differs', 100],
    ['r4', 'outcome-differs', 50],
    ['r6', 'no-payment', 60],
    ['r8', 'missing-at-service', 80],
    ['r5', 'other-till', 20],
    ['r9', 'other-till', 90],
    ['r1', 'matched', 300],
    ['r7', 'matched', 70],
  ]);
  expect(lists.asked.filter(({ list }) => list === 'payment').map(({ query }) => bare(query))).toEqual([
    'ghost',
    'older',
  ]);
});

test('unverified transactions match nothing until verified', async () => {
  const till = tillWithPayouts();
  const day = '2026-03-10T09:00:00Z';
  till.sale({ paymentId: 'a', amount: 100, at: day });
  till.sale({ paymentId: 'b', amount: 100, at: day });
  till.lists.pageSize = 1;
  till.lists.payments = [listed('a', 100, day, { payoutId: id('A') }), listed('b', 100, day, { payoutId: id('A') })];
  till.lists.payouts = [payoutOf(200)];
  till.lists.before = ({ list, query, page }) =>
    list === 'payments' && query.includes('/') && page === 1 ? 'verify.signature-mismatch' : undefined;
  const before = await till.fetched('2026-03-10');
  // The payout's own list repeated the payment, verified.
  expect(before.unverifiedAnswers).toBe(1);
  expect(till.states()).toEqual([
    ['a', 'matched', 100],
    ['b', 'matched', 100],
  ]);
  till.lists.before = ({ list, page }) => (list === 'payments' && page === 1 ? 'verify.no-signature' : undefined);
  const { unverifiedAnswers } = await till.fetched('2026-03-10');
  expect(unverifiedAnswers).toBe(2);
  expect(till.states()).toEqual([
    ['b', 'unverified', 100],
    ['a', 'matched', 100],
  ]);
  expect(till.reconciliation.payouts(0, 1).rows[0]?.listed.payments).toEqual({ count: 1, cents: 100 });
});

test('an answer verified at the second try counts as verified', async () => {
  const till = tillWithPayouts();
  till.lists.payments = [listed('a', 100, '2026-03-10T09:00:00Z')];
  let tries = 0;
  till.lists.before = ({ list }) => {
    if (list !== 'payments') return undefined;
    tries += 1;
    return tries === 1 ? 'verify.too-old' : undefined;
  };
  expect(await till.fetched('2026-03-10')).toMatchObject({ unverifiedAnswers: 0 });
  expect(till.summed('till-unknown')).toEqual([1, 100]);
});

test.each([
  ['the payout’s list', 1_000, 1_000, 1_200],
  ['the list of the days', 1_000, 1_200, 1_000],
  ['each list', 1_000, 1_100, 1_200],
])('with two amounts from the service, %s differs from the journal', async (_which, amount, byDays, byPayout) => {
  const till = tillWithPayouts();
  const day = '2026-03-10T09:00:00Z';
  const listWith = (cents: number) => [listed('a', cents, day, { payoutId: id('A') })];
  till.sale({ paymentId: 'a', amount, at: day });
  till.lists.payouts = [payoutOf(2_200)];
  till.lists.before = ({ query }) => {
    till.lists.payments = listWith(query === id('A') ? byPayout : byDays);
    return undefined;
  };
  await till.fetched('2026-03-10');
  const { rows } = till.reconciliation.transactions({ group: 'all' }, 0, 10);
  expect(rows).toMatchObject([{ state: 'amount-differs', cents: 1_200, journalCents: 1_000 }]);
});

test('two amounts without a journal entry give no journal amount', async () => {
  const till = tillWithPayouts();
  till.lists.payouts = [payoutOf(2_200)];
  till.lists.before = ({ query }) => {
    const cents = query === id('A') ? 1_200 : 1_000;
    till.lists.payments = [listed('a', cents, '2026-03-10T09:00:00Z', { payoutId: id('A') })];
    return undefined;
  };
  await till.fetched('2026-03-10');
  const { rows } = till.reconciliation.transactions({ group: 'all' }, 0, 10);
  expect(rows).toMatchObject([{ state: 'amount-differs', cents: 1_000 }]);
  expect(rows[0]).not.toHaveProperty('journalCents');
});

test('only complete, verified lists prove a refund without payment', async () => {
  const day = '2026-03-10T09:00:00Z';
  const refunds = [listed('p', 40, '2026-03-10T10:00:00Z', { refundId: id('r') })];
  const known = [{ paymentId: id('p') as never, status: 'SUCCEEDED' as const, createdAt: Date.parse(day) }];
  for (const change of ['unproven', 'half-proven', 'not-whole', 'not-listed-yet', 'proven'] as const) {
    const till = tillWithPayouts();
    till.lists.refunds = refunds;
    till.lists.known = known;
    till.lists.payments = change === 'unproven' ? [listed('p', 100, day)] : [listed('q', 100, '2026-03-10T11:00:00Z')];
    if (change === 'not-listed-yet') till.lists.payments = [];
    if (change === 'half-proven')
      till.lists.payments = ['q', 's', 't', 'p'].map((name) => listed(name, 100, '2026-03-10T11:00:00Z'));
    till.lists.before = ({ list, page }) => {
      if (change === 'unproven' && list === 'payments') return 'verify.no-signature';
      if (change === 'half-proven' && list === 'payments' && page === 1) return 'verify.no-signature';
      // Payment `p` moves to the first page before each second page, so no page lists `p`.
      if (change === 'not-whole' && list === 'payments')
        till.lists.payments = (page === 0 ? ['q', 's', 't', 'p'] : ['p', 's', 't', 'q']).map((name) =>
          listed(name, 100, '2026-03-10T11:00:00Z'),
        );
      return undefined;
    };
    await till.fetched('2026-03-10');
    expect([change, till.summed('no-payment', 'refund')]).toEqual([change, change === 'proven' ? [1, 40] : [0, 0]]);
  }
});
