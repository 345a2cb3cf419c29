import { availableParallelism } from 'node:os';
import { afterAll, describe, expect, test } from 'vitest';
import { playSeeds } from './campaign.ts';
import { deliberateFaults } from './deliberate-faults.ts';

const SEEDS = 2_000;
const table: string[] = [];

afterAll(() => {
  console.log(['found by seed   deliberate fault', ...table.toSorted()].join('\n'));
});

describe('the simulation finds it when', { concurrent: true }, () => {
  test.for(Object.entries(deliberateFaults))('%s', async ([fault, replacements], { expect }) => {
    // One thread, so that the seed which finds it is the same each time.
    const { failed } = await playSeeds({ seeds: SEEDS, jobs: 1, replacements });
    table.push(`${String(failed?.seed ?? 'none').padStart(13)}   ${fault}: ${failed?.fault ?? 'not found'}`);
    expect(failed?.fault).toBeDefined();
  });
});

test('a deliberate fault whose place is gone is an error, not a fault that nobody finds', async () => {
  const replacements = [{ file: 'main/sale/plan.ts', find: 'no such text', replace: '' }];
  await expect(playSeeds({ seeds: 1, jobs: 1, replacements })).rejects.toThrow('0 times');
});

test('there are enough of them', () => {
  expect(Object.keys(deliberateFaults).length).toBeGreaterThanOrEqual(10);
  expect(availableParallelism()).toBeGreaterThan(0);
});
