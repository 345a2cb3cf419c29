import { expect, test } from 'vitest';
import { daysFault, thisWeek, timesOf } from '../../../../renderer/till/payments/days-wanted.ts';

const NOW = new Date(2026, 10, 20, 13).getTime();
const fault = (from: string, to: string, where: 'till' | 'all' = 'till') => {
  const found = daysFault({ from, to }, where, NOW);
  return found && [found.field, found.error.code];
};

test('days last from their first moment to their last', () => {
  expect(timesOf({ from: '2026-11-20', to: '2026-11-20' })).toEqual({
    from: new Date(2026, 10, 20).getTime(),
    before: new Date(2026, 10, 21).getTime(),
  });
  expect(timesOf({ from: '', to: '' })).toEqual({});
});

test('a week ends with today', () => {
  expect(thisWeek(NOW)).toEqual({ from: '2026-11-14', to: '2026-11-20' });
});

test.each([
  ['', ''],
  ['2026-11-20', ''],
  ['', '2026-11-20'],
  ['2020-01-01', '2026-11-20'],
])('this till is searched from "%s" to "%s"', (from, to) => {
  expect(fault(from, to)).toBeUndefined();
});

test.each([
  ['2026-11-21', '', ['from', 'range.future']],
  ['', '2026-11-21', ['to', 'range.future']],
  ['2026-11-20', '2026-11-19', ['to', 'range.order']],
])('from "%s" to "%s" says what is wrong, and where', (from, to, said) => {
  expect([fault(from, to), fault(from, to, 'all')]).toContainEqual(said);
  expect(fault(from, to)).toEqual(said);
});

test('the service is asked for two days and what is between them, 400 at most', () => {
  expect(fault('', '2026-11-20', 'all')).toEqual(['from', 'range.both-ends']);
  expect(fault('2026-11-20', '', 'all')).toEqual(['to', 'range.both-ends']);
  expect(fault('2025-10-17', '2026-11-20', 'all')).toBeUndefined();
  expect(daysFault({ from: '2025-10-16', to: '2026-11-20' }, 'all', NOW)).toMatchObject({
    field: 'from',
    error: { code: 'range.too-long', values: { max: 400, days: 401 } },
  });
});
