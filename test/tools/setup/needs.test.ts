import { expect, test } from 'vitest';
import { families } from '../../../tools/setup/distribution.mjs';
import { goesWithoutKeychain, isForKeychain, purposes, requiredPieces } from '../../../tools/setup/needs.mjs';

function names(...ask: Parameters<typeof requiredPieces>): string[] {
  return requiredPieces(...ask).map((piece) => piece.name);
}

test('starting on Electron with a display needs no Chromium', () => {
  expect(names('start', { platform: 'linux', electron: true, screen: true })).not.toContain('Chromium');
});

test('starting without Electron, or without a display, needs Chromium', () => {
  expect(names('start', { platform: 'linux', electron: false, screen: true })).toContain('Chromium');
  expect(names('start', { platform: 'linux', electron: true, screen: false })).toContain('Chromium');
});

test('tests and figures need a keychain and a bus for it; starting needs neither', () => {
  const forTests = ['GNOME Keyring', 'D-Bus', "D-Bus's dbus-send"];
  expect(names('test', { platform: 'linux' })).toEqual(expect.arrayContaining(forTests));
  expect(names('bench', { platform: 'linux' })).toEqual(expect.arrayContaining(forTests));
  for (const name of forTests) expect(names('start', { platform: 'linux' })).not.toContain(name);
});

test('a compiler is needed only where the keychain binding has to be compiled', () => {
  expect(names('start', { platform: 'linux' })).not.toContain('a C++ compiler');
  expect(names('start', { platform: 'linux', compile: true })).toEqual(
    expect.arrayContaining(['a C++ compiler', 'Python 3', 'pkg-config', "libsecret's headers"]),
  );
});

test('macOS and Windows need nothing from a package manager', () => {
  expect(names('test', { platform: 'darwin', compile: true })).toEqual([]);
  expect(names('start', { platform: 'win32' })).toEqual([]);
});

test('the app starts without what only the keychain needs; tests, figures and installers do not', () => {
  expect(purposes.filter(goesWithoutKeychain)).toEqual(['start', 'demo']);
  const machine = { platform: 'linux', electron: true, screen: true, compile: true } as const;
  expect(requiredPieces('start', machine).every(isForKeychain)).toBe(true);
  expect(
    requiredPieces('test', machine)
      .filter((piece) => !isForKeychain(piece))
      .map(({ name }) => name),
  ).toEqual(['Chromium', 'GNOME Keyring', 'D-Bus', "D-Bus's dbus-send", 'curl']);
});

test('each piece has its packages in every family', () => {
  for (const piece of requiredPieces('test', { platform: 'linux', compile: true }))
    for (const family of Object.keys(families) as (keyof typeof families)[])
      expect(piece.packages[family], `${piece.name} on ${family}`).not.toHaveLength(0);
});
