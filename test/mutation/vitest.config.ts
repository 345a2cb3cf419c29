import { defineConfig } from 'vitest/config';
import { QuickestFirst } from './quickest-first.ts';

/** What `npm run mutate` lets loose on one mutant: the tests that it names, and nothing slow beside them. */
export default defineConfig({
  test: {
    include: JSON.parse(process.env['MUTATION_TESTS'] ?? '[]') as string[],
    exclude: ['**/*.fuzz.test.ts'],
    testTimeout: 60_000,
    // Each file would load all sources anew, which costs more than its tests; a fault is planted in a run of its own.
    isolate: false,
    sequence: { sequencer: QuickestFirst },
  },
});
