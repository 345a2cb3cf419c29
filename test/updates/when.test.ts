import { describe, expect, test } from 'vitest';
import { compareVersions, isVersion } from '../../main/updates/release.ts';
import { chooseRelease, hindrance, type Moment, nextLook, placeInRollout } from '../../main/updates/when.ts';

const AMSTERDAM = 'Europe/Amsterdam';
const day = { opens: '08:00', closes: '22:00' };
const bar = { opens: '18:00', closes: '02:30' };
const at = (text: string) => Date.parse(text);

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

describe('opening hours delay an installation', () => {
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
    expect(hindrance({ ...quiet, hours, now: at(time) })).toBe(open ? 'opening-hours' : undefined);
  });

  test.each([
    // The hour from two to three at night does not exist: after 01:59 the clock shows 03:00.
    ['the night when the clock is put forward', bar, '2026-03-29T00:59:59Z', true],
    ['a minute later', bar, '2026-03-29T01:00:00Z', false],
    ['eight in the morning, in summer time already', day, '2026-03-29T06:00:00Z', true],
    ['an hour before', day, '2026-03-29T05:59:59Z', false],
    // Half past two occurs twice: closed from the first occurrence, open again when the hour repeats, until the second.
    ['the night when it is put back, 02:29 for the first time', bar, '2026-10-25T00:29:59Z', true],
    ['02:30 for the first time', bar, '2026-10-25T00:30:00Z', false],
    ['02:00 for the second time', bar, '2026-10-25T01:00:00Z', true],
    ['02:30 for the second time', bar, '2026-10-25T01:30:00Z', false],
  ] as const)('%s', (_name, hours, time, open) => {
    expect(hindrance({ ...quiet, hours, now: at(time) })).toBe(open ? 'opening-hours' : undefined);
  });
});

describe('hindrance of an installation', () => {
  const noon = at('2026-11-20T12:00:00Z');

  test.each<[string, Partial<Moment>, ReturnType<typeof hindrance>]>([
    ['nothing, at night', {}, undefined],
    ['the day', { now: noon }, 'opening-hours'],
    ['nothing, by day, where a manager lets it', { now: noon, alsoWhenOpen: true }, undefined],
    ['a sale at night', { underWay: true }, 'sale'],
    ['a sale by day, where a manager lets it', { now: noon, alsoWhenOpen: true, underWay: true }, 'sale'],
    ['a sale of just now', { lastSaleAt: quiet.now - 10 * 60_000 + 1 }, 'sale'],
    ['nothing ten minutes after a sale', { lastSaleAt: quiet.now - 10 * 60_000 }, undefined],
    ['nothing, where the clock was put back behind the last sale', { lastSaleAt: quiet.now + 9e6 }, undefined],
    ['a person, at night too', { needsPerson: true }, 'person'],
    ['no way back, at night too', { wayBack: false }, 'way-back'],
  ])('%s', (_name, change, expected) => {
    expect(hindrance({ ...quiet, ...change })).toBe(expected);
  });
});

test('tills look at different times, then every four hours', () => {
  const look = { startedAt: 1_000, lastTry: undefined, failed: false, place: 0 };
  expect(nextLook(look)).toBe(61_000);
  expect(nextLook({ ...look, place: 0.5 })).toBe(61_000 + 4.5 * 60_000);
  expect(nextLook({ ...look, lastTry: 5_000 })).toBe(5_000 + 4 * 3_600_000);
  expect(nextLook({ ...look, lastTry: 5_000, failed: true })).toBe(5_000 + 30 * 60_000);
});

const tills = Array.from({ length: 2_000 }, (_, number) => `till-${number}`);
const taking = (share: number, version = '1.1.0') =>
  tills.filter(
    (terminalId) => chooseRelease({ version, share }, { running: '1.0.0', failed: [], terminalId }) === 'take',
  );

describe('a staged roll-out', () => {
  test.each([5, 20, 50])('reaches about %i per cent of the tills, consistently', (share) => {
    const first = taking(share);
    expect(Math.abs(first.length / tills.length - share / 100)).toBeLessThan(0.03);
    expect(taking(share)).toEqual(first);
  });

  test('keeps its tills while growing, up to all tills', () => {
    const few = taking(10);
    expect(taking(40)).toEqual(expect.arrayContaining(few));
    expect(taking(0)).toEqual([]);
    expect(taking(100)).toEqual(tills);
  });

  test('begins with different tills for each version', () => {
    const first = new Set(taking(10));
    const again = taking(10, '1.2.0').filter((terminalId) => first.has(terminalId));
    expect(again.length).toBeLessThan(first.size / 2);
  });

  // Computed with sha256sum: the first 32 bits of the digest of both, divided by 2^32.
  test('gives a till the place computed by other programs', () => {
    expect(placeInRollout('till-1', '1.1.0')).toBeCloseTo(17.8162527, 6);
  });
});

test.each([
  ['1.0.0', 'none'],
  ['0.9.99', 'none'],
  ['1.0.1', 'take'],
  ['1.10.0', 'take'],
  ['2.0.0', 'failed-before'],
])('beside 1.0.0, where 2.0.0 did not start, %s is: %s', (version, choice) => {
  const till = { running: '1.0.0', failed: ['2.0.0'], terminalId: 'till-1' };
  expect(chooseRelease({ version, share: 100 }, till)).toBe(choice);
});

test('compares versions numerically and accepts only numbers', () => {
  expect(['1.10.0', '1.9.9', '1.9.10', '0.20.0'].sort(compareVersions)).toEqual([
    '0.20.0',
    '1.9.9',
    '1.9.10',
    '1.10.0',
  ]);
  expect(compareVersions('1.2.3', '1.2.3')).toBe(0);
  const texts = ['1.2', '1.2.3.4', 'v1.2.3', '01.2.3', '1.2.3-beta', '1.2.3+5', '1.2.123456', ' 1.2.3', ''];
  expect(texts.filter(isVersion)).toEqual([]);
});
