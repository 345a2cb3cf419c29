import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { areaOf, notSimulated, root } from './areas.ts';

test('a folder stands for its files, and the tests that mirror it are let loose on them', () => {
  const area = areaOf('main/callback/');
  expect(area.files).toContain('main/callback/listener.ts');
  expect(area.tests).toEqual(['test/callback/**/*.test.ts']);
  expect(area.simulated).toBe(false);
});

test('a file has the tests of its folder, and of those that work through it', () => {
  const area = areaOf('main/domain/sale-record.ts');
  expect(area.files).toEqual(['main/domain/sale-record.ts']);
  expect(area.tests).toEqual([
    'test/domain/**/*.test.ts',
    'test/journal/**/*.test.ts',
    'test/sale/**/*.test.ts',
    'test/refund/**/*.test.ts',
  ]);
  expect(area.simulated).toBe(true);
});

test.each(notSimulated)('%s, which is left out of the simulation, is there', (place) => {
  expect(existsSync(join(root, place))).toBe(true);
});

test.each(['main/nothing', 'main/index.ts'])('%s, which is not there or has no tests, is said so', (place) => {
  expect(() => areaOf(place)).toThrow(/^There is no /);
});
