import { join } from 'node:path';

/** Configuration of unit tests, also for runs with a planted fault. */
export const unitTests = {
  resolve: {
    // Replaces the import in `main/identity`; a test importing the file by its path gets the real module.
    alias: [{ find: './guess-cost.ts', replacement: join(import.meta.dirname, '../identity/cheap-guesses.ts') }],
  },
  test: {
    // Modules stay loaded from file to file: loading again took a quarter of the time.
    isolate: false,
    setupFiles: [join(import.meta.dirname, 'each-test.ts')],
    testTimeout: 60_000,
  },
};
