import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * The install script of a package runs arbitrary code on every installing machine. package.json therefore lists each
 * package with such a script as allowed or not; set-up runs scripts only by name.
 */

const root = join(import.meta.dirname, '../../..');
const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  allowScripts: Record<string, boolean>;
};
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { hasInstallScript?: boolean; resolved?: string; integrity?: string; link?: boolean }>;
};
const scripted = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
  hasInstallScript === true ? [path.replace(/^.*node_modules\//, '')] : [],
);

test('names exactly the packages with an install script', () => {
  expect(Object.keys(allowScripts).sort()).toEqual([...new Set(scripted)].sort());
});

test('allows only the script of the package node', () => {
  expect(Object.keys(allowScripts).filter((name) => allowScripts[name])).toEqual(['node']);
});

test('set-up runs only allowed scripts, by name', () => {
  const tools = readdirSync(join(root, 'tools/setup')).map((name) =>
    readFileSync(join(root, 'tools/setup', name), 'utf8'),
  );
  const calls = tools.flatMap((text) => [...text.matchAll(/\bnpm\(root, \[([^\]]*)\]/g)].map(([, args]) => args));
  expect(calls.sort()).toEqual(["'ci', '--ignore-scripts', source", "'rebuild', 'node', '--prefer-offline'"]);
});

test('every package comes from the registry, with a checksum', () => {
  const loose = Object.entries(packages).filter(
    ([path, { resolved, integrity, link }]) =>
      path !== '' &&
      (link === true ||
        !integrity?.startsWith('sha512-') ||
        (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'))),
  );
  expect(loose.map(([path]) => path)).toEqual([]);
});
