import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findBrowser, howToGetBrowser, profileParent } from '../../../tools/setup/browser.mjs';

type Machine = NonNullable<Parameters<typeof findBrowser>[0]>;

const bin = join('/', 'usr', 'bin');
const stub = '#!/bin/sh\nif ! [ -x /snap/bin/chromium ]; then\n  echo "requires the chromium snap"; exit 1\nfi\n';
const snap = '/snap/bin/chromium';

/** A machine with the given executables, each mapped to the beginning of its file. */
function machine(files: Readonly<Record<string, string>>, more: Partial<Machine> = {}): Machine {
  return {
    platform: 'linux',
    env: { PATH: ['/nowhere', bin].join(delimiter) },
    home: '/home/eva',
    isExecutable: (path) => path in files,
    headOf: (path) => files[path] ?? '',
    ...more,
  };
}

describe('on Linux', () => {
  test.each(['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'])(
    'finds %s in PATH',
    (name) => {
      expect(findBrowser(machine({ [join(bin, name)]: '\x7fELF' }))).toEqual({ path: join(bin, name), snap: false });
    },
  );

  test('prefers Chromium to Chrome, wherever both are in PATH', () => {
    const both = machine({
      [join(bin, 'chromium')]: '#!/bin/sh\n# Chromium launcher',
      [join('/nowhere', 'google-chrome')]: '',
    });
    expect(findBrowser(both)?.path).toBe(join(bin, 'chromium'));
  });

  test('skips the chromium-browser of Ubuntu without the snap', () => {
    const files = { [join(bin, 'chromium-browser')]: stub };
    expect(findBrowser(machine(files))).toBeUndefined();
    expect(findBrowser(machine({ ...files, [join(bin, 'google-chrome')]: '' }))?.path).toBe(join(bin, 'google-chrome'));
  });

  test('finds the snap, even outside PATH', () => {
    const found = { path: snap, snap: true };
    expect(findBrowser(machine({ [join(bin, 'chromium-browser')]: stub, [snap]: '' }))).toEqual(found);
    expect(findBrowser(machine({ [snap]: '' }, { env: {} }))).toEqual(found);
  });

  test('puts a snap’s profile where the snap can write', () => {
    expect(profileParent({ path: snap, snap: true }, '/home/eva')).toBe(
      join('/home/eva', 'snap', 'chromium', 'common'),
    );
    expect(profileParent({ path: snap, snap: true })).toContain(homedir());
    expect(profileParent({ path: join(bin, 'chromium'), snap: false })).toBe(tmpdir());
  });
});

test('on Windows, prefers Chrome to Edge', () => {
  const env = {
    ProgramFiles: 'C:\\Program Files',
    'ProgramFiles(x86)': 'C:\\Program Files (x86)',
    LOCALAPPDATA: 'C:\\L',
  };
  const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
  const chrome = 'C:\\L\\Google\\Chrome\\Application\\chrome.exe';
  expect(findBrowser(machine({ [edge]: '' }, { platform: 'win32', env }))?.path).toBe(edge);
  expect(findBrowser(machine({ [edge]: '', [chrome]: '' }, { platform: 'win32', env }))?.path).toBe(chrome);
});

test('on macOS, searches shared apps before personal apps', () => {
  const own = '/home/eva/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  const all = '/Applications/Chromium.app/Contents/MacOS/Chromium';
  expect(findBrowser(machine({ [own]: '' }, { platform: 'darwin' }))?.path).toBe(own);
  expect(findBrowser(machine({ [own]: '', [all]: '' }, { platform: 'darwin' }))?.path).toBe(all);
});

test('prefers TILLMATE_CHROMIUM and refuses an unusable path', () => {
  const env = { TILLMATE_CHROMIUM: '/opt/mine/chrome', PATH: bin };
  const files = { [join(bin, 'chromium')]: '' };
  expect(() => findBrowser(machine(files, { env }))).toThrow('/opt/mine/chrome is not executable');
  expect(findBrowser(machine({ ...files, '/opt/mine/chrome': '' }, { env }))?.path).toBe('/opt/mine/chrome');
});

test('explains how to get a browser on each system', () => {
  for (const platform of ['linux', 'win32', 'darwin'] as const)
    expect(howToGetBrowser(platform)).toMatch(/install .* TILLMATE_CHROMIUM/);
});
