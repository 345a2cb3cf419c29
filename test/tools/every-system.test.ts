import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

/**
 * Code that would fail on Windows: each use is listed with its alternative there. Programs have their own test,
 * `test/tools/setup/programs.test.ts`.
 */

const root = join(import.meta.dirname, '../..');

interface Habit {
  readonly name: string;
  readonly pattern: RegExp;
  /** Files that may use the pattern, with the reason. */
  readonly may: Readonly<Record<string, string>>;
}

const habits: readonly Habit[] = [
  {
    name: 'a folder that only Linux has',
    pattern: /['"`]\/(?:proc|sys|dev|etc|usr|run|snap|tmp)\b/,
    may: {
      'test/bench/payouts/reconciling-process.ts': 'looked at on Linux only',
      'test/e2e/harness/places-of-secrets.ts': 'looked at on Linux only',
      'test/host/app.test.ts': 'looked at on Linux only',
      'test/host/single-instance.ts': 'where it is missing the process id alone tells',
      'test/journal/disks.ts': 'looked at on Linux only',
      'test/sandbox/curl-line.test.ts': 'a text among others: nothing is opened',
      'test/command-line/options.test.ts': 'a text among others: nothing is opened',
      'test/base/folder-safety.test.ts': 'a machine that is described, not this one',
      'test/identity/keychain-error.test.ts': 'a text among others: nothing is opened',
      'test/tools/setup/browser.test.ts': 'a machine that is described, not this one',
      'tools/keyring/session.mjs': 'where it is missing the temporary folder does',
      'tools/setup/browser.mjs': 'looked at on Linux only',
      'tools/setup/system.mjs': 'looked at on Linux only',
    },
  },
  {
    name: 'permission bits',
    pattern: /\bchmod(?:Sync)?\(|\.mode & 0o/,
    may: {
      'test/e2e/training.test.ts': 'in a test that is left out on Windows',
      'test/export/write-export.test.ts': 'looks at nothing on Windows',
      'test/register/folder.test.ts': 'in a test that is left out on Windows',
      'test/shell/update-installer.test.ts': 'in tests that are left out on Windows',
      'test/tools/dist/installers.test.ts': 'in a test that is left out on Windows',
      'test/sandbox/http/state-file.test.ts': 'in a test that is left out on Windows',
      'test/provisioning/provisioning-steps.test.ts': 'looks at the folder on Windows',
      'test/support/private-files.test.ts': 'in tests that are left out on Windows',
    },
  },
  {
    name: 'who somebody is',
    pattern: /\bprocess\.[gs]ete?[ug]id\(/,
    may: {},
  },
  {
    name: 'a signal that Windows does not send',
    pattern: /['"]SIG(?:USR1|USR2|STOP|CONT|PIPE|QUIT|ALRM|WINCH)['"]/,
    may: {
      'test/e2e/harness/places-of-secrets.ts': 'not sent on Windows',
      'test/e2e/outage.test.ts': 'in a test that is left out on Windows',
      'test/host/app.test.ts': 'in a test that is left out on Windows',
    },
  },
  {
    name: 'a signal that is sent to be heard',
    pattern: /\.kill\(['"]SIG(?:TERM|INT|HUP)['"]\)/,
    may: {
      'test/e2e/windows.test.ts': 'in a test that is left out on Windows',
      'test/host/app.test.ts': 'in a test that is left out on Windows',
      'test/host/ask-to-quit.ts': 'another way is taken on Windows',
      'test/sandbox/cli.test.ts': 'the service has nothing to write down when it ends',
      'test/tools/keyring/session.test.ts': 'in a test that is left out on Windows',
      'tools/start.mjs': 'what the terminal sends is passed on; Windows sends nothing but Ctrl+C',
    },
  },
  {
    name: 'the path of an address taken for a path of the disk',
    pattern: /new URL\([^)]*import\.meta\.url\)\.pathname/,
    may: {},
  },
  {
    name: 'a path imported as if it were an address',
    pattern: /\bimport\((?:join|resolve)\(|'--import', (?!'\.\/|hostAddress\b|register\b)/,
    may: {},
  },
  {
    name: 'a shell script',
    pattern: /^#!\/(?:usr\/bin\/env bash|bin\/)/m,
    may: { 'tools/keyring/unlock.sh': 'other systems have their keychain without a session bus' },
  },
  {
    name: 'a test that is left out without a reason',
    pattern: /\b(?:test|it|describe)\.(?:skip|todo|skipIf|runIf)\b|\bskip\(\)/,
    may: {},
  },
];

const sources = ['test', 'tools']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|cjs|sh)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((path) => path !== import.meta.filename)
  .map((path) => ({ path: relative(root, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }));

describe.each(habits)('$name', ({ pattern, may }) => {
  const found = sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

  test('occurs only in listed files', () => {
    expect(found.filter((path) => !(path in may))).toEqual([]);
  });

  test('occurs in each listed file', () => {
    expect(Object.keys(may).filter((path) => !found.includes(path))).toEqual([]);
  });
});

test.each([
  ['who somebody is', 'process.getuid() === 0'],
  ['the path of an address taken for a path of the disk', "new URL('./x.ts', import.meta.url).pathname"],
  ['a path imported as if it were an address', 'await import(join(folder, name))'],
  ['a path imported as if it were an address', "spawn(node, ['--import', join(root, 'x.mjs')])"],
  ['a test that is left out without a reason', "test.skipIf(process.platform === 'win32')('x')"],
])('detects %s in: %s', (name, line) => {
  expect(habits.find((habit) => habit.name === name)?.pattern.test(line)).toBe(true);
});

describe('line endings', () => {
  const attributes = readFileSync(join(root, '.gitattributes'), 'utf8');
  const binary = [...attributes.matchAll(/^\*\.(\w+) binary$/gm)].map(([, ending]) => ending);

  test('are LF on every checkout, except in binary kinds', () => {
    expect(attributes).toMatch(/^\* text=auto eol=lf$/m);
    const tracked = ['.', 'assets', 'docs', 'main', 'packaging', 'preload', 'renderer', 'test', 'tools'].flatMap(
      (folder) => readdirSync(join(root, folder), { recursive: folder !== '.', withFileTypes: true }),
    );
    const files = tracked.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const unlike = files.filter((path) => {
      const bytes = readFileSync(path);
      return bytes.includes(0) || bytes.includes('\r\n') ? !binary.includes(path.split('.').at(-1)) : false;
    });
    expect(unlike.map((path) => relative(root, path))).toEqual([]);
    expect(files.length).toBeGreaterThan(500);
  });
});
