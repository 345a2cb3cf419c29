import { Worker } from 'node:worker_threads';
import type { Replacement } from './deliberate-faults/replace-in-sources.ts';
import type { KindOfWorld } from './kinds-of-worlds.ts';
import type { Outcome } from './run-seed.ts';
import type { Range, RangeOutcome, WorkerTask } from './seed-worker.ts';

export interface CampaignOptions {
  readonly from?: number;
  readonly seeds: number;
  readonly jobs: number;
  readonly replacements?: readonly Replacement[];
  readonly among?: KindOfWorld | undefined;
  readonly onProgress?: (seeds: number) => void;
}

export interface CampaignResult {
  readonly seeds: number;
  readonly figures: Readonly<Record<string, number>>;
  /** Failed seed with the lowest number among the seeds played before the stop. */
  readonly failed: Outcome | undefined;
}

/** Small, so that a failure stops all threads soon. */
const RANGE = 25;

/** Plays many seeds on several threads; stops at the first failure. */
export async function playSeeds(options: CampaignOptions): Promise<CampaignResult> {
  const first = options.from ?? 0;
  const end = first + options.seeds;
  const figures: Record<string, number> = {};
  let next = first;
  let seeds = 0;
  let failed: Outcome | undefined;

  const nextRange = (): Range | undefined => {
    if (failed !== undefined || next >= end) return undefined;
    const range = { from: next, to: Math.min(next + RANGE, end) };
    next = range.to;
    return range;
  };
  const take = (outcome: RangeOutcome) => {
    seeds += outcome.seeds;
    for (const [name, value] of Object.entries(outcome.figures)) figures[name] = (figures[name] ?? 0) + value;
    const worse = outcome.failed !== undefined && (failed === undefined || outcome.failed.seed < failed.seed);
    if (worse) failed = outcome.failed;
    options.onProgress?.(seeds);
  };

  const jobs = Array.from({ length: Math.max(1, options.jobs) }, () =>
    runWorker({ replacements: options.replacements ?? [], trace: false, among: options.among }, nextRange, take),
  );
  await Promise.all(jobs);
  return { seeds, figures, failed };
}

/** Plays one seed with its trace, in a separate thread. */
export async function traceSeed(seed: number, replacements: readonly Replacement[] = []): Promise<Outcome> {
  let asked = false;
  let traced: Outcome | undefined;
  const once = () => {
    if (asked) return undefined;
    asked = true;
    return { from: seed, to: seed + 1 };
  };
  await runWorker({ replacements, trace: true, among: undefined }, once, (outcome) => {
    traced = outcome.failed;
  });
  if (traced === undefined) throw new Error(`seed ${seed} was not played`);
  return traced;
}

async function runWorker(
  task: WorkerTask,
  nextRange: () => Range | undefined,
  take: (outcome: RangeOutcome) => void,
): Promise<void> {
  // Without the test runner's loaders: the worker runs on plain Node.
  const worker = new Worker(new URL('./seed-worker.ts', import.meta.url), { workerData: task, execArgv: [] });
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`a worker ended with ${code}`)));
      const go = () => {
        const range = nextRange();
        if (range === undefined) resolve();
        else worker.postMessage(range);
      };
      worker.on('message', (outcome: RangeOutcome) => {
        take(outcome);
        go();
      });
      go();
    });
  } finally {
    await worker.terminate();
  }
}
