import { expect, test } from 'vitest';
import type { RequestBody } from '../../main/domain/payment-service.ts';
import type { RefundRecord } from '../../main/domain/refund-record.ts';
import { spentInADay } from '../../main/refund/spent-in-a-day.ts';
import { record } from './refund-record.ts';

const HOUR_MS = 60 * 60 * 1000;
const NOW = Date.UTC(2026, 10, 20, 9);

/** A refund made `hoursAgo` by the machine's clock; `skewMs` gives the service's. */
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

test('refunds of the last 24 hours count', () => {
  expect(spent([refund(0), refund(23.9), refund(24), refund(50)])).toBe(200);
});

test("other tills', approved and failed refunds do not count", () => {
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

test('refunds count across pages', () => {
  expect(spent(Array.from({ length: 45 }, () => refund(1)))).toBe(4_500);
  expect(spent(Array.from({ length: 40 }, () => refund(1)))).toBe(4_000);
});

test('a refund counts if recent by either clock', () => {
  // The machine's clock was set forward since: an hour ago by the service's clock.
  expect(spent([refund(30)], NOW - 29 * HOUR_MS)).toBe(100);
  // The machine's clock was behind at the refund, and is right now.
  expect(spent([refund(48, { skewMs: 47 * HOUR_MS })])).toBe(100);
  // The machine's clock was ahead: the refund is in the future.
  expect(spent([refund(-48, { skewMs: -72 * HOUR_MS })])).toBe(100);
});

test("without the service's time, the machine's clock counts", () => {
  const untold = (refunds: readonly RefundRecord[]) => {
    const journal = { newestRefunds: (skip: number, count: number) => refunds.slice(skip, skip + count) };
    return spentInADay(journal, { now: NOW, serviceNow: undefined });
  };
  expect(untold([refund(1), refund(25)])).toBe(100);
});

test('the first old refund ends the count', () => {
  expect(spent([refund(1), refund(25), refund(2)])).toBe(100);
});

test('an old recovered refund does not end the count', () => {
  expect(spent([refund(1), refund(50, { body: '' as RequestBody, restored: true }), refund(2)])).toBe(200);
});
