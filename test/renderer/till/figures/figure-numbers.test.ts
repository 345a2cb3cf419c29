import { expect, test } from 'vitest';
import { hourNames, totalOf } from '../../../../renderer/till/figures/figure-numbers.ts';

const hour = (from: number, count: number) => ({ from, to: from + 1, count, cents: count * 100 });

test('adds the time zone only to repeated hours', () => {
  const shown = ['01:00', '02:00', '02:00', '03:00'];
  const zones = ['CEST', 'CEST', 'CET', 'CET'];
  const clockTime = (at: number) => shown[at] ?? '';
  const timeInZone = (at: number) => `${shown[at]} ${zones[at]}`;
  const hours = shown.map((_, from) => ({ from }));
  expect(hourNames(hours, { clockTime, timeInZone })).toEqual(['01:00', '02:00 CEST', '02:00 CET', '03:00']);
});

test('totals counts and cents', () => {
  expect(totalOf([hour(0, 2), hour(1, 3)])).toEqual({ count: 5, cents: 500 });
  expect(totalOf([])).toEqual({ count: 0, cents: 0 });
});
