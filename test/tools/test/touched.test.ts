import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FEATURES, touchedBy } from '../../../tools/test/touched.mjs';

const imports = (project: string) => ['--project', project, '--changed', '--passWithNoTests'];
const whole = (project: string) => ['--project', project];

test.each([
  { why: 'documents', files: ['docs/service.md'], runs: {} },
  { why: 'a file used by every trip', files: ['main/sale/creation.ts'], runs: { e2e: whole('e2e') } },
  {
    why: 'a file used by every page',
    files: ['renderer/till/app.tsx', 'README.md'],
    runs: { page: whole('page'), e2e: whole('e2e') },
  },
  {
    why: 'a view',
    files: ['renderer/till/guide/guide.tsx'],
    runs: {
      page: [...whole('page'), 'test/page/guide.test.ts'],
      e2e: [...whole('e2e'), 'test/e2e/first-run.test.ts'],
    },
  },
  {
    why: 'a feature of main',
    files: ['main/backup/backups.ts', 'main/updates/updates.ts'],
    runs: {
      e2e: [...whole('e2e'), 'test/e2e/backup.test.ts', 'test/e2e/sale.test.ts', 'test/e2e/updates.test.ts'],
    },
  },
  {
    why: 'a view and a file used by every page',
    files: ['renderer/till/guide/guide.tsx', 'renderer/ui/button.tsx'],
    runs: { page: whole('page'), e2e: whole('e2e'), chain: whole('chain') },
  },
  { why: 'a page test', files: ['test/page/money.test.ts'], runs: { 'page imports': imports('page') } },
  {
    why: 'a page test and a view',
    files: ['test/page/money.test.ts', 'renderer/till/sticker/sticker.tsx'],
    runs: {
      page: [...whole('page'), 'test/page/sticker.test.ts'],
      'page imports': [...imports('page'), '--exclude=test/page/sticker.test.ts'],
      e2e: [...whole('e2e'), ...['counter', 'customer-display', 'settings'].map((name) => `test/e2e/${name}.test.ts`)],
    },
  },
  {
    why: 'a helper of trips',
    files: ['test/e2e/harness/launch.ts'],
    runs: { 'e2e imports': imports('e2e'), 'e2e-long imports': imports('e2e-long') },
  },
  { why: 'the host of every trip', files: ['test/host/app.ts'], runs: { e2e: whole('e2e') } },
  { why: 'the chain', files: ['chain/options.ts'], runs: { chain: whole('chain') } },
])('chooses the tests that a change may break: $why', ({ files, runs }) => {
  expect(Object.fromEntries(touchedBy(files))).toEqual({ unit: imports('unit'), ...runs });
});

test.each(Object.entries(FEATURES))('the tests of %s exist', (folder, { page = [], e2e }) => {
  const tests = [...page.map((name) => `test/page/${name}.test.ts`), ...e2e.map((name) => `test/e2e/${name}.test.ts`)];
  expect([folder, ...tests].filter((path) => !existsSync(path))).toEqual([]);
});
