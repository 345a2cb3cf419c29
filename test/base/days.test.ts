import { describe, expect, test } from 'vitest';
import { dayAfter, listDaysOf, listedFrom, localDays, weekOf } from '../../main/base/days.ts';
import fc from './properties.ts';

const HOUR_MS = 3_600_000;
const utc = (text: string) => Date.parse(text);

test.each([
  ['Europe/Brussels', '2026-11-22', 24, '2026-11-21T23:00:00Z'],
  ['Europe/Brussels', '2026-03-29', 23, '2026-03-28T23:00:00Z'],
  ['Europe/Brussels', '2026-10-25', 25, '2026-10-24T22:00:00Z'],
  // The clock was put forward at midnight, so the day began at 01:00.
  ['America/Sao_Paulo', '2018-11-04', 23, '2018-11-04T03:00:00Z'],
  // The clock changes by half an hour, so the last hour has half the length.
  ['Australia/Lord_Howe', '2026-04-05', 25, '2026-04-04T13:00:00Z'],
  ['Asia/Kolkata', '2026-11-22', 24, '2026-11-21T18:30:00Z'],
])('in %s the %s has %i hours', (zone, day, count, from) => {
  const hours = localDays(zone).hoursOf(day);
  expect(hours.length).toBe(count);
  expect(hours[0]?.from).toBe(utc(from));
  expect(hours.at(-1)?.to).toBe(localDays(zone).stretchOf(dayAfter(day, 1)).from);
});

test('a repeated hour appears twice', () => {
  const { hoursOf } = localDays('Europe/Brussels');
  const shown = hoursOf('2026-10-25').map(({ from }) =>
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZone: 'Europe/Brussels' }).format(from),
  );
  expect(shown.slice(0, 5)).toEqual(['00', '01', '02', '02', '03']);
});

test('a skipped day is empty', () => {
  const { from, to } = localDays('Pacific/Apia').stretchOf('2011-12-30');
  expect(to).toBe(from);
  expect(localDays('Pacific/Apia').hoursOf('2011-12-30')).toEqual([]);
});

test('each moment is in a single hour of its day', () => {
  const zones = fc.constantFrom('Europe/Brussels', 'America/New_York', 'Africa/Cairo', 'Pacific/Chatham', 'UTC');
  const moments = fc.integer({ min: utc('2020-01-01T00:00:00Z'), max: utc('2030-01-01T00:00:00Z') });
  fc.assert(
    fc.property(zones, moments, (zone, at) => {
      const days = localDays(zone);
      const day = days.dayOf(at);
      const { from, to } = days.stretchOf(day);
      expect(at >= from && at < to).toBe(true);
      expect(days.dayOf(from - 1) < day).toBe(true);
      const hours = days.hoursOf(day);
      expect(hours.filter((hour) => at >= hour.from && at < hour.to).length).toBe(1);
      expect(hours.every((hour) => hour.to - hour.from <= HOUR_MS)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('a week runs from Monday to Sunday', () => {
  const week = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'];
  expect(weekOf('2026-11-16')).toEqual(week);
  expect(weekOf('2026-11-22')).toEqual(week);
  expect(weekOf('2027-01-01')[0]).toBe('2026-12-28');
});

describe('days of the provider', () => {
  test.each([
    ['in winter', '2026-11-20T12:00:00Z', '2026-11-21T08:00:00Z'],
    ['in summer', '2026-07-20T12:00:00Z', '2026-07-21T07:00:00Z'],
    ['before midnight in Brussels', '2026-11-20T22:59:59Z', '2026-11-21T08:00:00Z'],
    ['after midnight in Brussels, before it in UTC', '2026-11-20T23:00:00Z', '2026-11-22T08:00:00Z'],
    ['before the clock is put forward', '2026-03-28T12:00:00Z', '2026-03-29T07:00:00Z'],
    ['on the day with 23 hours', '2026-03-29T12:00:00Z', '2026-03-30T07:00:00Z'],
    ['before the clock is put back', '2026-10-24T12:00:00Z', '2026-10-25T08:00:00Z'],
    ['on the day with 25 hours', '2026-10-25T22:59:59Z', '2026-10-26T08:00:00Z'],
  ])('lists a day from 09:00 of the next, %s', (_when, paid, listed) => {
    expect(new Date(listedFrom(utc(paid)))).toEqual(new Date(listed));
  });

  test.each([
    ['winter', '2026-11-20T22:59:59Z', ['2026-11-20']],
    ['winter, after midnight', '2026-11-20T23:00:00Z', ['2026-11-20', '2026-11-21']],
    ['summer, after midnight', '2026-07-20T22:00:00Z', ['2026-07-20', '2026-07-21']],
  ])('names both days that may list a payment: %s', (_when, paid, days) => {
    expect(listDaysOf(utc(paid))).toEqual(days);
  });
});
