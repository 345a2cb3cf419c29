import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** The compiler accepts any class name of a module: a missing class would silently have no effect. */

const root = resolve(import.meta.dirname, '../../../renderer');
const modules = globSync('**/*.module.css', { cwd: root }).map((path) => join(root, path));

/** Class names used by components, for each module. */
function usedClasses(): ReadonlyMap<string, ReadonlySet<string>> {
  const used = new Map<string, Set<string>>();
  for (const path of globSync('**/*.{ts,tsx}', { cwd: root })) {
    const source = readFileSync(join(root, path), 'utf8');
    for (const [, alias, specifier] of source.matchAll(/import (\w+) from '(.+\.module\.css)'/g)) {
      const module = join(dirname(join(root, path)), specifier ?? '');
      const names = [...source.matchAll(new RegExp(`(?<!/)\\b${alias}\\.(\\w+)`, 'g'))].map((match) => match[1] ?? '');
      used.set(module, new Set([...(used.get(module) ?? []), ...names]));
    }
  }
  return used;
}

const used = usedClasses();
/** Chosen by a property of the component, so absent from its source. */
const kinds = ['main', 'danger', 'plain'];

test('each module defines exactly the classes used by components', () => {
  for (const path of modules) {
    const name = relative(root, path).replaceAll('\\', '/');
    const rules = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    const selectors = rules.replace(/\{[^{}]*\}/g, '{}');
    const defined = new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map((match) => match[1] ?? ''));
    const wanted = new Set([...(used.get(path) ?? []), ...(name === 'ui/button.module.css' ? kinds : [])]);
    expect.soft([...defined].sort(), name).toEqual([...wanted].sort());
  }
});

test('global styles apply only to elements without a class', () => {
  const global = globSync('**/*.css', { cwd: root, exclude: ['**/*.module.css'] });
  const classes = global.flatMap((path) => readFileSync(join(root, path), 'utf8').match(/^\s*\.[\w-]+/gm) ?? []);
  expect(classes).toEqual(['.first-paint']);
});
