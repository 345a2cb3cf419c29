import { describe, expect, test } from 'vitest';
import { type Moment, nextRequest } from '../../main/refund/next-request.ts';
import { AT, REFUND, record } from './record.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

const moment = (change: Partial<Moment> = {}): Moment => ({
  now: AT + HOUR_MS,
  keyLastsMs: DAY_MS,
  timeUnknown: false,
  byKey: false,
  doubtful: false,
  ...change,
});

test('a refund is sent by its key, and read by its id once that is known', () => {
  expect(nextRequest(record(), moment())).toBe('send');
  expect(nextRequest(record({ refundId: REFUND }), moment())).toBe('read');
  expect(nextRequest(record({ refundId: REFUND }), moment({ byKey: true }))).toBe('send');
});

describe('a key', () => {
  test('is sent for as long as the service is trusted to remember it, and not a moment longer', () => {
    expect(nextRequest(record(), moment({ now: AT + DAY_MS }))).toBe('send');
    expect(nextRequest(record(), moment({ now: AT + DAY_MS + 1 }))).toBe('look-up');
  });

  test('is as old from a clock that was set back as from one that went on', () => {
    expect(nextRequest(record(), moment({ now: AT - DAY_MS - 1 }))).toBe('look-up');
  });

  test('counts anew from when a manager had it sent again', () => {
    const again = record({ sentAgainAt: AT + 3 * DAY_MS });
    expect(nextRequest(again, moment({ now: AT + 4 * DAY_MS }))).toBe('send');
    expect(nextRequest(again, moment({ now: AT + 4 * DAY_MS + 1 }))).toBe('look-up');
  });
});

test('a refund whose age only the service can tell is neither sent nor looked up before it has told the time', () => {
  expect(nextRequest(record(), moment({ timeUnknown: true }))).toBe('ask-time');
  expect(nextRequest(record({ refundId: REFUND }), moment({ timeUnknown: true }))).toBe('read');
  expect(nextRequest(record(), moment({ timeUnknown: true, now: AT + DAY_MS + 1 }))).toBe('ask-time');
});

test("a key is as old as the service's clock says", () => {
  const begun = record({ skewMs: -2 * DAY_MS });
  expect(nextRequest(begun, moment({ now: AT - 2 * DAY_MS }))).toBe('send');
  expect(nextRequest(begun, moment({ now: AT }))).toBe('look-up');
});

test('nothing is sent while it is doubtful, or while a manager has to decide', () => {
  expect(nextRequest(record(), moment({ doubtful: true }))).toBe('look-up');
  expect(nextRequest(record({ unsettled: 'absent' }), moment())).toBe('look-up');
});
