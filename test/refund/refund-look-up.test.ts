import { beforeEach, describe, expect, test } from 'vitest';
import type { TransactionQuery } from '../../main/domain/payment-service.ts';
import type { RefundRecord } from '../../main/domain/refund-record.ts';
import type { ListedRefund } from '../../main/refund/refund-look-up.ts';
import { lookUp, type MatchCriteria, matchListed } from '../../main/refund/refund-look-up.ts';
import { Counter } from '../sale/counter.ts';
import { AT, PAYMENT, REFUND, record } from './refund-record.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const none: MatchCriteria = { taken: new Set(), saleDescription: undefined };

function listed(change: Partial<ListedRefund> = {}): ListedRefund {
  return {
    paymentId: PAYMENT,
    refundId: REFUND,
    paymentProfileId: 'F',
    merchantName: 'Bakkerij',
    paymentChannel: 'INSTORE',
    amount: 500,
    date: AT,
    ...change,
  };
}

test('the one refund of this payment and amount is it', () => {
  expect(matchListed(record(), [listed()], none)).toEqual({ refundId: REFUND });
});

test.each<readonly [string, Partial<ListedRefund>]>([
  ['another payment', { paymentId: 'Q'.padStart(24, '0') }],
  ['another amount', { amount: 499 }],
  ['longer than a day before it was begun', { date: AT - DAY_MS - 1 }],
])('a refund of %s is another', (_what, change) => {
  expect(matchListed(record({ reason: 'Burnt' }), [listed(change)], none)).toEqual({ doubt: 'absent' });
});

test.each(['Wrong bread', 'Burn', 'BURNT'])(
  'one that differs only in its description may be it, and is for a person to look at: %s',
  (description) => {
    expect(matchListed(record({ reason: 'Burnt' }), [listed({ description })], none)).toEqual({ doubt: 'several' });
  },
);

test('one that differs in its description gives way to one that fits', () => {
  const both = [listed({ refundId: 'S'.padStart(24, '0'), description: 'Wrong bread' }), listed()];
  expect(matchListed(record({ reason: 'Burnt' }), both, none)).toEqual({ refundId: REFUND });
});

test('one that the journal has under another key is another', () => {
  expect(matchListed(record(), [listed()], { ...none, taken: new Set([REFUND]) })).toEqual({ doubt: 'absent' });
});

test('one that was begun up to a day earlier, by a clock that is off, is it', () => {
  expect(matchListed(record(), [listed({ date: AT - DAY_MS })], none)).toEqual({ refundId: REFUND });
});

test('one that was made before a manager had it sent again is it: the first sending may have arrived', () => {
  const again = record({ skewMs: 0, sentAgainAt: AT + 2 * DAY_MS });
  expect(matchListed(again, [listed()], none)).toEqual({ refundId: REFUND });
});

test('one that was made after the time until which it may have arrived is another', () => {
  expect(matchListed(record(), [listed()], { ...none, until: AT })).toEqual({ refundId: REFUND });
  expect(matchListed(record(), [listed()], { ...none, until: AT - 1 })).toEqual({ doubt: 'absent' });
});

test.each([5_000, 0])(
  "where the service's clock was known to be %i ms ahead, one that is a minute older by it is another till's",
  (skewMs) => {
    const begun = record({ skewMs });
    expect(matchListed(begun, [listed({ date: AT + skewMs - 60_000 })], none)).toEqual({ refundId: REFUND });
    expect(matchListed(begun, [listed({ date: AT + skewMs - 60_001 })], none)).toEqual({ doubt: 'absent' });
  },
);

const sold = { ...none, saleDescription: 'Bread' };

test.each([undefined, 'Bread'])('described as %s in the list, a refund with a reason may be it', (description) => {
  const found = matchListed(
    record({ reason: 'Burnt' }),
    [listed(description === undefined ? {} : { description })],
    sold,
  );
  expect(found).toEqual({ refundId: REFUND });
});

test('of several that fit, the one with the reason is it; otherwise nobody can tell', () => {
  const second = listed({ refundId: 'S'.padStart(24, '0') });
  expect(matchListed(record({ reason: 'Burnt' }), [second, listed()], none)).toEqual({ doubt: 'several' });
  const described = [second, listed({ description: 'Burnt' })];
  expect(matchListed(record({ reason: 'Burnt' }), described, none)).toEqual({ refundId: REFUND });
  const both = described.map((one) => ({ ...one, description: 'Burnt' }));
  expect(matchListed(record({ reason: 'Burnt' }), both, none)).toEqual({ doubt: 'several' });
});

