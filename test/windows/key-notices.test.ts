import { expect, test } from 'vitest';
import { keyNotices } from '../../main/windows/key-notices.ts';

const at = (day: string, hour = 12) => new Date(`${day}T${String(hour).padStart(2, '0')}:00:00`).getTime();
const renewal = { day: '2027-01-31', daysBefore: 14 };
const told = (now: number) => keyNotices(renewal, 'support', now).map(({ code, values }) => [code, values?.['days']]);

test('those who can replace the key are reminded from the day that was set, until it is replaced', () => {
  expect(told(at('2027-01-16', 23))).toEqual([]);
  expect(told(at('2027-01-17', 0))).toEqual([['key.renewal', 14]]);
  expect(told(at('2027-01-30'))).toEqual([['key.renewal', 1]]);
  expect(told(at('2027-01-31', 23))).toEqual([['key.renewal', 0]]);
  expect(told(at('2027-02-01', 0))).toEqual([['key.overdue', -1]]);
  expect(keyNotices(renewal, 'manager', at('2027-02-10'))).toMatchObject([{ values: { dayMs: at('2027-01-31', 0) } }]);
});

test('a cashier is not bothered with it, and nobody is where no day is set', () => {
  expect(keyNotices(renewal, 'cashier', at('2027-02-01'))).toEqual([]);
  expect(keyNotices(undefined, 'manager', at('2027-02-01'))).toEqual([]);
});
