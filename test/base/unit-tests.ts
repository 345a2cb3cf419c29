import { join } from 'node:path';

/** The way unit tests run, by themselves and with a fault planted. */
export const unitTests = {
  resolve: {
    // As `main/identity` imports it; a test that asks for it by its path gets the real one.
    alias: [{ find: './guess-cost.ts', replacement: join(import.meta.dirname, '../identity/cheap-guesses.ts') }],
  },
  test: {
    // Modules stay from file to file: to load them anew for each took a fourth of the time.
    isolate: false,
    setupFiles: [join(import.meta.dirname, 'each-test.ts')],
    testTimeout: 60_000,
  },
};
