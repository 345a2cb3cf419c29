import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faultWeights } from './network/request-faults.ts';
import { watchNames } from './watches/watch-names.ts';

const folder = new URL('./', import.meta.url);
const readme = readFileSync(new URL('README.md', folder), 'utf8');

function namesUnder(heading: string): readonly string[] {
  const section = readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const firstCells = section.split('\n').flatMap((line) => /^\| (`.+?) \|/.exec(line)?.[1] ?? []);
  return firstCells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''));
}

test('the table names exactly the faults drawn for requests', () => {
  expect(namesUnder('What is drawn for each request').toSorted()).toEqual(Object.keys(faultWeights).toSorted());
});

test('the table names exactly the watches', () => {
  expect(namesUnder('What is watched in every run').toSorted()).toEqual([...watchNames].toSorted());
});

test('every watch can fail a run', () => {
  const sources = globSync('**/*.ts', { cwd: folder }).filter((name) => !name.endsWith('.test.ts'));
  const code = sources.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
  const calls = [...code.matchAll(/\bfail\(\s*(?:[\w.]+ \? '([a-z-]+)' : )?'([a-z-]+)'/g)];
  const failing = new Set(calls.flatMap(([, one, other]) => [one, other]));
  expect(watchNames.filter((name) => !failing.has(name))).toEqual([]);
});

test('every file named in the tables exists', () => {
  const named = [...readme.matchAll(/`([a-z/-]+\.ts)`/g)].map((match) => match[1] ?? '');
  expect(named.filter((name) => !existsSync(new URL(name, folder)))).toEqual([]);
  expect(named.filter((name) => name.includes('/')).length).toBeGreaterThan(10);
});
