import { expect, test } from 'vitest';
import { listedFrom } from '../../main/base/days.ts';
import type { RefundId, RequestBody } from '../../main/domain/payment-service.ts';
import type { RefundRecord } from '../../main/domain/refund-record.ts';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import { doneHere, type JournalToMatch } from '../../main/reconcile/journal-side.ts';
import { matchPayment, matchRefund, matchUnlisted } from '../../main/reconcile/match.ts';
import { REFUND, record } from '../refund/refund-record.ts';

const AT = Date.UTC(2026, 10, 20, 12);
const found = (toldPosId: string | undefined) =>
  ({
    origin: 'elsewhere',
    posId: 'TILL42',
    toldPosId,
    creation: 'known',
    paymentId: `of ${toldPosId}`,
    stage: 'paid',
    amount: 500,
    createdAt: AT,
  }) as unknown as SaleRecord;
const listed = { amount: 499, where: 'unknown' } as const;

test('a recovered payment of this till reports a different amount', () => {
  expect(matchPayment(listed, found('TILL42'))).toEqual({ state: 'amount-differs', journalCents: 500 });
  expect(matchPayment(listed, found('TILL7'))).toEqual({ state: 'other-till' });
  expect(matchPayment(listed, found(undefined))).toEqual({ state: 'other-till' });
});

test('a recovered payment is missed when not listed', () => {
  const cancelled = { ...found('TILL42'), stage: 'cancelled' };
  const sales = [found('TILL42'), found('TILL7'), found(undefined), cancelled];
  const refunds = [
    record({ at: AT, refundId: REFUND, stage: 'failed' }),
    record({ at: AT, refundId: REFUND, stage: 'pending' }),
    record({ at: AT, refundId: REFUND, stage: 'refunded', body: '' as RequestBody }),
  ];
  const sides = { salesBetween: () => sales, refundsBetween: () => refunds, eventsOf: () => [] };
  const journal = sides as unknown as JournalToMatch;
  const done = [...doneHere(journal, { from: '2026-11-20', to: '2026-11-20' })];
  expect(done.flatMap((one) => one?.id ?? [])).toEqual(['of TILL42']);
  expect(done).toHaveLength(7);
});

test('a payment shows its creation and is listed when paid', () => {
  const times = { succeededAt: AT + MINUTE_MS, endedAt: AT + 2 * MINUTE_MS };
  const sale = { ...found('TILL42'), reference: 'R', ...times };
  const journal = { salesBetween: () => [sale], refundsBetween: () => [] } as unknown as JournalToMatch;
  const done = [...doneHere(journal, { from: '2026-11-20', to: '2026-11-20' })];
  expect(done).toMatchObject([{ date: AT, at: times.succeededAt, endedAt: times.endedAt, reference: 'R' }]);
});

test.each([
  ['sending', 'outcome-differs'],
  ['unconfirmed', 'outcome-differs'],
  ['pending', 'matched'],
  ['refunded', 'matched'],
  ['failed', 'outcome-differs'],
  ['not-made', 'outcome-differs'],
] as const)('a listed refund in stage %s here: %s', (stage, state) => {
  const here = record({ refundId: REFUND, stage, amount: 500 });
  expect(matchRefund({ refundId: REFUND, amount: 500, where: 'here' }, undefined, [here], 'unknown')).toEqual({
    state,
  });
});

const MIDNIGHT = Date.UTC(2026, 10, 20);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

test.each([
  ['behind', MIDNIGHT - DAY_MS],
  ['ahead', MIDNIGHT + 2 * DAY_MS - 1],
])("payments and refunds keep the service's day (clock a day %s)", (_how, at) => {
  const refund = record({ at, skewMs: AT - at, stage: 'refunded', refundId: REFUND });
  const within = (from: number, before: number) => from <= at && at < before;
  const journal = {
    salesBetween: (from: number, before: number) => (within(from, before) ? [found('TILL42')] : []),
    refundsBetween: (from: number, before: number) => (within(from, before) ? [refund] : []),
    eventsOf: () => [],
  } as unknown as JournalToMatch;
  const done = [...doneHere(journal, { from: '2026-11-20', to: '2026-11-20' })];
  expect(done.map((one) => one?.kind)).toEqual(['payment', 'refund']);
});

test.each<readonly [string, Partial<RefundRecord>, readonly string[]]>([
  ['five minutes past, by the clock of both', { at: MIDNIGHT + 5 * MINUTE_MS, skewMs: 0 }, []],
  ['five minutes past, by a clock that nobody compared', { at: MIDNIGHT + 5 * MINUTE_MS }, ['2026-11-19']],
  ['five minutes past, by a clock ten minutes behind', { at: MIDNIGHT - 5 * MINUTE_MS, skewMs: 10 * MINUTE_MS }, []],
  ['a second past, as a list told', { at: MIDNIGHT + 1_000, body: '' as RequestBody, restored: true }, []],
  ['two seconds past', { at: MIDNIGHT + 2_000, skewMs: 0 }, []],
  ['just before', { at: MIDNIGHT - 1, skewMs: 0 }, ['2026-11-19']],
  ['two seconds before the next', { at: MIDNIGHT + DAY_MS - 2_000, skewMs: 0 }, ['2026-11-21']],
  ['three seconds before the next', { at: MIDNIGHT + DAY_MS - 3_000, skewMs: 0 }, ['2026-11-21']],
  ['three seconds before midnight in Brussels', { at: MIDNIGHT + 23 * HOUR_MS - 3_000, skewMs: 0 }, []],
])('a refund around midnight UTC (%s) may list under %o', (_when, change, otherDays) => {
  const refund = record({ stage: 'refunded', refundId: REFUND, ...change });
  const journal = { salesBetween: () => [], refundsBetween: () => [refund], eventsOf: () => [] };
  const done = [...doneHere(journal as unknown as JournalToMatch, { from: '2026-11-20', to: '2026-11-20' })];
  const at = refund.at + (refund.skewMs ?? 0);
  expect(done).toMatchObject([{ id: REFUND, otherDays, at, date: at }]);
});

