import { describe, expect, test } from 'vitest';
import { type Circumstances, nextCall } from '../../main/refund/refund-schedule.ts';
import { AT, REFUND, record } from './refund-record.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

const circumstances = (change: Partial<Circumstances> = {}): Circumstances => ({
  now: AT + HOUR_MS,
  keyLastsMs: DAY_MS,
  isTimeUnknown: false,
  byKey: false,
  isLookUpDue: false,
  ...change,
});

test('a refund is sent by key, then read by id', () => {
  expect(nextCall(record(), circumstances())).toBe('send');
  expect(nextCall(record({ refundId: REFUND }), circumstances())).toBe('read');
  expect(nextCall(record({ refundId: REFUND }), circumstances({ byKey: true }))).toBe('send');
});

describe('a key', () => {
  test('is sent until its lifetime ends', () => {
    expect(nextCall(record(), circumstances({ now: AT + DAY_MS }))).toBe('send');
    expect(nextCall(record(), circumstances({ now: AT + DAY_MS + 1 }))).toBe('look-up');
  });

  test('ages alike when the clock was set back', () => {
    expect(nextCall(record(), circumstances({ now: AT - DAY_MS - 1 }))).toBe('look-up');
  });

  test('starts over when a manager sends again', () => {
    const again = record({ sentAgainAt: AT + 3 * DAY_MS });
    expect(nextCall(again, circumstances({ now: AT + 4 * DAY_MS }))).toBe('send');
    expect(nextCall(again, circumstances({ now: AT + 4 * DAY_MS + 1 }))).toBe('look-up');
    // The first sending had a clock three days ahead.
    const earlier = record({ sentAgainAt: AT - 3 * DAY_MS });
    expect(nextCall(earlier, circumstances({ now: AT - 3 * DAY_MS }))).toBe('send');
  });
});

test('a refund of unknown age waits for the time', () => {
  expect(nextCall(record(), circumstances({ isTimeUnknown: true }))).toBe('ask-time');
  expect(nextCall(record({ refundId: REFUND }), circumstances({ isTimeUnknown: true }))).toBe('read');
  expect(nextCall(record(), circumstances({ isTimeUnknown: true, now: AT + DAY_MS + 1 }))).toBe('ask-time');
});

test("a key ages by the service's clock", () => {
  const begun = record({ skewMs: -2 * DAY_MS });
  expect(nextCall(begun, circumstances({ now: AT - 2 * DAY_MS }))).toBe('send');
  expect(nextCall(begun, circumstances({ now: AT }))).toBe('look-up');
});

test('a refund closed as not made is looked up', () => {
  expect(nextCall(record({ stage: 'not-made', refundId: REFUND }), circumstances())).toBe('look-up');
});

test('nothing is sent while a look-up or decision is due', () => {
  expect(nextCall(record(), circumstances({ isLookUpDue: true }))).toBe('look-up');
  expect(nextCall(record({ unsettled: 'absent' }), circumstances())).toBe('look-up');
});
