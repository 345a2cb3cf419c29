import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { playSeeds, traceSeed } from './play-seeds.ts';
import { figureLines, replayCommand } from './report.ts';

const SEEDS = 2_000;
/** Enough for a busy machine; an idle machine takes a fraction. */
const LIMIT_MS = 600_000;

test('loses nothing and repeats nothing despite all faults', { timeout: LIMIT_MS }, async () => {
  const begun = performance.now();
  const result = await playSeeds({ seeds: SEEDS, jobs: availableParallelism() });
  console.log(figureLines(result, (performance.now() - begun) / 1_000).join('\n'));
  const { failed } = result;
  expect(failed === undefined ? 'no seed failed' : `${failed.fault}: ${replayCommand(failed.seed)}`).toBe(
    'no seed failed',
  );
  expect(result.seeds).toBe(SEEDS);
  expect(result.figures['crashes']).toBeGreaterThan(SEEDS / 10);
  expect(result.figures['payments']).toBeGreaterThan(SEEDS / 2);
  expect(result.figures['refunds']).toBeGreaterThan(SEEDS / 20);
});

test('the same seed gives the same trace to the byte', async () => {
  for (const seed of [3, 29, 77, 92, 1_234]) {
    const [one, other] = await Promise.all([traceSeed(seed), traceSeed(seed)]);
    expect(one.trace.length).toBeGreaterThan(1);
    expect(other.trace.join('\n')).toBe(one.trace.join('\n'));
  }
});
