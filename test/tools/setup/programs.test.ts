import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { browserCommands } from '../../../tools/setup/browser.mjs';
import { installedCommands } from '../../../tools/setup/needs.mjs';

/** The lists of set-up hold exactly the programs started by the sources. */

const root = join(import.meta.dirname, '../../..');

/** Programs started through an expression. Node itself is not installed by set-up. */
const byExpression: Readonly<Record<string, readonly string[]>> = {
  'process.execPath': [],
  // tools/start.mjs and the tests of the app: Node or Electron's binary, installed by npm.
  'choice.command': [],
  'runtime.command': [],
  // Chosen by the caller: tools/with-keyring.mjs receives Node.
  command: [],
  // tools/check-electron/find.mjs: the checked app.
  binary: [],
  // main/shell/app-image.ts: the app itself, the AppImage of the user.
  image: [],
  // test/host/chromium.ts: the browser found by set-up's own search.
  'found.path': browserCommands,
  // tools/setup/run.mjs: the programs run by set-up itself.
  program: ['npm', 'sudo', 'apt-get'],
  // tools/setup/node.mjs: Node.
  path: [],
  linked: [],
  // test/bench/payouts.ts: Node.
  "new URL('./payouts/reconciling-process.ts'": [],
  // test/sandbox/cli.test.ts: the line printed by `npm run sandbox`, in the system's own shell.
  line: ['sh', 'curl'],
};

/** Programs started by a wrapper program. */
const throughProgram: Readonly<Record<string, readonly string[]>> = {
  'dbus-run-session': ['bash'],
};

/** Started by node-gyp to compile the keychain binding. */
const byCompiler = ['g++', 'python3', 'pkg-config'];

/** Started by electron-builder's packer of rpm. */
const byPackager = ['rpmbuild'];

/** Started by the restore drill of docs/chain.md, with the programs of the same package. */
const byDrill = ['pg_restore'];

/** Programs not installed by set-up, with the reason. */
const standing: Readonly<Record<string, string>> = {
  npm: 'runs set-up in the first place',
  git: 'whoever changes files has it; started by npm test -- --changed alone',
  'apt-get': 'installs the pieces; where there is none, set-up names them',
  sudo: 'asked only where set-up is not root',
  sh: 'part of every Linux',
  bash: 'part of every Linux that is set up for the tests',
  grep: 'part of every Linux',
  tar: 'part of every Linux, macOS and Windows',
  seq: 'part of every Linux',
  sleep: 'part of every Linux',
  dd: 'part of every Linux; the figures leave it out elsewhere',
  mount: 'part of every Linux; the tests that need a small disk are left out where it may not be used',
  umount: 'as mount',
  '/sbin/mount': 'part of every macOS, and started nowhere else',
  xrandr: 'one display is taken where it is missing',
  taskkill: 'part of every Windows, and started nowhere else',
};

const files = ['main', 'preload', 'tools', 'test']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|cjs|js|sh)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((path) => path !== import.meta.filename)
  .map((path) => ({ path: relative(root, path), text: withoutTypes(readFileSync(path, 'utf8')) }));

/** Removes type imports, which start no program. */
function withoutTypes(text: string): string {
  return text.replace(/^import type .*;$/gm, '');
}

/** Returns the program expressions passed to node:child_process in a file. Throws for an unknown use. */
function startedBy({ path, text }: { readonly path: string; readonly text: string }): readonly string[] {
  const [whole, names = ''] = /import \{([^}]*)\} from 'node:child_process'/.exec(text) ?? [];
  if (whole === undefined) {
    if (/['"](node:)?child_process['"]/.test(text))
      throw new Error(`${path} reaches child_process by another way than an import of names.`);
    return [];
  }
  const calls = text.replace(whole, '').replace(/\btypeof \w+/g, '');
  const started: string[] = [];
  for (const name of names.split(',').map((word) => word.trim())) {
    if (name === '' || name.startsWith('type ')) continue;
    const uses = [
      ...calls.matchAll(new RegExp(`(?<!\\.)\\b${name}\\b(\\)?\\(\\s*([\\w.]+\\([\\w.]*\\)|[^,)]+))?`, 'g')),
    ];
    for (const [use, , program] of uses) {
      if (program === undefined) throw new Error(`${path} uses ${use} in a way that this test cannot follow.`);
      started.push(program.trim());
    }
  }
  return started;
}

const words =
  /^(if|then|else|fi|for|do|done|while|case|esac|in|set|exec|trap|kill|echo|exit|wait|break|local|return|cd|export)$/;

/**
 * Returns the first word of each command in a shell script, without keywords, builtins and the script's own functions.
 */
function startedByShell(text: string): readonly string[] {
  const functions = [...text.matchAll(/^(\w+)\(\) \{/gm)].map((match) => match[1]);
  const commands = text
    .replaceAll('\\\n', ' ')
    .replace(/^\s*#.*$/gm, '')
    .replace(/'[^']*'/g, "''")
    .split(/\n|;|&&|\|\||\||\$\(|\bdo\b|\bthen\b|! /);
  return commands
    .map((command) => command.trim().split(/\s/)[0] ?? '')
    .filter((word) => /^[a-z][\w.-]*$/.test(word) && !words.test(word) && !functions.includes(word));
}

function programs(): readonly string[] {
  const named = files.flatMap((file) => {
    if (file.path.endsWith('.sh')) return startedByShell(file.text);
    return startedBy(file).flatMap((expression) => {
      const [, literal] = /^'([^']+)'$/.exec(expression) ?? [];
      if (literal !== undefined) return [literal];
      const known = byExpression[expression];
      if (known === undefined) throw new Error(`${file.path} starts ${expression}: say here what that is.`);
      return known;
    });
  });
  return [
    ...new Set([
      ...named,
      ...named.flatMap((name) => throughProgram[name] ?? []),
      ...byCompiler,
      ...byPackager,
      ...byDrill,
    ]),
  ].sort();
}

test('set-up installs or explains every started program', () => {
  expect(programs()).toEqual([...new Set([...installedCommands, ...Object.keys(standing)])].sort());
});
