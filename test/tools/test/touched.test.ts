import { expect, test } from 'vitest';
import { touchedBy } from '../../../tools/test/touched.mjs';

const projects = (...files: string[]) => touchedBy(files).map(([name]) => name);

test('runs the projects of a changed file', () => {
  expect(projects('docs/service.md')).toEqual(['unit']);
  expect(projects('main/sale/creation.ts')).toEqual(['unit', 'e2e']);
  expect(projects('renderer/till/app.tsx', 'README.md')).toEqual(['unit', 'page', 'e2e']);
  expect(projects('test/page/money.test.ts')).toEqual(['unit', 'page']);
  expect(projects('test/e2e/harness/launch.ts')).toEqual(['unit', 'e2e', 'e2e-long']);
  expect(projects('chain/options.ts')).toEqual(['unit', 'chain']);
});

test('other unit tests run only when they import a change', () => {
  expect(touchedBy([])).toEqual([['unit', ['--project', 'unit', '--changed', '--passWithNoTests']]]);
});
