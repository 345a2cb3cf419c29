import { expect, test } from 'vitest';
import { dailyName, handName, isDue, type Moment } from '../../main/backup/daily-backup.ts';

const at = (day: number, hours: number, minutes = 0) => new Date(2026, 10, day, hours, minutes).getTime();
const MINUTE_MS = 60_000;
const quiet: Moment = {
  now: at(22, 9),
  madeAt: at(21, 23, 59),
  failedAt: undefined,
  monotonic: 60 * MINUTE_MS,
  underWay: false,
  lastSaleAt: undefined,
};

test.each<readonly [string, Partial<Moment>, boolean]>([
  ['one was made yesterday', {}, true],
  ['none was made yet', { madeAt: undefined }, true],
  ['one was made today', { madeAt: at(22, 0) }, false],
  ['the clock was put back over midnight', { madeAt: at(23, 1) }, true],
  ['a sale or a refund is under way', { underWay: true }, false],
  ['somebody paid less than two minutes ago', { lastSaleAt: at(22, 9) - 2 * MINUTE_MS + 1 }, false],
  ['somebody paid two minutes ago', { lastSaleAt: at(22, 9) - 2 * MINUTE_MS }, true],
  ['one failed less than a quarter of an hour ago', { failedAt: 45 * MINUTE_MS + 1 }, false],
  ['one failed a quarter of an hour ago', { failedAt: 45 * MINUTE_MS }, true],
])('is due when %s (%j): %s', (_where, change, due) => {
  expect(isDue({ ...quiet, ...change })).toBe(due);
});

test('the name has POS, terminal, day and minute', () => {
  const name = { posId: 'TILL42', terminalId: '0f3a9c1e-5b7d-4f60-9d8a-000000000000' };
  expect(dailyName(name, at(2, 9, 5))).toBe('Tillmate-TILL42-0f3a9c1e-2026-11-02-0905.tillmate');
  expect(handName(name, at(22, 19, 30))).toBe('Tillmate-TILL42-0f3a9c1e-2026-11-22-1930-hand.tillmate');
});
