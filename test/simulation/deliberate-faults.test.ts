import { afterAll, describe, expect, test } from 'vitest';
import { faultsAfterAFailure } from './deliberate-faults/after-a-failure.ts';
import { faultsInOrdinaryWork } from './deliberate-faults/in-ordinary-work.ts';
import { faultsInTheBooks } from './deliberate-faults/in-the-books.ts';
import { playSeeds } from './play-seeds.ts';

const SEEDS = 2_000;
const SCANNED = 20_000;
/** Enough for a busy machine; an idle machine takes a fraction. */
const LIMIT_MS = 600_000;
const table: string[] = [];
const anywhere = Object.entries(faultsInOrdinaryWork).map(
  ([fault, replacements]) => [fault, { among: undefined, replacements }] as const,
);
const inTheBooks = Object.entries(faultsInTheBooks).map(
  ([fault, replacements]) => [fault, { among: 'books are kept', replacements }] as const,
);
const all = [...anywhere, ...Object.entries(faultsAfterAFailure), ...inTheBooks];

afterAll(() => {
  console.log(['found by seed   deliberate fault', ...table.toSorted()].join('\n'));
});

describe('the simulation finds when', { concurrent: true, timeout: LIMIT_MS }, () => {
  test.for(all)('%s', async ([fault, { among, replacements }], { expect }) => {
    // A single thread: the fault is found by the same seed in each run.
    const { failed } = await playSeeds({ seeds: among === undefined ? SEEDS : SCANNED, jobs: 1, replacements, among });
    table.push(`${String(failed?.seed ?? 'none').padStart(13)}   ${fault}: ${failed?.fault ?? 'not found'}`);
    expect(failed?.fault).toBeDefined();
  });
});

test('a deliberate fault without its source text is an error', async () => {
  const replacements = [{ file: 'main/sale/sale-follower.ts', find: 'no such text', replace: '' }];
  await expect(playSeeds({ seeds: 1, jobs: 1, replacements })).rejects.toThrow('0 times');
});
