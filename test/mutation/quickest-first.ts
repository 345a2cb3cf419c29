import { basename } from 'node:path';
import { BaseSequencer } from 'vitest/node';

type Files = Parameters<BaseSequencer['sort']>[0];

/** Tests that play many stories, each with a hundred requests. */
const LONG = /^(storm|poller)\.test\.ts$/;

/**
 * The tests of the very file that has the fault come first and the long ones last: most faults are found at once, and
 * the first test that fails ends the search.
 */
export class QuickestFirst extends BaseSequencer {
  override async sort(files: Files): Promise<Files> {
    const mutated = JSON.parse(process.env['MUTATION_FILES'] ?? '[]') as readonly string[];
    const own = new Set(mutated.map((file) => basename(file).replace(/\.ts$/, '.test.ts')));
    const rankOf = ({ moduleId }: Files[number]) => {
      const name = basename(moduleId);
      return own.has(name) ? 0 : LONG.test(name) ? 2 : 1;
    };
    return files.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
