import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { unitTests } from '../base/unit-tests.ts';

type Files = Parameters<BaseSequencer['sort']>[0];

/**
 * The tests of the very file that has the fault come first, then those that found the last faults, and the long ones
 * last: most faults are found at once, and the first test that fails ends the search.
 */
class QuickestFirst extends BaseSequencer {
  override async sort(files: Files): Promise<Files> {
    const mutated = JSON.parse(process.env['MUTATION_FILES'] ?? '[]') as readonly string[];
    const own = new Set(mutated.map((file) => basename(file).replace(/\.ts$/, '.test.ts')));
    const ranked = files.map((file) => {
      const last = this.ctx.cache.getTestSpecificationResult(file);
      const rank = own.has(basename(file.moduleId)) ? 0 : last?.failed ? 1 : 2;
      return { file, rank, durationMs: last?.duration ?? 0 };
    });
    return ranked.toSorted((a, b) => a.rank - b.rank || a.durationMs - b.durationMs).map(({ file }) => file);
  }
}

/** What `npm run mutate` runs on one mutant: the tests that it names, without the slow ones. */
export default defineConfig({
  resolve: unitTests.resolve,
  test: {
    ...unitTests.test,
    include: JSON.parse(process.env['MUTATION_TESTS'] ?? '[]') as string[],
    exclude: ['**/*.fuzz.test.ts'],
    sequence: { sequencer: QuickestFirst },
  },
});
