import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { unitTests } from './test/base/unit-tests.ts';

/** Slow, real things, apart from the quick ones: each project says how long a test may take and how many files at once. */
const apart = [
  'test/host/**',
  'test/simulation/**',
  'test/kill/**',
  'test/wire/**',
  'test/fuzz/**',
  'test/e2e/**',
  'test/package/**',
  'test/bench/short.test.ts',
  'test/page/*.test.ts',
  'test/**/*.fuzz.test.ts',
  'test/page/sweeps/**',
];

/**
 * Each file starts the real app with its two windows, and waits much of the time for what a person would wait for. What a
 * module holds stays from file to file: it takes longer to load than an app to start.
 */
const windows = {
  isolate: false,
  setupFiles: ['test/e2e/harness/tell-windows.ts'],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  maxWorkers: 4,
};

/** One browser for all the files of a worker, so what a module holds stays from file to file. */
const pages = {
  isolate: false,
  setupFiles: ['test/page/close-windows.ts'],
  testTimeout: 120_000,
  maxWorkers: availableParallelism() + 1,
};

export default defineConfig({
  test: {
    pool: 'forks',
    // V8 loses track of the pages that it protects when a thread ends, and ends the process with "jit_page.has_value()".
    execArgv: ['--no-memory-protection-keys'],
    // The host's windows are opened without being seen, whatever the system.
    env: { TILLMATE_HOST_HEADLESS: '1' },
    // What has to come is polled for as long as Playwright waits for an element: the default is one second, in which a busy
    // machine may not even take one picture.
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        resolve: unitTests.resolve,
        test: {
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: apart,
          ...unitTests.test,
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'page', include: ['test/page/*.test.ts'], ...pages, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        // Every screen in every language, size and theme.
        test: {
          name: 'sweep',
          include: ['test/page/sweeps/**/*.test.ts'],
          ...pages,
          testTimeout: 240_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        // Each file plays on every core by itself.
        test: {
          name: 'simulation',
          include: ['test/simulation/**/*.test.ts'],
          testTimeout: 180_000,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        // Real processes, sockets and files under faults: much of their time is waited for.
        test: {
          name: 'faults',
          include: ['test/{kill,wire,fuzz}/**/*.test.ts', 'test/**/*.fuzz.test.ts'],
          testTimeout: 180_000,
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 4 },
        },
      },
      {
        extends: true,
        test: {
          name: 'host',
          include: ['test/host/**/*.test.ts'],
          testTimeout: 60_000,
          maxWorkers: 2,
          sequence: { groupOrder: 5 },
        },
      },
      {
        extends: true,
        test: { name: 'e2e', include: ['test/e2e/*.test.ts'], ...windows, sequence: { groupOrder: 6 } },
      },
      {
        extends: true,
        // Trips that take long, and that few changes break.
        test: { name: 'e2e-long', include: ['test/e2e/long/*.test.ts'], ...windows, sequence: { groupOrder: 7 } },
      },
      {
        extends: true,
        // Packs the built app once, and looks into what came of it.
        test: {
          name: 'package',
          include: ['test/package/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          maxWorkers: 1,
          sequence: { groupOrder: 8 },
        },
      },
      {
        extends: true,
        // Against a real PostgreSQL, one for all files.
        test: {
          name: 'chain',
          include: ['chain/test/**/*.test.{ts,tsx}'],
          globalSetup: ['chain/test/global-setup.ts'],
          testTimeout: 120_000,
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 9 },
        },
      },
      {
        extends: true,
        test: {
          name: 'bench',
          include: ['test/bench/short.test.ts'],
          testTimeout: 600_000,
          maxWorkers: 1,
          sequence: { groupOrder: 10 },
        },
      },
    ],
  },
});
