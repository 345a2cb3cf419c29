import { describe, expect, test } from 'vitest';
import { chooseRelease, placeInRollout } from '../../main/updates/choose-release.ts';
import { compareVersions, isVersion } from '../../main/updates/versions.ts';

const tills = Array.from({ length: 2_000 }, (_, number) => `till-${number}`);
const taking = (share: number, version = '1.1.0') =>
  tills.filter(
    (terminalId) => chooseRelease({ version, share }, { running: '1.0.0', failed: [], terminalId }) === 'take',
  );

describe('a staged roll-out', () => {
  test.each([5, 20, 50])('reaches about %i per cent of the tills, and the same ones at each look', (share) => {
    const first = taking(share);
    expect(Math.abs(first.length / tills.length - share / 100)).toBeLessThan(0.03);
    expect(taking(share)).toEqual(first);
  });

  test('keeps whom it has as it grows, and ends with everybody', () => {
    const few = taking(10);
    expect(taking(40)).toEqual(expect.arrayContaining(few));
    expect(taking(0)).toEqual([]);
    expect(taking(100)).toEqual(tills);
  });

  test('does not begin with the same tills each time', () => {
    const first = new Set(taking(10));
    const again = taking(10, '1.2.0').filter((terminalId) => first.has(terminalId));
    expect(again.length).toBeLessThan(first.size / 2);
  });

  // Worked out by sha256sum: the first 32 bits of its digest of both, divided by 2^32.
  test('gives a till the place that any other program would work out', () => {
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

test('versions are compared by their numbers, and are nothing but numbers', () => {
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
