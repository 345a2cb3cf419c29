import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * An end-to-end test with features of the Chromium host must declare `onlyOnHost`: on Electron the test would fail, or
 * pass for the wrong reason. The sources of the tests are searched for host features.
 */

const folder = join(import.meta.dirname, '../e2e');

/** Features without an equivalent in Electron. */
const means = /\.play\(|\bhostAddress\b|\bscript:|\binstalled: true|TILLMATE_HOST_(\w+)/g;

/** Host settings for features built into Electron: a test with such a setting runs on both. */
const alsoOnElectron: Readonly<Record<string, string>> = {
  TILLMATE_HOST_DIALOGS: 'Electron has the dialogs of the system; a test that needs an answer of one says so itself',
  TILLMATE_HOST_TRAFFIC: 'Electron writes nothing down; a test that reads it says so itself',
};

/** Splits the source at each statement with the given indent: at the left edge, or inside a describe. */
function blocks(source: string, indent: string): readonly string[] {
  return source.split(new RegExp(`^(?=${indent}\\S)`, 'm'));
}

const usesMeans = (text: string) => [...text.matchAll(means)].some(([found]) => !(found in alsoOnElectron));
const declares = (text: string, names: readonly string[]) =>
  /\bonlyOnHost\(/.test(text) ||
  names.some((name) => new RegExp(`^ *${name},$|, ${name}, |, ${name},$`, 'm').test(text));

/** Returns the names of tests using host features without declaring `onlyOnHost`. */
function undeclared(source: string): readonly string[] {
  const declarations = [...source.matchAll(/^const (\w+) = onlyOnHost\(/gm)].map(([, name = '']) => name);
  const top = blocks(source, '');
  const helpers = top.flatMap((block) => {
    const [, name] = /^(?:async )?function (\w+)/.exec(block) ?? [];
    return name !== undefined && usesMeans(block) ? [name] : [];
  });
  const uses = (text: string) => usesMeans(text) || helpers.some((name) => new RegExp(`\\b${name}\\(`).test(text));
  const tests = top.filter((block) => /^(?:test|describe|before|after)/.test(block));
  return tests.flatMap((block) => {
    const [head = ''] = block.split('=> {');
    if (!uses(block) || declares(head, declarations)) return [];
    if (!block.startsWith('describe')) return [nameOf(block)];
    return blocks(block, '  ')
      .slice(1)
      .filter((inner) => uses(inner) && !declares(inner.split('=> {')[0] ?? '', declarations))
      .map(nameOf);
  });
}

function nameOf(block: string): string {
  return /['"`](.+?)['"`],/.exec(block)?.[1] ?? block.trim().slice(0, 60);
}

const files = readdirSync(folder).filter((name) => name.endsWith('.test.ts'));

test.each(files)('%s: each host-only test is declared', (name) => {
  expect(undeclared(readFileSync(join(folder, name), 'utf8'))).toEqual([]);
});

test('some tests are declared host-only, but not all', () => {
  const saying = files.filter((name) => readFileSync(join(folder, name), 'utf8').includes('onlyOnHost('));
  expect(saying.length).toBeGreaterThan(2);
  expect(saying.length).toBeLessThan(files.length);
});
