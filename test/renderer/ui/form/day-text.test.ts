import { expect, test } from 'vitest';
import { dayOf, shownDay, startOf, typedDay } from '../../../../renderer/ui/form/day-text.ts';

test.each([
  ['en-GB', '20/11/2026'],
  ['nl-NL', '20-11-2026'],
  ['fr-FR', '20/11/2026'],
  ['de-DE', '20.11.2026'],
])('writes a day for %s and reads the result', (region, text) => {
  expect(shownDay('2026-11-20', region)).toBe(text);
  expect(typedDay(text)).toBe('2026-11-20');
});

test.each([
  ['3.4.2026', '2026-04-03'],
  ['3 4 2026', '2026-04-03'],
  ['03042026', '2026-04-03'],
  ['2026-04-03', '2026-04-03'],
  ['29/02/2028', '2028-02-29'],
  ['  ', ''],
])('reads %j as the day %j, day before month', (text, day) => {
  expect(typedDay(text)).toBe(day);
});

test.each(['31/02/2026', '29-02-2026', '20/13/2026', '20/11/26', '20/11', 'tomorrow', '2026-1-1'])(
  'refuses %j as no day, or an unfinished day',
  (text) => {
    expect(typedDay(text)).toBeUndefined();
  },
);

test('shows an invalid day as empty', () => {
  expect(shownDay('', 'en-GB')).toBe('');
  expect(shownDay('2026-02-30', 'en-GB')).toBe('');
});

test('days follow local time and begin at local midnight', () => {
  expect(dayOf(new Date(2026, 10, 20, 13).getTime())).toBe('2026-11-20');
  expect(startOf('2026-11-20')).toBe(new Date(2026, 10, 20).getTime());
  expect(startOf('2026-12-31', 1)).toBe(new Date(2027, 0, 1).getTime());
});
