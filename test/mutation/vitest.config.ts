import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { unitTests } from '../base/unit-tests.ts';

type Files = Parameters<BaseSequencer['sort']>[0];

/**
 * Runs the mutated file's own tests first, then recently failed tests, then the others, slow tests last: most mutants
 * are killed at once, and the first failing test ends the run.
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

/** Configuration for one mutant of `npm run mutate`: the tests of the area, without the slow tests. */
export default defineConfig({
  resolve: unitTests.resolve,
  test: {
    ...unitTests.test,
    include: JSON.parse(process.env['MUTATION_TESTS'] ?? '[]') as string[],
    exclude: ['**/*.fuzz.test.ts'],
    sequence: { sequencer: QuickestFirst },
  },
});
