import { mkdirSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isFresh, newestChange } from '../../../tools/build/ensure-built.mjs';
import { folder } from '../../base/test-folder.ts';

test('a build is stale if incomplete or older than sources', () => {
  expect(isFresh({ builtAt: 20, newestSource: 10, productsThere: true })).toBe(true);
  expect(isFresh({ builtAt: 10, newestSource: 20, productsThere: true })).toBe(false);
  expect(isFresh({ builtAt: 20, newestSource: 10, productsThere: false })).toBe(false);
});

test('notices changed and deleted files in deep folders', () => {
  const deep = join(folder, 'main', 'sale');
  const file = join(deep, 'next.ts');
  mkdirSync(deep, { recursive: true });
  writeFileSync(file, '');
  const past = new Date('2020-01-01T00:00:00Z');
  const later = new Date('2021-01-01T00:00:00Z');
  for (const path of [deep, join(folder, 'main'), folder]) utimesSync(path, past, past);
  utimesSync(file, later, later);
  expect(newestChange(folder)).toBe(later.getTime());
  unlinkSync(file);
  expect(newestChange(folder)).toBeGreaterThan(later.getTime());
});

test('treats a missing source as unchanged', () => {
  expect(newestChange(join(folder, 'nowhere'))).toBe(0);
});
