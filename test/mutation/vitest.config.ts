import { defineConfig } from 'vitest/config';
import { QuickestFirst } from './quickest-first.ts';

/** What `npm run mutate` lets loose on one mutant: the tests that it names, and nothing slow beside them. */
export default defineConfig({
  test: {
    include: JSON.parse(process.env['MUTATION_TESTS'] ?? '[]') as string[],
    exclude: ['**/*.fuzz.test.ts'],
    testTimeout: 20_000,
    sequence: { sequencer: QuickestFirst },
  },
});
