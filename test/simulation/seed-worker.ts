import { parentPort, workerData } from 'node:worker_threads';
import { type Replacement, replaceInSources } from './deliberate-faults/replace-in-sources.ts';
import type { KindOfWorld } from './kinds-of-worlds.ts';
import type { Outcome } from './run-seed.ts';

export interface WorkerTask {
  /** Deliberate faults to insert into the client before loading. */
  readonly replacements: readonly Replacement[];
  readonly trace: boolean;
  readonly among: KindOfWorld | undefined;
}

export interface RangeOutcome {
  readonly seeds: number;
  readonly figures: Readonly<Record<string, number>>;
  readonly failed: Outcome | undefined;
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

// Most errors here are expected responses. Long stack traces take most of the cost of creating an error.
Error.stackTraceLimit = 5;
const task = workerData as WorkerTask;
replaceInSources(task.replacements);
// Imported only now, so that the client has the deliberate faults.
const { runSeed } = await import('./run-seed.ts');
const { isAmong } = await import('./kinds-of-worlds.ts');

parentPort?.on('message', (range: Range) => {
  void play(range).then((outcome) => parentPort?.postMessage(outcome));
});

async function play({ from, to }: Range): Promise<RangeOutcome> {
  const figures: Record<string, number> = {};
  let seeds = 0;
  for (let seed = from; seed < to; seed += 1) {
    if (!isAmong(task.among, seed)) continue;
    seeds += 1;
    const outcome = await runSeed(seed, task.trace);
    for (const [name, value] of Object.entries(outcome.figures)) figures[name] = (figures[name] ?? 0) + value;
    if (outcome.fault !== undefined || task.trace) return { seeds, figures, failed: outcome };
  }
  return { seeds, figures, failed: undefined };
}
