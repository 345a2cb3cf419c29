import { describe, expect, test, vi } from 'vitest';
import { id, listed } from './scripted-lists.ts';
import { tillWithPayouts } from './till-with-payouts.ts';

/** A transaction across midnight may be listed on either day. */

describe('a payment made before midnight UTC and paid after', () => {
  const days = [
    ['2026-03-19', '2026-03-19'],
    ['2026-03-20', '2026-03-20'],
    ['2026-03-19', '2026-03-20'],
  ] as const;

  function charged() {
    const till = tillWithPayouts();
    till.lists.payments = ['2026-03-19', '2026-03-20'].map((day) => listed(day, 50, `${day}T08:00:00Z`));
    till.sale({ paymentId: 'late', amount: 200, at: '2026-03-19T23:59:00Z', succeededAt: '2026-03-20T00:00:30Z' });
    till.setNow('2026-03-21T08:00:00Z');
    return till;
  }

  test.each(days)('is missing if in no list (days %s to %s)', async (from, to) => {
    const till = charged();
    await till.fetched(from, to);
    expect(till.summed('missing-at-service')).toEqual([1, 200]);
  });

  test.each(days)('is not missing if listed on either day (%s to %s)', async (from, to) => {
    for (const date of ['2026-03-19T23:59:00Z', '2026-03-20T00:00:30Z']) {
      const till = charged();
      till.lists.payments.push(listed('late', 200, date));
      await till.fetched(from, to);
      expect(till.summed('missing-at-service')).toEqual([0, 0]);
    }
  });

  test('is not missing if on a later page', async () => {
    const till = charged();
    till.lists.payments.push(...['a', 'b', 'c'].map((name) => listed(name, 50, '2026-03-20T09:00:00Z')));
    till.lists.payments.push(listed('late', 200, '2026-03-20T00:00:30Z'));
    await till.fetched('2026-03-19');
    expect(till.summed('missing-at-service')).toEqual([0, 0]);
  });

  test('is requested with an abort signal like all lists', async () => {
    const till = charged();
    const { service } = till.lists;
    const asked = [
      vi.spyOn(service, 'payoutsPage'),
      vi.spyOn(service, 'paymentsPage'),
      vi.spyOn(service, 'refundsPage'),
    ];
    await till.fetched('2026-03-19');
    const signals = asked.map(({ mock }) => mock.calls.map(([, , options]) => options?.signal));
    expect(signals.map(({ length }) => length)).toEqual([1, 2, 1]);
    expect([...new Set(signals.flat())]).toEqual([expect.any(AbortSignal)]);
  });

  test.each([
    [1, [0, 0]],
    [2, [1, 200]],
  ])('with a list failing to verify %i times is missing: %j', async (times, missing) => {
    const till = charged();
    till.lists.payments.push(listed('late', 200, '2026-03-20T00:00:30Z'));
    let left = times;
    till.lists.before = ({ query }) => {
      if (query !== '2026-03-20/2026-03-20' || left === 0) return undefined;
      left -= 1;
      return 'verify.signature-mismatch';
    };
    await till.fetched('2026-03-19');
    expect(till.summed('missing-at-service')).toEqual(missing);
  });

  test('needs no second day when already listed', async () => {
    const till = charged();
    till.lists.payments.push(listed('late', 200, '2026-03-20T00:00:30Z'));
    await till.fetched('2026-03-20');
    expect(till.lists.asked.map(({ query }) => query)).not.toContain('2026-03-19/2026-03-19');
  });
});

test('a refund across midnight is missing if listed on neither day', async () => {
  const till = tillWithPayouts();
  const saleId = till.sale({ paymentId: 'a', amount: 100, at: '2026-03-10T09:00:00Z' });
  till.refund(saleId, { refundId: 'plain', amount: 10, at: '2026-03-10T12:00:00Z' });
  till.refund(saleId, { refundId: 'close', amount: 10, at: '2026-03-10T23:59:59Z' });
  const refundKey = till.refund(saleId, { amount: 20, at: '2026-03-10T23:59:30Z' }, 'sending');
  till.at('2026-03-11T00:00:20Z', {
    type: 'refund.answered',
    refundKey,
    refundId: id('over'),
    status: 'REFUNDED',
    stage: 'refunded',
  });
  till.lists.payments = [listed('a', 100, '2026-03-10T09:00:00Z'), listed('b', 100, '2026-03-11T09:00:00Z')];
  await till.fetched('2026-03-10');
  expect(till.summed('missing-at-service', 'refund')).toEqual([3, 40]);
  await till.fetched('2026-03-11');
  expect(till.states().filter(([name]) => name === 'over')).toEqual([['over', 'missing-at-service', 20]]);
  const over = listed('a', 20, '2026-03-10T23:59:59Z', { refundId: id('over') });
  till.lists.refunds = [over];
  await till.fetched('2026-03-11');
  expect(till.states().filter(([name]) => name === 'over')).toEqual([]);
  till.lists.refunds = [];
  await till.fetched('2026-03-10', '2026-03-11');
  expect(till.summed('missing-at-service', 'refund')).toEqual([3, 40]);
});

describe('a payment between midnight in Brussels and in UTC', () => {
  const night = '2026-03-19T23:30:00Z';
  const charged = (listedAt?: string) => {
    const till = tillWithPayouts();
    till.lists.payments = [listed('morning', 50, '2026-03-19T08:00:00Z')];
    if (listedAt !== undefined) till.lists.payments.push(listed('night', 200, listedAt));
    till.sale({ paymentId: 'night', amount: 200, at: night });
    return till;
  };

  test.each([
    ['2026-03-20', undefined, 'unlisted on the day that is not over', 'not-listed-yet'],
    ['2026-03-19', undefined, 'unlisted on either day', 'not-listed-yet'],
    ['2026-03-20', night, 'listed by its UTC day', undefined],
    ['2026-03-19', '2026-03-20T00:30:00Z', 'listed by the day of the provider', undefined],
  ])('is not missing on %s: %s, %s', async (day, listedAt, _why, state) => {
    const till = charged(listedAt);
    await till.fetched(day);
    expect(till.summed('missing-at-service')).toEqual([0, 0]);
    expect(till.states().some(([name, its]) => name === 'night' && its === 'not-listed-yet')).toBe(state !== undefined);
  });

  test('requests no future day', async () => {
    const till = tillWithPayouts();
    till.sale({ paymentId: 'now', amount: 200, at: '2026-03-20T23:10:00Z' });
    till.setNow('2026-03-20T23:30:00Z');
    await till.fetched('2026-03-20');
    expect(till.lists.asked.map(({ query }) => query)).not.toContain('2026-03-21/2026-03-21');
  });
});
