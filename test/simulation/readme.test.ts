import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { watchNames } from './watch-names.ts';
import { faultWeights } from './wire-faults.ts';

const folder = new URL('./', import.meta.url);
const readme = readFileSync(new URL('README.md', folder), 'utf8');
const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));

/** What the first column of the table below a heading names. */
function namesUnder(heading: string): readonly string[] {
  const section = readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const firstCells = section.split('\n').flatMap((line) => /^\| (`.+?) \|/.exec(line)?.[1] ?? []);
  return firstCells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''));
}

test('the table names each fault that is drawn for a request, and no other', () => {
  expect(namesUnder('What is drawn for each request').toSorted()).toEqual(Object.keys(faultWeights).toSorted());
});

test('the table names each watch, and no other', () => {
  expect(namesUnder('What is watched in every run').toSorted()).toEqual([...watchNames].toSorted());
});

test('each watch can fail: some code calls it by its name', () => {
  const code = sources
    .filter((name) => name !== 'watch-names.ts')
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n');
  expect(watchNames.filter((name) => !code.includes(`'${name}'`))).toEqual([]);
});

test('the files that the tables name are there', () => {
  const named = [...readme.matchAll(/`([a-z-]+\.ts)`/g)].map((match) => match[1] ?? '');
  expect(named.filter((name) => !readdirSync(folder).includes(name))).toEqual([]);
  expect(named.length).toBeGreaterThan(5);
});
