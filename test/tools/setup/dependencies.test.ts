import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isNetworkFault, lockDifferences, missingDependencies, npmStop } from '../../../tools/setup/dependencies.mjs';

const locked = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/zod': { version: '4.6.7' },
    'node_modules/vite': { version: '8.3.8' },
    'node_modules/@rolldown/binding-win32-x64-msvc': { version: '1.0.0', optional: true },
  },
};

const zod = { 'node_modules/zod': { version: '4.6.7' } };
const vite = { 'node_modules/vite': { version: '8.3.8' } };

test.each([
  ['none when everything is there, packages for other platforms left aside', { ...zod, ...vite }, []],
  ['one that the lock file names and node_modules lacks', zod, ['vite']],
  [
    'one whose version changed, an optional one too',
    {
      ...vite,
      'node_modules/zod': { version: '4.6.6' },
      'node_modules/@rolldown/binding-win32-x64-msvc': { version: '0.9.0' },
    },
    ['zod', '@rolldown/binding-win32-x64-msvc'],
  ],
  ['all of them after an installation that was broken off', undefined, ['zod', 'vite']],
])('packages to install: %s', (_which, packages, names) => {
  expect(lockDifferences(locked, packages === undefined ? {} : { packages })).toEqual(names);
});

test('a package with a record but without files is installed', () => {
  const root = mkdtempSync(join(tmpdir(), 'tillmate-setup-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, content: object) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), JSON.stringify(content));
  };
  write('package-lock.json', locked);
  write('node_modules/.package-lock.json', { packages: { ...zod, ...vite } });
  write('node_modules/zod/package.json', {});
  expect(missingDependencies(root)).toEqual(['vite']);
});

describe('advice after a failed npm run', () => {
  test('names the unreachable registry and the fix', () => {
    const stop = npmStop(
      'Installation of the npm packages failed.',
      'npm error code ECONNREFUSED\nnpm error syscall connect\nnpm error A complete log of this run can be found in: x',
    );
    expect(stop.advice.join('\n')).toMatch(/No connection to the npm registry/);
    expect(stop.advice.join('\n')).toContain('npm config set registry');
    expect(stop.advice.join('\n')).not.toContain('A complete log');
  });

  test('otherwise repeats the complaint without the usage text', () => {
    const stop = npmStop(
      'Installation of the npm packages failed.',
      'npm error code EUSAGE\nnpm error\nnpm error Missing: x',
    );
    expect(stop.advice).toEqual(['code EUSAGE', 'Missing: x']);
  });

  test('a failed name look-up is a network fault, unlike checksums', () => {
    expect(isNetworkFault('npm error code EAI_AGAIN')).toBe(true);
    expect(isNetworkFault('npm error code EINTEGRITY')).toBe(false);
  });
});
