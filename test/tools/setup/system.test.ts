import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pieces } from '../../../tools/setup/needs.mjs';
import {
  adviceToInstall,
  aptCommand,
  installStop,
  isThere,
  isUbuntu,
  withoutApt,
} from '../../../tools/setup/system.mjs';
import { folder } from '../../base/test-folder.ts';

const piecesNamed = (...names: readonly string[]) => pieces.filter(({ name }) => names.includes(name));

test.each([
  ['Debian', false, 'libsecret-1-0 chromium fonts-liberation dbus libsecret-1-dev', false],
  ['Ubuntu', true, 'libsecret-1-0 chromium-browser fonts-liberation dbus libsecret-1-dev', true],
])('without rights on %s, advises a single command', (_system, onUbuntu, packages, hasHint) => {
  const missing = piecesNamed('Chromium', 'libsecret', 'D-Bus', "D-Bus's dbus-send", "libsecret's headers");
  const { advice } = adviceToInstall(missing, onUbuntu);
  expect(advice).toContain(`    sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages}`);
  expect(advice).toContain("D-Bus's dbus-send: asks that bus for the keychain");
  expect(advice.some((line) => line.includes('is a snap'))).toBe(hasHint);
});

test.each([
  ['ID=debian\nVERSION_ID="12"', false],
  ['ID=ubuntu\nID_LIKE=debian', true],
  ['ID=zorin\nID_LIKE="ubuntu debian"', true],
  ['ID=linuxmint\nID_LIKE="ubuntu debian"', false],
  ['ID=raspbian\nHOME_URL="https://ubuntu.example/"', false],
])('recognises the relatives of Ubuntu: %j', (release, expected) => {
  expect(isUbuntu(release)).toBe(expected);
});

test('without apt, names each piece with its purpose', () => {
  expect(withoutApt(piecesNamed('libsecret', 'curl')).advice.join('\n')).toMatch(
    /^libsecret: reaches the keychain\ncurl: [\s\S]*called libsecret-1-0, curl\./,
  );
});

test('apt runs directly as root, otherwise through sudo without prompts', () => {
  const asRoot = aptCommand('root', ['update']);
  expect([asRoot[0], asRoot.at(-1)]).toEqual(['apt-get', 'update']);
  expect(aptCommand('sudo', ['update'])).toEqual(['sudo', '-n', 'DEBIAN_FRONTEND=noninteractive', ...asRoot]);
});

test('finds a command, a library and a header where they belong', () => {
  const found = piecesNamed('curl', 'libsecret', "libsecret's headers").map(
    (piece) => () => isThere(piece, { path: folder, libraries: [folder], headers: [folder] }),
  );
  expect(found.map((isFound) => isFound())).toEqual([false, false, false]);
  writeFileSync(join(folder, 'curl'), '', { mode: 0o755 });
  writeFileSync(join(folder, 'libsecret-1.so.0'), '');
  mkdirSync(join(folder, 'libsecret-1', 'libsecret'), { recursive: true });
  writeFileSync(join(folder, 'libsecret-1', 'libsecret', 'secret.h'), '');
  expect(found.map((isFound) => isFound())).toEqual([true, true, true]);
});

test('explains an unreachable archive without repeated lines', () => {
  const line = "E: Failed to fetch http://x/ Temporary failure resolving 'x'";
  const stop = installStop(piecesNamed('curl'), Array.from({ length: 40 }, () => line).join('\n'));
  expect(stop.message).toBe('Installation of curl failed.');
  expect(stop.advice[0]).toContain('No connection');
  expect(stop.advice.filter((one) => one === line)).toHaveLength(1);
});