test.each([
  ['before midnight in Brussels', MIDNIGHT - HOUR_MS - 1, undefined],
  ['at midnight in Brussels', MIDNIGHT - HOUR_MS, ['2026-11-19']],
  ['at midnight UTC', MIDNIGHT, []],
  ['before the next midnight in Brussels', MIDNIGHT + 23 * HOUR_MS - 1, []],
  ['at the next midnight in Brussels', MIDNIGHT + 23 * HOUR_MS, ['2026-11-21']],
  ['at the next midnight UTC', MIDNIGHT + DAY_MS, undefined],
])('assigns a payment %s to the day of either midnight', (_when, createdAt, otherDays) => {
  const journal = { salesBetween: () => [{ ...found('TILL42'), createdAt }], refundsBetween: () => [] };
  const [done] = doneHere(journal as unknown as JournalToMatch, { from: '2026-11-20', to: '2026-11-20' });
  expect(done?.otherDays).toEqual(otherDays);
});

const WITHIN_MS = 15 * 60_000;

const PAID = { at: AT, listedFrom: listedFrom(AT) };

test.each([
  ['the hour before it can be listed', -HOUR_MS, true, 0, 'not-listed-yet'],
  ['a moment before, though newer ones are paid out', -1, false, 2 * WITHIN_MS, 'not-listed-yet'],
  ['once it has to be listed', 0, true, 0, 'missing-at-service'],
  ['while only older ones are paid out', 0, false, WITHIN_MS, 'not-listed-yet'],
  ['once newer ones are paid out', 0, false, WITHIN_MS + 1, 'missing-at-service'],
] as const)('an unlisted payment, %s', (_when, after, listsUnpaid, newest, state) => {
  const newestPaidOut = new Map([['', AT + newest]]);
  expect(matchUnlisted(PAID, { listsUnpaid, newestPaidOut, askedAt: PAID.listedFrom + after }, '')).toBe(state);
});

test.each([
  [{ stage: 'pending', refundId: REFUND }, 'matched'],
  [{ stage: 'refunded', refundId: REFUND }, 'matched'],
  [{ stage: 'failed', refundId: REFUND }, 'outcome-differs'],
  [{ stage: 'refused' }, 'outcome-differs'],
  [{ stage: 'not-made' }, 'outcome-differs'],
  [{ stage: 'refused', amount: 499 }, 'other-till'],
  [{ stage: 'unconfirmed' }, 'outcome-differs'],
  [{ stage: 'refused', body: '' as RequestBody }, 'other-till'],
  [{ stage: 'failed', refundId: REFUND, body: '' as RequestBody }, 'other-till'],
  [{ stage: 'unconfirmed', refundId: 'another' as RefundId }, 'other-till'],
  [{ stage: 'failed', refundId: 'another' as RefundId }, 'other-till'],
] as const)("a listed refund, with the till's own %o: %s", (change, state) => {
  const refund = { refundId: REFUND, amount: 500, where: 'unknown' } as const;
  expect(matchRefund(refund, found('TILL42'), [record(change)], 'listed')).toEqual({ state });
});

test('a payment of unknown bulk id needs newer payouts everywhere', () => {
  const listing = { listsUnpaid: false, askedAt: PAID.listedFrom };
  const later = (newest: number) => new Map(Object.entries({ A: AT + newest, B: AT + 2 * WITHIN_MS }));
  expect(matchUnlisted(PAID, { ...listing, newestPaidOut: later(0) })).toBe('not-listed-yet');
  expect(matchUnlisted(PAID, { ...listing, newestPaidOut: later(WITHIN_MS + 1) })).toBe('missing-at-service');
});

test.each(['expired', 'failed', 'cancelled', 'voided', 'waiting', 'scanned', 'authorised', 'unknown'] as const)(
  'a paid-out sale with stage %s differs in its outcome',
  (stage) => {
    const sale = { ...found('TILL42'), stage } as SaleRecord;
    expect(matchPayment({ amount: 500, where: 'here' }, sale)).toEqual({ state: 'outcome-differs' });
  },
);

test('a foreign refund with a different amount reports both amounts', () => {
  const theirs = record({ stage: 'refunded', refundId: REFUND, amount: 400, body: '' as RequestBody });
  const refund = { refundId: REFUND, amount: 500, where: 'elsewhere' } as const;
  const match = matchRefund(refund, found('TILL42'), [theirs], 'listed');
  expect(match).toEqual({ state: 'amount-differs', journalCents: 400 });
});
