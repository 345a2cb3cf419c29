import { describe, expect, test } from 'vitest';
import { isOpenAt } from '../../main/updates/opening-hours.ts';
import { hindrance, type Moment, nextLook, QUIET_MS } from '../../main/updates/when.ts';

const AMSTERDAM = 'Europe/Amsterdam';
const day = { opens: '08:00', closes: '22:00' };
const bar = { opens: '18:00', closes: '02:30' };
const at = (text: string) => Date.parse(text);

describe('opening hours', () => {
  test.each([
    [day, '2026-11-20T06:59:59Z', false],
    [day, '2026-11-20T07:00:00Z', true],
    [day, '2026-11-20T20:59:59Z', true],
    [day, '2026-11-20T21:00:00Z', false],
    [bar, '2026-11-20T16:59:00Z', false],
    [bar, '2026-11-20T17:00:00Z', true],
    [bar, '2026-11-20T23:00:00Z', true],
    [bar, '2026-11-21T01:29:59Z', true],
    [bar, '2026-11-21T01:30:00Z', false],
    [{ opens: '09:00', closes: '09:00' }, '2026-11-20T03:00:00Z', true],
  ] as const)('%j at %s: %s', (hours, time, open) => {
    expect(isOpenAt(hours, at(time), AMSTERDAM)).toBe(open);
  });

  test.each([
    // From two to three at night is no time at all: at 02:59 the clock shows 03:00 next.
    ['the night when the clock is put forward', bar, '2026-03-29T00:59:59Z', true],
    ['a minute later', bar, '2026-03-29T01:00:00Z', false],
    ['eight in the morning, in summer time already', day, '2026-03-29T06:00:00Z', true],
    ['an hour before', day, '2026-03-29T05:59:59Z', false],
    // Half past two comes twice: closed from the first one, open again as the hour is shown again, until the second.
    ['the night when it is put back, 02:29 for the first time', bar, '2026-10-25T00:29:59Z', true],
    ['02:30 for the first time', bar, '2026-10-25T00:30:00Z', false],
    ['02:00 for the second time', bar, '2026-10-25T01:00:00Z', true],
    ['02:30 for the second time', bar, '2026-10-25T01:30:00Z', false],
  ] as const)('%s', (_name, hours, time, open) => {
    expect(isOpenAt(hours, at(time), AMSTERDAM)).toBe(open);
  });
});

describe('what keeps an update from being installed', () => {
  const quiet: Moment = {
    now: at('2026-11-21T02:00:00Z'),
    hours: day,
    alsoWhenOpen: false,
    underWay: false,
    lastSaleAt: undefined,
    needsPerson: false,
    wayBack: true,
    timeZone: AMSTERDAM,
  };
  const noon = at('2026-11-20T12:00:00Z');

  test.each<[string, Partial<Moment>, ReturnType<typeof hindrance>]>([
    ['nothing, at night', {}, undefined],
    ['the day', { now: noon }, 'opening-hours'],
    ['nothing, by day, where a manager lets it', { now: noon, alsoWhenOpen: true }, undefined],
    ['a sale at night', { underWay: true }, 'sale'],
    ['a sale by day, where a manager lets it', { now: noon, alsoWhenOpen: true, underWay: true }, 'sale'],
    ['a sale of just now', { lastSaleAt: quiet.now - QUIET_MS + 1 }, 'sale'],
    ['nothing ten minutes after a sale', { lastSaleAt: quiet.now - QUIET_MS }, undefined],
    ['nothing, where the clock was put back behind the last sale', { lastSaleAt: quiet.now + 9e6 }, undefined],
    ['a person, at night too', { needsPerson: true }, 'person'],
    ['no way back, at night too', { wayBack: false }, 'way-back'],
  ])('%s', (_name, change, expected) => {
    expect(hindrance({ ...quiet, ...change })).toBe(expected);
  });
});

test('tills that start together look one after the other, then every four hours, sooner after a failure', () => {
  const look = { startedAt: 1_000, lastTry: undefined, failed: false, place: 0 };
  expect(nextLook(look)).toBe(61_000);
  expect(nextLook({ ...look, place: 0.5 })).toBe(61_000 + 4.5 * 60_000);
  expect(nextLook({ ...look, lastTry: 5_000 })).toBe(5_000 + 4 * 3_600_000);
  expect(nextLook({ ...look, lastTry: 5_000, failed: true })).toBe(5_000 + 30 * 60_000);
});
