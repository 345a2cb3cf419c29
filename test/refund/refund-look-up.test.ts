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

test('the only refund of this payment and amount matches', () => {
  expect(matchListed(record(), [listed()], none)).toEqual({ refundId: REFUND });
});

test.each<readonly [string, Partial<ListedRefund>]>([
  ['another payment', { paymentId: 'Q'.padStart(24, '0') }],
  ['another amount', { amount: 499 }],
  ['longer than a day before it was begun', { date: AT - DAY_MS - 1 }],
])('a refund of %s does not match', (_what, change) => {
  expect(matchListed(record({ reason: 'Burnt' }), [listed(change)], none)).toEqual({ doubt: 'absent' });
});

test.each(['Wrong bread', 'Burn', 'BURNT'])(
  'a different description leaves the decision to a person: %s',
  (description) => {
    expect(matchListed(record({ reason: 'Burnt' }), [listed({ description })], none)).toEqual({ doubt: 'several' });
  },
);

test('a matching description wins', () => {
  const both = [listed({ refundId: 'S'.padStart(24, '0'), description: 'Wrong bread' }), listed()];
  expect(matchListed(record({ reason: 'Burnt' }), both, none)).toEqual({ refundId: REFUND });
});

test('a refund of a different key does not match', () => {
  expect(matchListed(record(), [listed()], { ...none, taken: new Set([REFUND]) })).toEqual({ doubt: 'absent' });
});

test('a refund up to a day earlier matches', () => {
  expect(matchListed(record(), [listed({ date: AT - DAY_MS })], none)).toEqual({ refundId: REFUND });
});

test('a refund made before a second sending matches', () => {
  const again = record({ skewMs: 0, sentAgainAt: AT + 2 * DAY_MS });
  expect(matchListed(again, [listed()], none)).toEqual({ refundId: REFUND });
});

test('a refund after the latest arrival does not match', () => {
  expect(matchListed(record(), [listed()], { ...none, until: AT })).toEqual({ refundId: REFUND });
  expect(matchListed(record(), [listed()], { ...none, until: AT - 1 })).toEqual({ doubt: 'absent' });
});

test.each([5_000, 0])('with clocks %i ms apart, the tolerance is a minute', (skewMs) => {
  const begun = record({ skewMs });
  expect(matchListed(begun, [listed({ date: AT + skewMs - 60_000 })], none)).toEqual({ refundId: REFUND });
  expect(matchListed(begun, [listed({ date: AT + skewMs - 60_001 })], none)).toEqual({ doubt: 'absent' });
});

const sold = { ...none, saleDescription: 'Bread' };

test.each([undefined, 'Bread'])('described as %s in the list, a refund may match', (description) => {
  const found = matchListed(
    record({ reason: 'Burnt' }),
    [listed(description === undefined ? {} : { description })],
    sold,
  );
  expect(found).toEqual({ refundId: REFUND });
});

test('the reason decides between several matches', () => {
  const second = listed({ refundId: 'S'.padStart(24, '0') });
  expect(matchListed(record({ reason: 'Burnt' }), [second, listed()], none)).toEqual({ doubt: 'several' });
  const described = [second, listed({ description: 'Burnt' })];
  expect(matchListed(record({ reason: 'Burnt' }), described, none)).toEqual({ refundId: REFUND });
  const both = described.map((one) => ({ ...one, description: 'Burnt' }));
  expect(matchListed(record({ reason: 'Burnt' }), both, none)).toEqual({ doubt: 'several' });
});

test.each([undefined, 'Burnt'])("the payment's description does not decide (reason: %s)", (reason) => {
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

  /** Looks `refund` up in `list`, with a journal that also has the refunds `besides`. */
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
  ])('covers the day before to today (refund %s)', async (_what, change, skewDays, range) => {
    skewMs = skewDays === undefined ? undefined : skewDays * DAY_MS;
    await expect(lookedUp(record(change))).resolves.toEqual({ doubt: 'absent' });
    expect(asked).toEqual([range]);
  });

  test('matches the id of an earlier answer', async () => {
    const unproven = record({ stage: 'unconfirmed', refundId: REFUND });
    // The list is read again if changed meanwhile, so an entry can come twice.
    await expect(lookedUp(unproven, [listed(), listed()])).resolves.toEqual({ refundId: REFUND });
  });

  test('returns a refund of two ranges once', async () => {
    await expect(lookedUp(record({ at: day(-40) }), [listed()])).resolves.toEqual({ refundId: REFUND });
    expect(asked).toHaveLength(2);
  });

  test('has nothing new if the journal knows all refunds', async () => {
    const known = record({ refundKey: 'key-2', refundId: REFUND });
    await expect(lookedUp(record(), [listed()], [known])).resolves.toEqual({ doubt: 'absent' });
  });

  test("has nothing new if known as a different till's", async () => {
    const { paymentId } = record();
    const others = { refundKey: 'key-2', saleId, paymentId, refundId: REFUND, amount: 500, createdAt: AT };
    counter.journal.record({ type: 'refund.imported', ...others });
    await expect(lookedUp(record(), [listed()])).resolves.toEqual({ doubt: 'absent' });
  });
});