test.each([undefined, 'Burnt'])('the description of the payment tells no two refunds apart (reason: %s)', (reason) => {
  const both = [listed({ description: 'Bread' }), listed({ refundId: 'S'.padStart(24, '0') })];
  expect(matchListed(record(reason === undefined ? {} : { reason }), both, sold)).toEqual({ doubt: 'several' });
});

describe('the list of the service', () => {
  let counter: Counter;
  let saleId: string;
  let asked: TransactionQuery[];
  let skewMs: number | undefined;
  beforeEach(async () => {
    skewMs = 0;
    counter = new Counter();
    saleId = await counter.paidSale(1000);
    asked = [];
  });

  /** What the till makes of a list, and of a journal that has these refunds of the payment besides. */
  function lookedUp(refund: RefundRecord, list: readonly ListedRefund[] = [], besides: readonly RefundRecord[] = []) {
    for (const { refundKey, paymentId, amount, body, refundId } of [refund, ...besides]) {
      counter.journal.record({ type: 'refund.intent', refundKey, saleId, paymentId, amount, body });
      if (refundId === undefined) continue;
      const answered = { status: 'PENDING', stage: 'unconfirmed' } as const;
      counter.journal.record({ type: 'refund.answered', refundKey, refundId, ...answered });
    }
    counter.service.payoutRefunds = async function* (ask: TransactionQuery) {
      asked.push(ask);
      yield* list;
    };
    const { service, journal, clock } = counter;
    return lookUp({ service, journal, clock, skewMs: () => skewMs }, { ...refund, saleId }, {});
  }

  const day = (days: number) => AT + days * DAY_MS;
  test.each<readonly [string, Partial<RefundRecord>, number | undefined, object]>([
    ['was begun today', {}, 0, { startDate: '2026-11-19', endDate: '2026-11-20' }],
    ['was begun today by a clock never compared', {}, undefined, { startDate: '2026-11-19', endDate: '2026-11-21' }],
    [
      "was begun today, which is tomorrow by the service's clock",
      {},
      1,
      { startDate: '2026-11-19', endDate: '2026-11-21' },
    ],
    ['was begun five days ago', { at: day(-5) }, 0, { startDate: '2026-11-14', endDate: '2026-11-20' }],
    [
      'was begun in two days, for the clock was set back',
      { at: day(2) },
      0,
      { startDate: '2026-11-19', endDate: '2026-11-22' },
    ],
    [
      'was sent again in three days, for the clock was set back',
      { sentAgainAt: day(3) },
      0,
      { startDate: '2026-11-19', endDate: '2026-11-23' },
    ],
  ])('asks from the day before to today: a refund that %s', async (_what, change, skewDays, range) => {
    skewMs = skewDays === undefined ? undefined : skewDays * DAY_MS;
    await expect(lookedUp(record(change))).resolves.toEqual({ doubt: 'absent' });
    expect(asked).toEqual([range]);
  });

  test('shows the refund under the id that an answer gave it', async () => {
    const unproven = record({ stage: 'unconfirmed', refundId: REFUND });
    // The list is read again where it changes meanwhile, and an entry then comes twice.
    await expect(lookedUp(unproven, [listed(), listed()])).resolves.toEqual({ refundId: REFUND });
  });

  test('shows a refund once that the lists of two ranges tell of', async () => {
    await expect(lookedUp(record({ at: day(-40) }), [listed()])).resolves.toEqual({ refundId: REFUND });
    expect(asked).toHaveLength(2);
  });

  test('shows nothing new where the journal knows all of it', async () => {
    const known = record({ refundKey: 'key-2', refundId: REFUND });
    await expect(lookedUp(record(), [listed()], [known])).resolves.toEqual({ doubt: 'absent' });
  });

  test("shows nothing new where the journal knows it as another till's", async () => {
    const { paymentId } = record();
    const others = { refundKey: 'key-2', saleId, paymentId, refundId: REFUND, amount: 500, createdAt: AT };
    counter.journal.record({ type: 'refund.imported', ...others });
    await expect(lookedUp(record(), [listed()])).resolves.toEqual({ doubt: 'absent' });
  });
});
