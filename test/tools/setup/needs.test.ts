import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import {
  goesWithoutKeychain,
  isPurpose,
  needsChain,
  pieces,
  purposes,
  requiredPieces,
} from '../../../tools/setup/needs.mjs';

type Asked = Parameters<typeof requiredPieces>;
const names = (purpose: Asked[0], machine: Partial<Asked[1]>) =>
  requiredPieces(purpose, { platform: 'linux', ...machine }).map(({ name }) => name);

const inWindows = ['libsecret', 'Chromium', 'GNOME Keyring', 'D-Bus', "D-Bus's dbus-send"];
const compiler = ['a C++ compiler', 'Python 3', 'pkg-config', "libsecret's headers"];

test.each<readonly [Asked[0], Partial<Asked[1]>, readonly string[]]>([
  ['start', { electron: true, screen: true }, ['libsecret']],
  ['start', { electron: false, screen: true }, ['libsecret', 'Chromium']],
  ['start', { electron: true, screen: false }, ['libsecret', 'Chromium']],
  ['start', { electron: true, screen: true, compile: true }, ['libsecret', ...compiler]],
  ['demo', {}, inWindows],
  ['bench', {}, inWindows],
  ['test', {}, [...inWindows, 'curl', 'PostgreSQL']],
  ['dist', {}, ['libsecret', 'rpmbuild']],
  ['sandbox', { compile: true }, []],
  ['chain', { compile: true }, []],
  ['test', { platform: 'darwin', compile: true }, []],
  ['start', { platform: 'win32' }, []],
])('%s on %j needs %j', (purpose, machine, needed) => {
  expect(names(purpose, machine)).toEqual(needed);
});

test('only start and demo work without keychain parts', () => {
  expect(purposes.filter(goesWithoutKeychain)).toEqual(['start', 'demo']);
  expect(pieces.filter(({ forKeychain }) => forKeychain).map(({ name }) => name)).toEqual(['libsecret', ...compiler]);
});

test('types sets up the packages of the collector', () => {
  const purpose = packageJson.scripts.pretypes.split(' ').at(-1) ?? '';
  expect(isPurpose(purpose) && needsChain(purpose)).toBe(true);
});
