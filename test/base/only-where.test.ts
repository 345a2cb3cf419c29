import { expect, test } from 'vitest';
import { notOnWindows, onlyOnLinux, onlyWhere } from './only-where.ts';

test('what is not there skips the test and keeps the reason for the report', () => {
  expect(onlyWhere('with a printer', false, 'prints')).toEqual({
    skip: true,
    meta: { onlyWhere: { where: 'with a printer', why: 'prints' } },
  });
});

test('on Linux nothing is skipped for the sake of the system, on Windows both kinds are', () => {
  expect([onlyOnLinux('x').skip, notOnWindows('x').skip]).toEqual([
    process.platform !== 'linux',
    process.platform === 'win32',
  ]);
});
