import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pieces } from '../../../tools/setup/needs.mjs';
import { adviceToInstall, commands, installStop, isThere, unknownSystem } from '../../../tools/setup/system.mjs';
import { folder } from '../../base/test-folder.ts';

function pieceNamed(name: string) {
  const found = pieces.find((piece) => piece.name === name);
  if (found === undefined) throw new Error(`no piece ${name}`);
  return found;
}

describe('without the right to install, advice has a single command', () => {
  const missing = ['Chromium', 'libsecret', "D-Bus's dbus-send", "libsecret's headers"].map(pieceNamed);

  test.each([
    [
      'debian',
      'sudo apt-get update && sudo apt-get install -y --no-install-recommends chromium fonts-liberation libsecret-1-0 dbus libsecret-1-dev',
    ],
    [
      'ubuntu',
      'sudo apt-get update && sudo apt-get install -y --no-install-recommends chromium-browser fonts-liberation libsecret-1-0 dbus libsecret-1-dev',
    ],
    ...(['fedora', 'rhel'] as const).map(
      (family) =>
        [
          family,
          'sudo dnf install -y --setopt=install_weak_deps=False chromium liberation-fonts libsecret dbus-tools libsecret-devel',
        ] as const,
    ),
    ['arch', 'sudo pacman -S --needed --noconfirm chromium ttf-liberation libsecret dbus'],
    [
      'suse',
      'sudo zypper --non-interactive install --no-recommends chromium liberation-fonts libsecret-1-0 dbus-1-tools libsecret-devel',
    ],
  ] as const)('on %s: %s', (family, command) => {
    const { advice } = adviceToInstall(missing, family);
    expect(advice.map((line) => line.trim())).toContain(command);
    expect(advice).toContain("D-Bus's dbus-send: asks that bus for the keychain");
  });

  test('adds the notes of the distribution', () => {
    expect(adviceToInstall(missing, 'rhel').advice.join('\n')).toContain('sudo dnf install -y epel-release');
    expect(adviceToInstall(missing, 'ubuntu').advice.join('\n')).toContain('snap');
  });
});

test('on an unlisted Linux, names each piece with its purpose', () => {
  const stop = unknownSystem([pieceNamed('libsecret')], 'Alpine Linux v3.22', 'start');
  expect(stop.message).toContain('Alpine Linux v3.22');
  expect(stop.advice.join('\n')).toMatch(
    /libsecret: reaches the keychain[\s\S]*libsecret-1-0, on Fedora libsecret\.[\s\S]*npm start/,
  );
});

describe('set-up’s own install commands', () => {
  test('run directly as root, otherwise through sudo without prompts', () => {
    expect(commands(['dbus'], 'debian', 'root').install[0]).toBe('apt-get');
    expect(commands(['dbus'], 'debian', 'sudo').install.slice(0, 4)).toEqual([
      'sudo',
      '-n',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
    ]);
  });

  test.each([
    ['fedora', ['dnf', 'install', '-y', '--setopt=install_weak_deps=False', 'x']],
    ['arch', ['pacman', '-S', '--needed', '--noconfirm', 'x']],
    ['suse', ['zypper', '--non-interactive', 'install', '--no-recommends', 'x']],
  ] as const)('on %s', (family, install) => {
    expect(commands(['x'], family, 'root')).toEqual({ refresh: undefined, install });
  });
});

test('finds an executable command in PATH', () => {
  const curl = pieceNamed('curl');
  expect(isThere(curl, { path: folder })).toBe(false);
  writeFileSync(join(folder, 'curl'), '', { mode: 0o755 });
  expect(isThere(curl, { path: folder })).toBe(true);
});

test('finds a library and a header in the system’s folders', () => {
  writeFileSync(join(folder, 'libsecret-1.so.0'), '');
  expect(isThere(pieceNamed('libsecret'), { libraries: [folder] })).toBe(true);
  expect(isThere(pieceNamed("libsecret's headers"), { headers: [folder] })).toBe(false);
  mkdirSync(join(folder, 'libsecret-1', 'libsecret'), { recursive: true });
  writeFileSync(join(folder, 'libsecret-1', 'libsecret', 'secret.h'), '');
  expect(isThere(pieceNamed("libsecret's headers"), { headers: [folder] })).toBe(true);
});

test.each([
  ['debian', "E: Failed to fetch http://x/ Temporary failure resolving 'x'"],
  ['fedora', 'Curl error (6): Could not resolve hostname for https://x/ [Could not resolve host: x]'],
  ['arch', "error: failed retrieving file 'core.db' from x : Could not resolve host: x"],
  ['suse', 'Download (curl) error for http://x/: Could not resolve host: x'],
] as const)('on %s, explains an unreachable archive without repeated lines', (family, line) => {
  const said = Array.from({ length: 40 }, () => line);
  const stop = installStop([pieceNamed('curl')], family, said.join('\n'));
  expect(stop.message).toBe('Installation of curl failed.');
  expect(stop.advice[0]).toContain('No connection');
  expect(stop.advice.filter((one) => one === line)).toHaveLength(1);
});
