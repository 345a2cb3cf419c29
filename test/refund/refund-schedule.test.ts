import { describe, expect, test } from 'vitest';
import { type Circumstances, nextRequest } from '../../main/refund/refund-schedule.ts';
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

test('a refund is sent by its key, and read by its id once that is known', () => {
  expect(nextRequest(record(), circumstances())).toBe('send');
  expect(nextRequest(record({ refundId: REFUND }), circumstances())).toBe('read');
  expect(nextRequest(record({ refundId: REFUND }), circumstances({ byKey: true }))).toBe('send');
});

describe('a key', () => {
  test('is sent for as long as the service is trusted to remember it, and not a circumstances longer', () => {
    expect(nextRequest(record(), circumstances({ now: AT + DAY_MS }))).toBe('send');
    expect(nextRequest(record(), circumstances({ now: AT + DAY_MS + 1 }))).toBe('look-up');
  });

  test('is as old from a clock that was set back as from one that went on', () => {
    expect(nextRequest(record(), circumstances({ now: AT - DAY_MS - 1 }))).toBe('look-up');
  });

  test('counts anew from when a manager had it sent again', () => {
    const again = record({ sentAgainAt: AT + 3 * DAY_MS });
    expect(nextRequest(again, circumstances({ now: AT + 4 * DAY_MS }))).toBe('send');
    expect(nextRequest(again, circumstances({ now: AT + 4 * DAY_MS + 1 }))).toBe('look-up');
    // It was begun by a clock that was three days ahead.
    const earlier = record({ sentAgainAt: AT - 3 * DAY_MS });
    expect(nextRequest(earlier, circumstances({ now: AT - 3 * DAY_MS }))).toBe('send');
  });
});

test('a refund whose age only the service can tell is neither sent nor looked up before it has told the time', () => {
  expect(nextRequest(record(), circumstances({ isTimeUnknown: true }))).toBe('ask-time');
  expect(nextRequest(record({ refundId: REFUND }), circumstances({ isTimeUnknown: true }))).toBe('read');
  expect(nextRequest(record(), circumstances({ isTimeUnknown: true, now: AT + DAY_MS + 1 }))).toBe('ask-time');
});

test("a key is as old as the service's clock says", () => {
  const begun = record({ skewMs: -2 * DAY_MS });
  expect(nextRequest(begun, circumstances({ now: AT - 2 * DAY_MS }))).toBe('send');
  expect(nextRequest(begun, circumstances({ now: AT }))).toBe('look-up');
});

test('a refund that a manager closed as not made is looked for, and not read by an id without proof', () => {
  expect(nextRequest(record({ stage: 'not-made', refundId: REFUND }), circumstances())).toBe('look-up');
});

test('nothing is sent while it is isLookUpDue, or while a manager has to decide', () => {
  expect(nextRequest(record(), circumstances({ isLookUpDue: true }))).toBe('look-up');
  expect(nextRequest(record({ unsettled: 'absent' }), circumstances())).toBe('look-up');
});
