import { beforeEach, describe, expect, test } from 'vitest';
import type { TransactionQuery } from '../../main/domain/payment-service.ts';
import type { RefundRecord } from '../../main/domain/refund-record.ts';
import type { ListedRefund } from '../../main/refund/refund-look-up.ts';
import { lookUp, type MatchCriteria, matchListed } from '../../main/refund/refund-look-up.ts';
import { Counter } from '../sale/counter.ts';
import { AT, PAYMENT, REFUND, record } from './refund-record.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

function listed(change: Partial<ListedRefund> = {}): ListedRefund {
  const facts = { paymentProfileId: 'F', merchantName: 'Bakkerij', paymentChannel: 'INSTORE', amount: 500, date: AT };
  return { ...facts, paymentId: PAYMENT, refundId: REFUND, ...change };
}

const burnt = { reason: 'Burnt' };
const second = { refundId: 'S'.padStart(24, '0') };
const described = { description: 'Burnt' };
const again = { skewMs: 0, sentAgainAt: AT + 2 * DAY_MS };

/** `found`: the refund `REFUND`. */
test.each<
  [
    string,
    'found' | 'absent' | 'several',
    readonly Partial<ListedRefund>[],
    Partial<RefundRecord>?,
    Partial<MatchCriteria>?,
  ]
>([
  ['the only one of its payment and amount', 'found', [{}]],
  ['of another payment', 'absent', [{ paymentId: 'Q'.padStart(24, '0') }], burnt],
  ['of another amount', 'absent', [{ amount: 499 }], burnt],
  ['a day earlier, clocks never compared', 'found', [{ date: AT - DAY_MS }]],
  ['more than a day earlier', 'absent', [{ date: AT - DAY_MS - 1 }], burnt],
  ['a minute earlier, clocks alike', 'found', [{ date: AT - 60_000 }], { skewMs: 0 }],
  ['more than a minute earlier, clocks alike', 'absent', [{ date: AT - 60_001 }], { skewMs: 0 }],
  ['a minute earlier by a slow clock', 'found', [{ date: AT - 55_000 }], { skewMs: 5_000 }],
  ['more than a minute earlier by a slow clock', 'absent', [{ date: AT - 55_001 }], { skewMs: 5_000 }],
  ['before a second sending', 'found', [{}], again],
  ['at the latest arrival', 'found', [{}], {}, { until: AT }],
  ['after the latest arrival', 'absent', [{}], {}, { until: AT - 1 }],
  ['of another key', 'absent', [{}], {}, { taken: new Set([REFUND]) }],
  ['of another description', 'several', [{ description: 'Wrong bread' }], burnt],
  ['of a cut description', 'several', [{ description: 'Burn' }], burnt],
  ['in other letters', 'several', [{ description: 'BURNT' }], burnt],
  ['without a description, the other described otherwise', 'found', [{ ...second, description: 'No' }, {}], burnt],
  ['without a description', 'found', [{}], burnt, { saleDescription: 'Bread' }],
  ['described as its payment', 'found', [{ description: 'Bread' }], burnt, { saleDescription: 'Bread' }],
  ['one of two', 'several', [second, {}], burnt],
  ['one of two, described by its reason', 'found', [second, described], burnt],
  ['both described by the reason', 'several', [{ ...second, ...described }, described], burnt],
  ['one described as its payment', 'several', [{ description: 'Bread' }, second], burnt, { saleDescription: 'Bread' }],
  ['one as its payment, no reason', 'several', [{ description: 'Bread' }, second], {}, { saleDescription: 'Bread' }],
])('a listed refund %s is %s', (_which, result, list, refund, criteria) => {
  const given = { taken: new Set<string>(), saleDescription: undefined, ...criteria };
  const found = matchListed(record(refund), list.map(listed), given);
  expect(found).toEqual(result === 'found' ? { refundId: REFUND } : { doubt: result });
});

describe('the list of the service', () => {
  let counter: Counter;
  let saleId: string;
  let asked: TransactionQuery[];
  beforeEach(async () => {
    counter = new Counter();
    saleId = await counter.paidSale(1000);
    asked = [];
  });

  /** Looks `refund` up in `list`. */
  function lookedUp(refund: RefundRecord, list: readonly ListedRefund[] = [], skewMs: number | undefined = undefined) {
    counter.service.payoutRefunds = async function* (ask: TransactionQuery) {
      asked.push(ask);
      yield* list;
    };
    const { service, journal, clock } = counter;
    return lookUp({ service, journal, clock, skewMs: () => skewMs }, { ...refund, saleId }, {});
  }

  test.each<readonly [string, Partial<RefundRecord>, number | undefined, string, string]>([
    ['begun today', {}, 0, '19', '20'],
    ['begun today, clocks never compared', {}, undefined, '19', '21'],
    ['begun today, tomorrow for the service', {}, DAY_MS, '19', '21'],
    ['begun five days ago', { at: AT - 5 * DAY_MS }, 0, '14', '20'],
    ['begun in two days, the clock set back', { at: AT + 2 * DAY_MS }, 0, '19', '22'],
    ['sent again in three days, the clock set back', { sentAgainAt: AT + 3 * DAY_MS }, 0, '19', '23'],
  ])('covers the day before to today (refund %s)', async (_what, change, skewMs, from, to) => {
    await expect(lookedUp(record(change), [], skewMs)).resolves.toEqual({ doubt: 'absent' });
    expect(asked).toEqual([{ startDate: `2026-11-${from}`, endDate: `2026-11-${to}` }]);
  });

  test('returns a refund listed twice once', async () => {
    await expect(lookedUp(record(), [listed(), listed()])).resolves.toEqual({ refundId: REFUND });
    await expect(lookedUp(record({ at: AT - 40 * DAY_MS }), [listed()])).resolves.toEqual({ refundId: REFUND });
    expect(asked).toHaveLength(1 + 2);
  });

  test.each(['own', 'other'] as const)('has nothing new if known as an %s refund', async (whose) => {
    const { paymentId, amount, body } = record();
    const known = { refundKey: 'key-2', saleId, paymentId, refundId: REFUND, amount } as const;
    if (whose === 'other') counter.journal.record({ type: 'refund.imported', ...known, createdAt: AT });
    else {
      counter.journal.record({ type: 'refund.intent', ...known, body });
      counter.journal.record({ type: 'refund.answered', ...known, status: 'PENDING', stage: 'unconfirmed' });
    }
    await expect(lookedUp(record(), [listed()])).resolves.toEqual({ doubt: 'absent' });
  });

  test('matches the id of its own unproven answer', async () => {
    const { refundKey, paymentId, amount, body } = record();
    counter.journal.record({ type: 'refund.intent', refundKey, saleId, paymentId, amount, body });
    const answer = { status: 'PENDING', stage: 'unconfirmed' } as const;
    counter.journal.record({ type: 'refund.answered', refundKey, refundId: REFUND, ...answer });
    const unproven = record({ stage: 'unconfirmed', refundId: REFUND });
    await expect(lookedUp(unproven, [listed()])).resolves.toEqual({ refundId: REFUND });
  });
});
