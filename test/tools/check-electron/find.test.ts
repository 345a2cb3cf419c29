import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { electronVersionIn, findElectron } from '../../../tools/check-electron/find.mjs';
import { folder as root } from '../../base/test-folder.ts';

beforeEach(() => {
  for (const name of ['electron', 'Tillmate.exe']) writeFileSync(join(root, name), '');
});

const find = (named: string | undefined, more: { platform?: NodeJS.Platform; env?: Record<string, string> } = {}) =>
  findElectron({ root, named, platform: 'linux', env: { DISPLAY: ':0' }, ...more });

test('without a binary, explains three ways of installing Electron', () => {
  expect(find(undefined)).toEqual({
    refusal: expect.arrayContaining([
      '  node tools/setup.mjs start --electron',
      '  ELECTRON_OVERRIDE_DIST_PATH=/path/to/dist npm run check-electron',
      '  npm run check-electron -- --electron=/path/to/Tillmate',
    ]),
  });
});

test('distinguishes plain Electron from an app with Electron inside', () => {
  expect(find(join(root, 'electron'))).toEqual({ binary: join(root, 'electron'), kind: 'electron' });
  expect(find(join(root, 'Tillmate.exe'))).toEqual({ binary: join(root, 'Tillmate.exe'), kind: 'app' });
});

test('names a missing file', () => {
  expect(find(join(root, 'nowhere'))).toMatchObject({
    refusal: [`File ${join(root, 'nowhere')} not found.`, '', expect.any(String), ...Array(6).fill(expect.any(String))],
  });
});

test('requires a display on Linux only', () => {
  const refused = find(join(root, 'electron'), { env: {} });
  expect('refusal' in refused && refused.refusal.join('\n')).toContain('xvfb-run');
  expect(find(join(root, 'electron'), { env: {}, platform: 'win32' })).toMatchObject({ kind: 'electron' });
});

test('reads the Electron version from the user agent', () => {
  const agent =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 tillmate/0.1.0 Chrome/150.0.1.2 Electron/45.4.1 Safari/537.36';
  expect(electronVersionIn(agent)).toBe('Electron 45.4.1 (Chrome 150.0.1.2)');
  expect(electronVersionIn('Mozilla/5.0 HeadlessChrome/150.0.1.2 Safari/537.36')).toBeUndefined();
});
