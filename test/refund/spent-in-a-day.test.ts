import { expect, test } from 'vitest';
import type { RequestBody } from '../../main/domain/payment-service.ts';
import type { RefundRecord } from '../../main/domain/refund-record.ts';
import { spentInADay } from '../../main/refund/spent-in-a-day.ts';
import { record } from './refund-record.ts';

const HOUR_MS = 60 * 60 * 1000;
const NOW = Date.UTC(2026, 10, 20, 9);

/** So many hours ago by the machine's clock, and by the service's where it differs. */
const refund = (hoursAgo: number, change: Partial<RefundRecord> = {}): RefundRecord => ({
  ...record(),
  amount: 100,
  stage: 'refunded',
  at: NOW - hoursAgo * HOUR_MS,
  ...change,
});

function spent(refunds: readonly RefundRecord[], serviceNow: number | undefined = NOW): number {
  const journal = { newestRefunds: (skip: number, count: number) => refunds.slice(skip, skip + count) };
  return spentInADay(journal, { now: NOW, serviceNow });
}

test('refunds of the last 24 hours count, and older ones do not', () => {
  expect(spent([refund(0), refund(23.9), refund(24), refund(50)])).toBe(200);
});

test('those of other tills, those that a manager allowed and those that moved nothing do not', () => {
  expect(
    spent([
      refund(1, { body: '' as RequestBody }),
      refund(1, { allowedBy: { role: 'manager' } }),
      refund(1, { stage: 'failed' }),
      refund(1, { stage: 'refused' }),
      refund(1, { stage: 'not-made' }),
      refund(1, { stage: 'sending' }),
      refund(1, { stage: 'unconfirmed' }),
      refund(1, { stage: 'pending' }),
    ]),
  ).toBe(300);
});

test('as many as there are, over every page', () => {
  expect(spent(Array.from({ length: 45 }, () => refund(1)))).toBe(4_500);
  expect(spent(Array.from({ length: 40 }, () => refund(1)))).toBe(4_000);
});

test('a refund counts as long as one of the clocks says that it is of the last day', () => {
  // The machine's clock was set forward since: by the service's it was an hour ago.
  expect(spent([refund(30)], NOW - 29 * HOUR_MS)).toBe(100);
  // It was behind when the refund was made, and is right now.
  expect(spent([refund(48, { skewMs: 47 * HOUR_MS })])).toBe(100);
  // It was ahead: the refund is in the future.
  expect(spent([refund(-48, { skewMs: -72 * HOUR_MS })])).toBe(100);
});

test('while the service has not told the time, the machine tells it', () => {
  const untold = (refunds: readonly RefundRecord[]) => {
    const journal = { newestRefunds: (skip: number, count: number) => refunds.slice(skip, skip + count) };
    return spentInADay(journal, { now: NOW, serviceNow: undefined });
  };
  expect(untold([refund(1), refund(25)])).toBe(100);
});

test('the first that is old by both clocks ends the count: in the journal’s order those before it are older', () => {
  expect(spent([refund(1), refund(25), refund(2)])).toBe(100);
});

test('an old one that was found again ends nothing: it stands where it was found', () => {
  expect(spent([refund(1), refund(50, { body: '' as RequestBody, restored: true }), refund(2)])).toBe(200);
});
