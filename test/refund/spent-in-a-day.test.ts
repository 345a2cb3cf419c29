import { expect, test } from 'vitest';
import type { RequestBody } from '../../main/domain/payment-service.ts';
import type { RefundRecord } from '../../main/domain/refund-record.ts';
import { spentInADay } from '../../main/refund/spent-in-a-day.ts';
import { record } from './refund-record.ts';

const HOUR_MS = 60 * 60 * 1000;
const NOW = Date.UTC(2026, 10, 20, 9);

/** A refund of 100 cents made `hoursAgo` by the machine's clock. */
const refund = (hoursAgo: number, change: Partial<RefundRecord> = {}): RefundRecord => ({
  ...record({ amount: 100, stage: 'refunded', at: NOW - hoursAgo * HOUR_MS }),
  ...change,
});
const body = '' as RequestBody;

test.each<[string, readonly RefundRecord[], number, number?]>([
  ['of the last 24 hours', [refund(0), refund(23.9), refund(24), refund(50)], 200],
  ['of other tills', [refund(1, { body })], 0],
  ['approved by a manager', [refund(1, { allowedBy: { role: 'manager' } })], 0],
  ['failed, refused or not made', (['failed', 'refused', 'not-made'] as const).map((stage) => refund(1, { stage })), 0],
  ['still open', (['sending', 'unconfirmed', 'pending'] as const).map((stage) => refund(1, { stage })), 300],
  ['on two pages', Array.from({ length: 40 }, () => refund(1)), 4_000],
  ['on three pages', Array.from({ length: 45 }, () => refund(1)), 4_500],
  ['of an hour ago, the clock set forward since', [refund(30)], 100, NOW - 29 * HOUR_MS],
  ['of an hour ago, the clock behind then', [refund(48, { skewMs: 47 * HOUR_MS })], 100],
  ['of the future, the clock ahead then', [refund(-48, { skewMs: -72 * HOUR_MS })], 100],
  ['without the time of the service', [refund(1), refund(25)], 100, Number.NaN],
  ['after an old one', [refund(1), refund(25), refund(2)], 100],
  ['after an old recovered one', [refund(1), refund(50, { body, restored: true }), refund(2)], 200],
])('refunds %s count', (_which, refunds, cents, serviceNow = NOW) => {
  const journal = { newestRefunds: (skip: number, count: number) => refunds.slice(skip, skip + count) };
  const clocks = { now: NOW, serviceNow: Number.isNaN(serviceNow) ? undefined : serviceNow };
  expect(spentInADay(journal, clocks)).toBe(cents);
});
