import { expect, test } from 'vitest';
import type { RefundRecord } from '../../main/domain/refund-record.ts';
import { type Circumstances, nextCall, type RefundCall } from '../../main/refund/refund-schedule.ts';
import { AT, REFUND, record } from './refund-record.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const id = { refundId: REFUND };
const again = { sentAgainAt: AT + 3 * DAY_MS };
const isTimeUnknown = true;

test.each<readonly [string, Partial<RefundRecord>, Partial<Circumstances>, RefundCall]>([
  ['without an id', {}, {}, 'send'],
  ['with an id', id, {}, 'read'],
  ['with a wrong id', id, { byKey: true }, 'send'],
  ['at the end of its key', {}, { now: AT + DAY_MS }, 'send'],
  ['after the end of its key', {}, { now: AT + DAY_MS + 1 }, 'look-up'],
  ['after the clock was set back', {}, { now: AT - DAY_MS - 1 }, 'look-up'],
  ['sent again by a manager', again, { now: AT + 4 * DAY_MS }, 'send'],
  ['sent again a day ago', again, { now: AT + 4 * DAY_MS + 1 }, 'look-up'],
  ['sent again, first by a clock ahead', { sentAgainAt: AT - 3 * DAY_MS }, { now: AT - 3 * DAY_MS }, 'send'],
  ['of unknown age', {}, { isTimeUnknown }, 'ask-time'],
  ['of unknown age, perhaps too old', {}, { isTimeUnknown, now: AT + DAY_MS + 1 }, 'ask-time'],
  ['of unknown age with an id', id, { isTimeUnknown }, 'read'],
  ['new by the service’s clock', { skewMs: -2 * DAY_MS }, { now: AT - 2 * DAY_MS }, 'send'],
  ['old by the service’s clock', { skewMs: -2 * DAY_MS }, { now: AT }, 'look-up'],
  ['closed as not made', { ...id, stage: 'not-made' }, {}, 'look-up'],
  ['with a look-up due', {}, { isLookUpDue: true }, 'look-up'],
  ['awaiting a decision', { unsettled: 'absent' }, {}, 'look-up'],
])('a refund %s has its next request', (_which, refund, change, call) => {
  const circumstances = { now: AT, keyLastsMs: DAY_MS, isTimeUnknown: false, byKey: false, isLookUpDue: false };
  expect(nextCall(record(refund), { ...circumstances, ...change })).toBe(call);
});
