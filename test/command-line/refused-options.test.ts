import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { switches, valueOptions } from '../../main/command-line/options.ts';
import {
  foreignOptions,
  type InstalledOn,
  refuseOptions,
  switchNames,
} from '../../main/command-line/refused-options.ts';
import { chromiumSwitches } from '../host/chromium-switches.ts';

const folder = join(import.meta.dirname, 'Tillmate');
const linux: InstalledOn = { platform: 'linux', folder };
const windows: InstalledOn = { platform: 'win32', folder };
const mac: InstalledOn = { platform: 'darwin', folder };

const start = (on: InstalledOn, ...argv: readonly string[]) => refuseOptions(foreignOptions(argv, on));

describe('an installed app starts with', () => {
  test.each<readonly [string, InstalledOn, readonly string[]]>([
    ['nothing', linux, []],
    ['an empty word, as a launcher leaves for no file', linux, ['']],
    ['training', windows, ['--training']],
    ['a provisioning file', windows, ['--provision=D:\\shop.json']],
    ['a provisioning file as a word of its own', linux, ['--provision', '/media/usb/shop.json', '--training']],
    ['an export', linux, ['--export=payments', '--from', 'yesterday', '--out=/srv/p.csv', '--byte-order-mark']],
    ['no customer display', mac, ['--no-customer-display']],
    ['its own folder by name', linux, [`--user-data-dir=${folder}`]],
    ['its own folder as a word of its own', linux, ['--user-data-dir', folder]],
    ['its own folder by another way there', linux, [`--user-data-dir=${folder}/../Tillmate/`]],
    ["what the package's launcher adds", linux, ['--ozone-platform=x11', '--training']],
    ['what the Finder added', mac, ['-psn_0_1234567']],
    ['what the installer of an update adds', windows, ['--updated']],
    ['larger pages, a screen reader, no graphics card', linux, ['--force-device-scale-factor=1.5', '--disable-gpu']],
    ['a screen reader', windows, ['--force-renderer-accessibility']],
  ])('%s', (_what, on, argv) => {
    expect(() => start(on, ...argv)).not.toThrow();
  });

  test('every option of its own', () => {
    for (const option of [...valueOptions, ...switches, '--check'])
      expect(() => start(linux, option === '--user-data-dir' ? `${option}=${folder}` : option)).not.toThrow();
  });
});

describe('an installed app ends on', () => {
  test.each([
    ['--remote-debugging-port=9222'],
    ['--remote-debugging-port', '9222'],
    ['-remote-debugging-port=9222'],
    ['---remote-debugging-port=9222'],
    [' --remote-debugging-port=9222'],
    ['\t-remote-debugging-port=9222'],
    ['\u0085--remote-debugging-port=9222'],
    ['\ufeff--remote-debugging-port=9222'],
    ['--remote-debugging-pipe'],
    ['--remote-debugging-address=0.0.0.0'],
    ['--no-sandbox'],
    ['--No-Sandbox'],
    ['--disable-web-security'],
    ['--inspect'],
    ['--inspect-brk=0.0.0.0:9229'],
    ['--js-flags=--expose-gc'],
    ['--proxy-server=evil.test:3128'],
    ['--host-resolver-rules=MAP * evil.test'],
    ['--ignore-certificate-errors'],
    ['--load-extension=/elsewhere/evil'],
    ['--enable-logging=file'],
    ['--log-net-log=/elsewhere/net.json'],
    ['--utility-cmd-prefix=/elsewhere/evil'],
    ['--renderer-cmd-prefix=xterm -e gdb --args'],
    ['--gpu-launcher=/elsewhere/evil'],
    ['--type=renderer'],
    ['--user-data-dir=/elsewhere/folder'],
    ['--user-data-dir', '/elsewhere/folder'],
    ['--user-data-dir='],
    ['--training=yes'],
    ['--out', '--no-sandbox'],
    ['--byte-order-mark=yes'],
    ['--TRAINING'],
    ['--disable-gpu-sandbox'],
    ['--disable-gpu=--no-sandbox'],
    ['--ozone-platform=headless'],
    ['--ozone-platform=x11', '--ozone-platform=headless'],
    ['--force-device-scale-factor=1;--no-sandbox'],
    ['--', '--no-sandbox'],
    ['--'],
    ['-'],
    ['-psn_0_1'],
    ['/elsewhere/other-app'],
    ['.'],
    ['--provision', '-remote-debugging-port=9222'],
    ['--provision', ' --no-sandbox'],
    ['--provision', '--training', '--no-sandbox'],
    ['--provision', '/a.json', '/b.json'],
  ])('%j', (...argv) => {
    expect(() => start(linux, ...argv)).toThrow(expect.objectContaining({ code: 'start.option-refused' }));
  });

  test.each([
    ['/remote-debugging-port=9222'],
    ['/NO-SANDBOX'],
    ['--REMOTE-DEBUGGING-PORT=9222'],
    ['--provision', '/remote-debugging-port=9222'],
    ['--provision', '\u00a0/remote-debugging-port=9222'],
    ['--user-data-dir', '/no-sandbox'],
    ['--ozone-platform=x11'],
    ['--squirrel-firstrun'],
    ['--single-argument', 'x'],
  ])('%j on Windows', (...argv) => {
    expect(() => start(windows, ...argv)).toThrow(expect.objectContaining({ code: 'start.option-refused' }));
  });

  test('every other switch of Chromium', () => {
    const taken = new Set(['user-data-dir', 'disable-gpu', 'force-renderer-accessibility']);
    for (const name of [...chromiumSwitches].filter((name) => !taken.has(name)))
      for (const word of [`--${name}`, `--${name}=1`, `-${name}`])
        if (!/^--force-device-scale-factor=1$/.test(word)) expect(() => start(mac, word), word).toThrow();
  });

  test('the first foreign word, which the error names', () => {
    expect(() => start(linux, '--training', '--inspect=1', '--no-sandbox')).toThrow(
      expect.objectContaining({ values: { option: '--inspect=1' } }),
    );
    expect(() => start(linux, '--user-data-dir', '/elsewhere/x', '--no-sandbox')).toThrow(
      expect.objectContaining({ values: { option: '--user-data-dir=/elsewhere/x' } }),
    );
  });
});

test('refuses an AppImage started without a sandbox', () => {
  const code = (...argv: readonly string[]) => {
    try {
      refuseOptions(foreignOptions(argv, linux), 'AppImage');
    } catch (thrown) {
      return Reflect.get(Object(thrown), 'code');
    }
  };
  expect(code('--no-sandbox', '--training')).toBe('start.no-sandbox');
  expect(code('--training')).toBeUndefined();
  expect(code('--inspect', '--no-sandbox')).toBe('start.option-refused');
});

test('normalises switch names as Chromium does', () => {
  const argv = ['a', '--remote-debugging-port=1', '-no-sandbox', ' --inspect', '/Type=x', '--'];
  expect(switchNames(argv, 'linux')).toEqual(['remote-debugging-port', 'no-sandbox', 'inspect', '']);
  expect(switchNames(argv, 'win32')).toEqual(['remote-debugging-port', 'no-sandbox', 'inspect', 'type', '']);
});
