import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findBrowser, howToGetBrowser, profileParent } from '../../../tools/setup/browser.mjs';

type Machine = NonNullable<Parameters<typeof findBrowser>[0]>;

const bin = join('/', 'usr', 'bin');
const stub = '#!/bin/sh\nif ! [ -x /snap/bin/chromium ]; then\n  echo "requires the chromium snap"; exit 1\nfi\n';
const snap = '/snap/bin/chromium';

/** A machine that has these executables, each with what its file begins with. */
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
    '%s in PATH is a browser',
    (name) => {
      expect(findBrowser(machine({ [join(bin, name)]: '\x7fELF' }))).toEqual({ path: join(bin, name), snap: false });
    },
  );

  test('Chromium comes before Chrome, wherever in PATH they are', () => {
    const both = machine({
      [join(bin, 'chromium')]: '#!/bin/sh\n# Chromium launcher',
      [join('/nowhere', 'google-chrome')]: '',
    });
    expect(findBrowser(both)?.path).toBe(join(bin, 'chromium'));
  });

  test("Ubuntu's chromium-browser without the snap is no browser: what comes after it is taken", () => {
    const files = { [join(bin, 'chromium-browser')]: stub };
    expect(findBrowser(machine(files))).toBeUndefined();
    expect(findBrowser(machine({ ...files, [join(bin, 'google-chrome')]: '' }))?.path).toBe(join(bin, 'google-chrome'));
  });

  test('with the snap it is the snap, also where PATH does not name its folder', () => {
    const found = { path: snap, snap: true };
    expect(findBrowser(machine({ [join(bin, 'chromium-browser')]: stub, [snap]: '' }))).toEqual(found);
    expect(findBrowser(machine({ [snap]: '' }, { env: {} }))).toEqual(found);
  });

  test('the profile of a snap is where the snap can write, and where we see it', () => {
    expect(profileParent({ path: snap, snap: true }, '/home/eva')).toBe(
      join('/home/eva', 'snap', 'chromium', 'common'),
    );
    expect(profileParent({ path: snap, snap: true })).toContain(homedir());
    expect(profileParent({ path: join(bin, 'chromium'), snap: false })).toBe(tmpdir());
  });
});

test('Windows: Chrome, else the Edge that is part of it', () => {
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

test('macOS: the apps of everybody, and those of the person', () => {
  const own = '/home/eva/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  const all = '/Applications/Chromium.app/Contents/MacOS/Chromium';
  expect(findBrowser(machine({ [own]: '' }, { platform: 'darwin' }))?.path).toBe(own);
  expect(findBrowser(machine({ [own]: '', [all]: '' }, { platform: 'darwin' }))?.path).toBe(all);
});

test('TILLMATE_CHROMIUM comes first, and one that cannot be executed is a fault', () => {
  const env = { TILLMATE_CHROMIUM: '/opt/mine/chrome', PATH: bin };
  const files = { [join(bin, 'chromium')]: '' };
  expect(() => findBrowser(machine(files, { env }))).toThrow('names /opt/mine/chrome');
  expect(findBrowser(machine({ ...files, '/opt/mine/chrome': '' }, { env }))?.path).toBe('/opt/mine/chrome');
});

test('where there is none, the person reads what to install or set', () => {
  for (const platform of ['linux', 'win32', 'darwin'] as const)
    expect(howToGetBrowser(platform)).toMatch(/install .* TILLMATE_CHROMIUM/);
});
