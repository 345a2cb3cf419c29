import { expect, test } from 'vitest';
import { requiredPieces } from '../../../tools/setup/needs.mjs';

function packages(...ask: Parameters<typeof requiredPieces>): string[] {
  return requiredPieces(...ask).flatMap((piece) => [...piece.packages]);
}

test('starting on Electron with a display needs no Chromium', () => {
  expect(packages('start', { platform: 'linux', electron: true, screen: true })).not.toContain('chromium');
});

test('starting without Electron, or without a display, needs Chromium', () => {
  expect(packages('start', { platform: 'linux', electron: false, screen: true })).toContain('chromium');
  expect(packages('start', { platform: 'linux', electron: true, screen: false })).toContain('chromium');
});

test('tests and figures need a keychain, a bus for it and a reader of QR codes; starting needs none of them', () => {
  const forTests = ['gnome-keyring', 'dbus', 'zbar-tools'];
  expect(packages('test', { platform: 'linux' })).toEqual(expect.arrayContaining(forTests));
  expect(packages('bench', { platform: 'linux' })).toEqual(expect.arrayContaining(forTests));
  expect(packages('start', { platform: 'linux' })).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/keyring|zbar/)]),
  );
});

test('a compiler is needed only where the keychain binding has to be compiled', () => {
  expect(packages('start', { platform: 'linux' })).not.toContain('build-essential');
  expect(packages('start', { platform: 'linux', compile: true })).toEqual(
    expect.arrayContaining(['build-essential', 'python3', 'pkg-config', 'libsecret-1-dev']),
  );
});

test('macOS and Windows need nothing from a package manager', () => {
  expect(packages('test', { platform: 'darwin', compile: true })).toEqual([]);
  expect(packages('start', { platform: 'win32' })).toEqual([]);
});
