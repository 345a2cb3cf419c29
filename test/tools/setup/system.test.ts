import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requiredPieces } from '../../../tools/setup/needs.mjs';
import { adviceToInstall, aptCommands, aptStop, isThere } from '../../../tools/setup/system.mjs';

const pieces = requiredPieces('test', { platform: 'linux', compile: true });
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-setup-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function pieceNamed(name: string) {
  const found = pieces.find((piece) => piece.name === name);
  if (found === undefined) throw new Error(`no piece ${name}`);
  return found;
}

test('who may not install reads one command to paste', () => {
  const stop = adviceToInstall([pieceNamed('ZBar'), pieceNamed('D-Bus')], 'ask', 'test');
  expect(stop.advice.map((line) => line.trim())).toContain(
    'sudo apt-get update && sudo apt-get install -y zbar-tools dbus',
  );
});

test('on a system without apt the pieces are named with what they are for', () => {
  const stop = adviceToInstall([pieceNamed('ZBar')], 'no-apt', 'test');
  expect(stop.advice.join('\n')).toContain('ZBar: reads the QR code from a picture');
});

test('root installs directly, others through sudo that asks no password', () => {
  expect(aptCommands(['dbus'], 'root').install[0]).toBe('apt-get');
  expect(aptCommands(['dbus'], 'sudo').install.slice(0, 2)).toEqual(['sudo', '-n']);
});

test('a command counts when PATH has it and it can be run', () => {
  const zbar = pieceNamed('ZBar');
  expect(isThere(zbar, { path: folder })).toBe(false);
  writeFileSync(join(folder, 'zbarimg'), '');
  chmodSync(join(folder, 'zbarimg'), 0o755);
  expect(isThere(zbar, { path: folder })).toBe(true);
});

test('a library and a header count where the system keeps them', () => {
  writeFileSync(join(folder, 'libsecret-1.so.0'), '');
  expect(isThere(pieceNamed('libsecret'), { libraries: [folder] })).toBe(true);
  expect(isThere(pieceNamed("libsecret's headers"), { headers: [folder] })).toBe(false);
  mkdirSync(join(folder, 'libsecret-1', 'libsecret'), { recursive: true });
  writeFileSync(join(folder, 'libsecret-1', 'libsecret', 'secret.h'), '');
  expect(isThere(pieceNamed("libsecret's headers"), { headers: [folder] })).toBe(true);
});

test('without a network the person reads that the archive is out of reach, not forty lines of apt', () => {
  const said = Array.from(
    { length: 40 },
    (_, at) => `E: Failed to fetch http://x/${at} Temporary failure resolving 'x'`,
  );
  const stop = aptStop([pieceNamed('ZBar')], ['zbar-tools'], said.join('\n'));
  expect(stop.message).toBe('ZBar could not be installed.');
  expect(stop.advice[0]).toContain('could not be reached');
  expect(stop.advice.filter((line) => line.startsWith('E:'))).toHaveLength(1);
});
