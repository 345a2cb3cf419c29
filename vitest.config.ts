import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { unitTests } from './test/base/unit-tests.ts';

/** Slow tests, excluded from the quick tests; each project sets its time limit and number of parallel files. */
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
 * Each file starts the real app with two windows, and mostly waits. Modules stay loaded between files, because loading
 * takes longer than an app start.
 */
const windows = {
  isolate: false,
  setupFiles: ['test/e2e/harness/tell-windows.ts'],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  maxWorkers: 4,
};

/** A worker shares a browser for all of its files, so modules stay loaded between files. */
const pages = {
  isolate: false,
  setupFiles: ['test/page/close-windows.ts'],
  testTimeout: 120_000,
  maxWorkers: availableParallelism() + 1,
};

export default defineConfig({
  test: {
    pool: 'forks',
    // When a thread ends, V8 loses track of its protected pages and crashes with "jit_page.has_value()".
    execArgv: ['--no-memory-protection-keys'],
    // The host's windows are headless on every system.
    env: { TILLMATE_HOST_HEADLESS: '1' },
    // Polls as long as Playwright waits for an element: within the default of a second a busy machine may not even take
    // a screenshot.
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
        // Each file uses all cores.
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
        // Real processes, sockets and files under faults, mostly waiting.
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
        // Long end-to-end tests that few changes break.
        test: { name: 'e2e-long', include: ['test/e2e/long/*.test.ts'], ...windows, sequence: { groupOrder: 7 } },
      },
      {
        extends: true,
        // Packs the built app once and checks the package.
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
        // Uses a real PostgreSQL, shared by all files.
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
