import pLimit from 'p-limit';
import { toTillError } from '../../main/base/till-error.ts';
import { killAt, type RunResult } from './kill-and-restart.ts';
import { type Point, points } from './points-of-each-operation.ts';

export interface Campaign {
  readonly runs: number;
  readonly jobs: number;
  readonly firstSeed: number;
  /** The built main bundle. */
  readonly script: string;
  onRun?(ran: Ran): void;
}

/** Runs `runs` seeds from `firstSeed` on. The seed selects the kill point, so each run can be repeated alone. */
export async function killCampaign({ runs, jobs, firstSeed, script, onRun }: Campaign): Promise<readonly Ran[]> {
  const seeds = Array.from({ length: runs }, (_, index) => firstSeed + index);
  return pLimit(jobs).map(seeds, async (seed) => {
    const ran = await one(seed, script);
    onRun?.(ran);
    return ran;
  });
}

async function one(seed: number, script: string): Promise<Ran> {
  const point = points[seed % points.length];
  if (point === undefined) throw new RangeError(`There is no point for seed ${seed}`);
  try {
    return { point, seed, result: await killAt(point, seed, script) };
  } catch (thrown) {
    // A run that throws counts as failed; the other runs go on.
    return { point, seed, result: { found: 'no end', restarts: 0, faults: [toTillError(thrown).message] } };
  }
}

export interface Ran {
  readonly point: Point;
  readonly seed: number;
  readonly result: RunResult;
}

export function killTable(ran: readonly Ran[]): string {
  const rows = points
    .map((point) => ({ point, mine: ran.filter((run) => run.point === point) }))
    .filter(({ mine }) => mine.length > 0)
    .map(({ point, mine }) => [
      point.operation,
      point.name,
      String(mine.length),
      String(mine.reduce((sum, run) => sum + run.result.restarts, 0)),
      counted(mine.map((run) => run.result.found)),
      verdictOf(mine),
    ]);
  const head = ['operation', 'killed when', 'runs', 'restarts', 'what recovery came to', 'verdict'];
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return [head, ...rows].map(line).join('\n');
}

function counted(found: readonly string[]): string {
  const groups = Map.groupBy(found, (each) => each);
  return [...groups].map(([each, { length }]) => `${length} × ${each}`).join('; ');
}

function verdictOf(runs: readonly Ran[]): string {
  const failed = runs.filter((run) => run.result.faults.length > 0);
  return failed.length === 0 ? 'agrees' : `${failed.length} FAILED, first seed ${failed[0]?.seed}`;
}
